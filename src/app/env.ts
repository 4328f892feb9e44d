// The bindings and variables the Worker runs with (wrangler.toml, .dev.vars.example), and its log.
import type { HostNamespace } from '../adapters/cloudflare';
import type { createSealedBox } from '../adapters/crypto';
import type { Processes } from '../adapters/fetch';
import type { limitedAccess } from '../adapters/http';
import type { KvNamespace } from '../adapters/kv';
import type { Inside } from '../gateway';

type RateLimit = Parameters<typeof limitedAccess>[1]['calls'];
/** Bindings and variables of a deployment: an absent or blank variable is not set, a binding with `?` is optional. */
export interface Env {
	readonly LOADLINE_KV: KvNamespace;
	/** Clients that log in here, and their grants; a library's own. */
	readonly OAUTH_KV: object;
	readonly WORKSPACE: HostNamespace;
	/** One object a session, `<workspace>/<principal>/<handle>`. */
	readonly SESSION: HostNamespace;
	/** One object a conversation of a principal. */
	readonly CONVERSATION: HostNamespace;
	/** One object a workspace, by its name. */
	readonly TELEMETRY: HostNamespace;
	/** One object a principal, and one a workspace. */
	readonly VAULT: HostNamespace;
	/** One object a workspace, by its name, and one for the deployment. */
	readonly DIRECTORY: HostNamespace;
	/** Requests of a caller, and wrong tokens from an address, in a minute. */
	readonly CALLS?: RateLimit;
	readonly REFUSALS?: RateLimit;
	/** Starts servers of this machine; of `loadline serve` alone. */
	readonly PROCESSES?: Processes;
	/** Analytics Engine takes records of calls at once, or throws; in local development it does nothing with them. */
	readonly ANALYTICS?: {
		writeDataPoint(point: { indexes?: string[]; blobs?: string[]; doubles?: number[] }): void;
	};
	/** `npm start` sets it; a deployment never has it. */
	readonly LOADLINE_DEV?: string;
	/** Secret of what listens for `npm start`: only what comes through there is answered. */
	readonly LOADLINE_FRONT?: string;
	/** Public address, `https://loadline.example.com`; else the one at which it was claimed. */
	readonly LOADLINE_URL?: string;
	/** Whoever has it may claim a deployment that nobody owns. */
	readonly LOADLINE_CLAIM?: string;
	/** OpenID Connect issuer at which people sign in, and Loadline's client there. */
	readonly LOADLINE_OIDC_ISSUER?: string;
	readonly LOADLINE_OIDC_CLIENT_ID?: string;
	readonly LOADLINE_OIDC_CLIENT_SECRET?: string;
	/** Cloudflare Access in front: `https://TEAM.cloudflareaccess.com` and the application's audience tag. */
	readonly LOADLINE_ACCESS_TEAM?: string;
	readonly LOADLINE_ACCESS_AUDIENCE?: string;
	/** `off`: clients may not register themselves. */
	readonly LOADLINE_REGISTRATION?: string;
	/** JSON of what a workspace may use, `{"asks": 5000}` (docs/deploy.md "Limits"). */
	readonly LOADLINE_SHARES?: string;
	/** JSON list of `{name, sha256, workspace, scopes}`. */
	readonly LOADLINE_TOKENS?: string;
	/** A JSON list of `{claim, value, workspace, role, issuer?}`. */
	readonly LOADLINE_CLAIMS?: string;
	/** A JSON list of `{secret, workspace, origins}`. */
	readonly LOADLINE_GRANTS?: string;
	/** Seals handles and secrets; `new,old` during a rotation. Required outside development. */
	readonly LOADLINE_SECRET?: string;
	/** `1`: upstreams may have private addresses, of whoever may change a configuration. */
	readonly LOADLINE_PRIVATE_UPSTREAMS?: string;
	/** Host names this deployment answers to besides its own, separated by commas. */
	readonly LOADLINE_HOSTS?: string;
	/** Origins of web pages that may call, `https://app.example`, separated by commas. */
	readonly LOADLINE_ORIGINS?: string;
	/** `UPSTREAM_…` secrets and `LOADLINE_…` settings. */
	readonly [name: string]: unknown;
}

/** Returns which addresses inside upstreams may have. */
export const insideOf = (env: Env): Inside =>
	env.LOADLINE_PRIVATE_UPSTREAMS === '1' ? 'private' : env.LOADLINE_DEV === '1';

/** The secret of dev mode, which serves loopback only. */
const DEVELOPMENT_SECRET = 'loadline development secret, known to everyone';

/**
 * Returns the secrets that seal handles. In development, where none need be set, the token list is one that its
 * callers do not know; without that there is one caller, and a fixed one does.
 */
export function handleSecrets(env: Env): Parameters<typeof createSealedBox>[0] {
	const [current, previous] = listed(env.LOADLINE_SECRET);
	if (current !== undefined) return { current, previous };
	return { current: tokenList(env) ?? DEVELOPMENT_SECRET };
}

/** Development without tokens: the one caller is the operator, too. */
export const isOpen = (env: Env) => env.LOADLINE_DEV === '1' && tokenList(env) === undefined;

/** LOADLINE_TOKENS; an empty list, as a form of a deployment leaves it, is none. */
export const tokenList = (env: Pick<Env, 'LOADLINE_TOKENS'>): string | undefined => {
	const json = set(env.LOADLINE_TOKENS);
	return json !== undefined && /^\s*\[\s*\]\s*$/.test(json) ? undefined : json;
};

/** A variable that is set to something. */
export const set = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Splits a comma-separated variable; empty entries are left out. */
export const listed = (value: unknown): string[] =>
	(set(value) ?? '')
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Host names that are answered; null: any, where the platform routes by name. */
export const servedHosts = (env: Env): readonly string[] | null => {
	if (env.LOADLINE_DEV === '1') return LOOPBACK;
	const hosts = listed(env.LOADLINE_HOSTS);
	return hosts.length > 0 ? hosts : null;
};

export const log = (entry: Readonly<Record<string, unknown>>) => console.log(JSON.stringify(entry));

/** Returns what logs failures as one kind of event. */
export const reporting = (event: string) => (error: unknown, correlationId?: string) =>
	log({ level: 'error', event, correlationId, error: reasonOf(error) });

/** Returns an error's name and message for the log, at most 500 characters and without the stack. */
export const reasonOf = (error: unknown): string =>
	error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown';
