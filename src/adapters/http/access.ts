// Authentication of requests: development mode, static bearer tokens, or none; within limits: a caller has so many
// requests a minute, an address so many wrong tokens. Whoever brings a valid one comes in, whatever others at the same
// address do.
import {
	accessMode,
	authenticate,
	bearerIn,
	CLOSED_ADVICE,
	deploymentSecretFault,
	LOCAL_PRINCIPAL,
	parseTokens,
	type TokenFacts,
	workspaceOfToken,
} from '../../auth';
import { ipv6 } from '../../gateway';
import { digestHex, sha256 } from '../crypto';
import type { Access, HttpDeps } from './deps';

export interface AccessOptions {
	/** Finds an API token of a workspace by its digest. */
	apiToken(workspace: string, digest: string): Promise<TokenFacts | null>;
	/** Started by `npm start`. */
	readonly devMode: boolean;
	/** The secret LOADLINE_TOKENS. */
	readonly tokens: string | undefined;
	/** LOADLINE_SECRET, its entries. */
	readonly secrets: readonly string[];
}

const HOW_TO =
	'Make a token with `openssl rand -hex 32`, its digest with `printf %s TOKEN | sha256sum`, then `wrangler secret put LOADLINE_TOKENS` with [{"name":"me","sha256":"DIGEST","workspace":"ws-main","scopes":["admin"]}]';

export const HOW_TO_SECRET =
	'Set it with `openssl rand -hex 32 | npx wrangler secret put LOADLINE_SECRET`.';

/** Decides by the configured tokens, read once. */
export const createAccess = ({ apiToken, devMode, tokens, secrets }: AccessOptions) => {
	const isAbsent = tokens === undefined || tokens.trim() === '';
	const parsed = parseTokens(tokens ?? '');
	const state = isAbsent ? 'absent' : parsed.ok ? 'valid' : 'malformed';
	const fault = isAbsent || parsed.ok ? '' : ` ${parsed.error}.`;
	const weak = devMode ? null : deploymentSecretFault(secrets);
	return async (request: Request): Promise<Access> => {
		const mode = accessMode({ devMode, hostname: new URL(request.url).hostname, tokens: state });
		if (mode !== 'closed' && weak !== null)
			return { kind: 'closed', advice: `Loadline is closed: ${weak}. ${HOW_TO_SECRET}` };
		const bearer = bearerIn(request.headers.get('authorization'));
		const workspace = bearer.ok ? workspaceOfToken(bearer.value) : undefined;
		// Whoever owns the deployment may have made some without a list.
		const isListless = isAbsent && weak === null;
		if (bearer.ok && workspace !== undefined && (mode !== 'closed' || isListless)) {
			const known = await apiToken(workspace, await digestHex(bearer.value));
			if (!known) return { kind: 'refused', fault: 'invalid' };
			const { principal: id, name, scopes } = known;
			return { kind: 'caller', principal: { id, name, workspace, scopes } };
		}
		if (mode === 'dev') return { kind: 'caller', principal: LOCAL_PRINCIPAL };
		if (mode === 'closed' || !parsed.ok)
			return { kind: 'closed', advice: `${CLOSED_ADVICE}${fault} ${HOW_TO}` };
		const caller = await authenticate(request.headers.get('authorization'), parsed.value, digest);
		return caller.ok
			? { kind: 'caller', principal: caller.value }
			: { kind: 'refused', fault: caller.error };
	};
};

const digest = (text: string) => sha256(new TextEncoder().encode(text));

/** A counter of the platform (`[[ratelimits]]` in wrangler.toml), or one like it. */
export interface RateLimit {
	limit(of: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

export interface Limits {
	/** Requests of one principal. */
	readonly calls: RateLimit;
	/** Wrong tokens from one address. */
	readonly refusals: RateLimit;
	/** More wrong tokens came from an address than it has; each time that is counted anew. */
	blocked(address: string): Promise<void>;
	/** True where nobody is counted: the one user of development. */
	readonly isFree: boolean;
}

/** Seconds: both counters count in minutes. */
const MINUTE = 60;

/** Returns whether an address may try again: passphrases, tokens, claim secrets, registrations; counts the try. */
export const tries = ({ refusals }: Pick<Limits, 'refusals'>) => ({
	mayTry: async (request: Request, what = 'try'): Promise<boolean> =>
		(await refusals.limit({ key: `${what} ${addressOf(request)}` })).success,
});

/** Returns the address of a request, as the platform gives it: for IPv6 the /64 network, which is one customer's. */
export const addressOf = ({ headers }: Request): string => {
	const address = headers.get('cf-connecting-ip') ?? 'unknown';
	// As a socket of both kinds writes an IPv4 address.
	if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
	const network = address.includes(':') && ipv6(address)?.slice(0, 4);
	return network ? `${network.map((group) => group.toString(16)).join(':')}::/64` : address;
};

/** Access with limits: of a caller's requests, and of an address's wrong tokens. */
export function limitedAccess(
	access: HttpDeps['access'],
	{ calls, refusals, blocked, isFree }: Limits,
): HttpDeps['access'] {
	const limited: Access = { kind: 'limited', retryAfterSeconds: MINUTE };
	return async (request, owner) => {
		const found = await access(request, owner);
		if (found.kind === 'refused' && found.fault === 'invalid') {
			const address = addressOf(request);
			if ((await refusals.limit({ key: address })).success) return found;
			await blocked(address);
			return limited;
		}
		if (found.kind !== 'caller' || isFree) return found;
		const { workspace, id } = found.principal;
		return (await calls.limit({ key: `${workspace}/${id}` })).success ? found : limited;
	};
}
