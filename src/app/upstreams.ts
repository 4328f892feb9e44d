// The servers behind, as the config in force names them: one source for each, over one pool of connections per isolate;
// and a workspace's health.
import { defer } from '../adapters/cloudflare';
import type { LocalServer } from '../adapters/fetch';
import type { HttpDeps } from '../adapters/http';
import {
	askingLater,
	OpenStreams,
	toldInCalls,
	UpstreamPool,
	upstreamSource,
} from '../adapters/mcp';
import type { Principal } from '../auth';
import { type Config, type ConfigService, fillSecrets } from '../config';
import { type Credentials, generationOf, type SourceFault, straightCalls } from '../gateway';
import { onceFor } from '../shared/once';
import { err, ok, type Result } from '../shared/result';
import { VERSION } from '../shared/version';
import { type Env, insideOf, log, set } from './env';
import { faultText, type SecretBook, type SecretFault } from './secret-book';
import { createConversations, type createServices } from './services';
import { alertRulesOf, type createTelemetry } from './telemetry';
import { loginCredentials, type OutfitOf, type Vaults } from './upstream-logins';

type UpstreamSource = ReturnType<typeof upstreamSource>;

/** Dependencies of upstream sources; they live as long as the isolate. */
export interface UpstreamOptions {
	readonly fetch: ConstructorParameters<typeof UpstreamPool>[0]['fetch'];
	readonly book: SecretBook;
	readonly vaults: Vaults;
	wrap(
		source: UpstreamSource,
		facts: { readonly server: string; readonly isPinned: boolean },
	): UpstreamSource;
}

/** Every name under which a server stands behind `/mcp/<name>`. */
export const namesOf = (settings: Config): string[] => [
	...(settings.demo ? ['demo'] : []),
	...settings.upstreams.map(({ name }) => name),
];

/** Makes the sources of a config's upstreams, once per config, which is one workspace's. */
export function createUpstreams(env: Env, { fetch, vaults, book, wrap }: UpstreamOptions) {
	const pool = new UpstreamPool({ now: Date.now, fetch, version: VERSION, defer, log });
	const allowLoopback = insideOf(env);
	const conversations = createConversations(env.CONVERSATION);
	const sessions: Parameters<typeof upstreamSource>[0]['sessions'] = ({ principal, name }) =>
		conversations.upstreamSessions(principal, name);
	const holding: Parameters<typeof askingLater>[1] = {
		heldCalls: ({ principal, name }) => conversations.heldCalls(principal, name),
		newId: () => crypto.randomUUID(),
		defer,
	};
	const streams = new OpenStreams();
	/** An upstream's address and headers for a caller; what is missing is said, and logged once. */
	const outfits = (upstream: Config['upstreams'][number]): OutfitOf => {
		let isTold = false;
		return async ({ principal }) => {
			const { workspace, id } = principal;
			const outfit = await book.outfit(upstream, { workspace, principal: id });
			if (outfit.ok) return outfit;
			if (!isTold)
				log({ level: 'error', event: 'upstream_secret_missing', upstream: upstream.name });
			isTold = true;
			return err(unsetFault(upstream.name, outfit.error));
		};
	};
	const bareOf = onceFor((settings: Config, workspace: string) =>
		settings.upstreams.map((upstream) => {
			const { name, url, timeoutMs, maxTimeoutMs, tools, headers, auth } = upstream;
			const { maxUpstreamBytes } = settings;
			const patience = { timeoutMs, maxTimeoutMs };
			const options = { name, url, ...patience, tools, maxUpstreamBytes, allowLoopback, sessions };
			const local = localOf(upstream, env);
			if (local?.ok && env.PROCESSES) {
				const fetch = env.PROCESSES.fetchOf(workspace, local.value);
				const generation = generationOf({ local: JSON.stringify(local.value) });
				const way = { url: `http://stdio.localhost/${name}`, headers: {} };
				const credentials = { of: async () => ok({ ...way, generation }) };
				const here = { ...options, ...way, fetch, allowLoopback: true };
				return upstreamSource({ ...here, credentials, stateOf: workspace + generation }, pool);
			}
			const outfitOf = local?.ok === false ? async () => local : outfits(upstream);
			const credentials = auth
				? loginCredentials(upstream, { vaults, outfitOf })
				: secretCredentials(outfitOf);
			const stateOf = JSON.stringify([workspace, generationOf(headers)]);
			return upstreamSource({ ...options, credentials, stateOf }, pool);
		}),
	);
	const of = onceFor((settings: Config, workspace: string) =>
		bareOf(settings, workspace).map((source, at) => {
			const { url, command, args, pin: isPinned = false } = settings.upstreams[at] ?? {};
			const server = url || JSON.stringify([command, args]);
			const guarded = (bare: UpstreamSource) =>
				wrap(toldInCalls(askingLater(bare, holding), streams), { server, isPinned });
			// A pinned server's tools are looked at before each call.
			if (isPinned) return guarded(source);
			return straightCalls(source, toldInCalls(source, streams).callTool, guarded);
		}),
	);
	return {
		of,
		/** A server with nothing between it and whoever calls. */
		bare: (settings: Config, workspace: string, name: string) =>
			bareOf(settings, workspace).find((source) => source.name === name),
		/** Returns the faults of upstreams with missing secrets, by name. */
		unset: async (settings: Config, { workspace, id }: Principal) => {
			const asked = settings.upstreams.map(async (upstream) => {
				const outfit = await book.outfit(upstream, { workspace, principal: id });
				return outfit.ok ? [] : [[upstream.name, unsetFault(upstream.name, outfit.error).message]];
			});
			return Object.fromEntries((await Promise.all(asked)).flat());
		},
	};
}

/** The process of an upstream that is one; the fault says which secret is not set. */
function localOf(
	{ name, command, args = [], env: given = {}, cwd, shared = false }: Config['upstreams'][number],
	env: Env,
): Result<LocalServer, SourceFault> | undefined {
	if (command === undefined) return undefined;
	const missing: string[] = [];
	const filled = (text: string): string => {
		const made = fillSecrets(text, ({ name: secret }) => set(env[secret]));
		if (made.ok) return made.value;
		missing.push(...made.error.map(({ name: secret }) => secret));
		return '';
	};
	const server: LocalServer = {
		...{ name, command, shared, args: args.map(filled) },
		env: Object.fromEntries(Object.entries(given).map(([key, value]) => [key, filled(value)])),
		...(cwd !== undefined && { cwd }),
	};
	const [first] = missing;
	if (first === undefined) return ok(server);
	const reference = { owner: 'deployment', name: first } as const;
	return err(unsetFault(name, { reference, why: 'missing', origin: '' }));
}

const unsetFault = (upstream: string, fault: SecretFault): SourceFault => ({
	code: 'unavailable',
	message: `Upstream "${upstream}" is not set up: ${faultText(fault)}.`,
});

/** The same for all whom the same secrets are lent; without secrets they are everybody's, made once. */
const secretCredentials = (outfitOf: OutfitOf): Credentials => {
	let known: Awaited<ReturnType<Credentials['of']>> | undefined;
	return {
		async of(context) {
			if (known) return known;
			const outfit = await outfitOf(context);
			if (!outfit.ok) return outfit;
			const { url, headers, secrets } = outfit.value;
			const made = ok({ url, headers, secrets, generation: generationOf({ ...headers, url }) });
			if (secrets.length === 0) known = made;
			return made;
		},
	};
};

/** Each upstream and what the latest attempts to reach it said. */
export const statesOf = (
	settings: Config,
	sources: readonly UpstreamSource[],
	unset: Readonly<Record<string, string>>,
) => [
	...(settings.demo ? [{ name: 'demo', status: 'ok' }] : []),
	...settings.upstreams.map(({ name }) => {
		const state = sources.find((source) => source.name === name)?.state();
		const why = Object.hasOwn(unset, name) ? unset[name] : undefined;
		if (why !== undefined) return { name, status: 'down', reason: why };
		const { status = 'down', since = 0, reason } = state ?? {};
		return {
			name,
			status,
			...(since > 0 && { since: new Date(since).toISOString() }),
			...(reason !== undefined && { reason }),
		};
	}),
];

/** Makes the reader of a workspace's health; changed tools are left out where that cannot be said. */
export const createHealth =
	(
		env: Env,
		config: ConfigService,
		services: ReturnType<typeof createServices>,
		upstreams: ReturnType<typeof createUpstreams>,
		telemetry: Pick<ReturnType<typeof createTelemetry>, 'health'>,
	): HttpDeps['health'] =>
	async (principal) => {
		const { workspace } = principal;
		const { config: settings, version, problem } = await config.current(workspace);
		const storage = env.LOADLINE_KV.troubles?.() ?? [];
		const unset = await upstreams.unset(settings, principal);
		const changed = await services(workspace)
			.sights.changes()
			.catch(() => []);
		return {
			upstreams: statesOf(settings, upstreams.of(settings, workspace), unset),
			...(changed.length > 0 && { changedTools: changed }),
			configVersion: version,
			...(problem && { configProblem: problem }),
			...(storage.length > 0 && { storage }),
			telemetry: await telemetry.health(workspace, alertRulesOf(settings)),
		};
	};
