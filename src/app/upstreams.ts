// The servers behind, as the config in force names them: one source for each, over one pool of
// connections per isolate.
import { askingLater } from '../adapters/mcp/upstream/asking-later';
import type { Fetch } from '../adapters/mcp/upstream/guarded-fetch';
import type { HeldCalls } from '../adapters/mcp/upstream/held-calls';
import { UpstreamPool } from '../adapters/mcp/upstream/pool';
import type { Conversation, UpstreamSessions } from '../adapters/mcp/upstream/sessions';
import { type UpstreamSource, upstreamSource } from '../adapters/mcp/upstream/source';
import { headerTextFault } from '../config/headers';
import type { Config } from '../config/schema';
import { fillSecrets } from '../config/secret-reference';
import { type Env, upstreamSecret } from '../env';
import { fixedCredentials, generationOf } from '../gateway/credentials';
import { err } from '../shared/result';
import { loginCredentials, type Vaults } from './upstream-logins';

export interface UpstreamOptions {
	/** Whether servers of this machine may be called, over http. */
	readonly allowLoopback: boolean;
	/** Loadline's own, told to the servers. */
	readonly version: string;
	readonly fetch: Fetch;
	log(entry: Readonly<Record<string, unknown>>): void;
	/** Keeps work alive that nobody waits for. */
	defer(work: Promise<unknown>): void;
	/** Where users' own logins are kept. */
	readonly vaults: Vaults;
	/** Remembers sessions beyond this isolate. */
	readonly sessions: UpstreamSessions;
	/** Holds the calls of a conversation that wait for an answer. */
	heldCalls(conversation: Conversation): HeldCalls;
	/** What stands between every upstream and the gateway. */
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

export interface Upstreams {
	/** The sources of a config's upstreams, made once per config. */
	of(settings: Config): readonly UpstreamSource[];
	/** A server with nothing between it and whoever calls. */
	bare(settings: Config, name: string): UpstreamSource | undefined;
}

export function createUpstreams(
	env: Env,
	{ allowLoopback, version, fetch, log, defer, sessions, heldCalls, vaults, wrap }: UpstreamOptions,
): Upstreams {
	const pool = new UpstreamPool({
		now: () => Date.now(),
		fetch,
		version,
		defer,
		log,
	});
	const newId = () => crypto.randomUUID();
	const bareOf = madeOnce((settings) =>
		settings.upstreams.map((upstream) => {
			const { name, url, timeoutMs, maxTimeoutMs, tools, headers, auth } = upstream;
			const filled = filledHeaders(headers, upstreamSecret(env));
			if (!filled) {
				log({ level: 'error', event: 'upstream_secret_missing', upstream: name });
				return withoutSecret(name);
			}
			const { maxUpstreamBytes } = settings;
			const patience = { timeoutMs, maxTimeoutMs };
			const options = { name, url, ...patience, tools, maxUpstreamBytes, allowLoopback, sessions };
			const secret = upstreamSecret(env);
			const credentials = auth
				? loginCredentials(upstream, filled, { vaults, secret })
				: fixedCredentials(filled);
			const whose = { credentials, stateOf: generationOf(filled) };
			return upstreamSource({ ...options, ...whose }, pool);
		}),
	);
	const of = madeOnce((settings) =>
		bareOf(settings).map((source, at) => {
			const { url: server = '', pin: isPinned = false } = settings.upstreams[at] ?? {};
			return wrap(askingLater(source, { heldCalls, newId, defer }), { server, isPinned });
		}),
	);
	return {
		of,
		bare: (settings, name) => bareOf(settings).find((source) => source.name === name),
	};
}

/** What is made of a config, made once. */
function madeOnce<Made>(make: (settings: Config) => Made): (settings: Config) => Made {
	const made = new WeakMap<Config, { readonly value: Made }>();
	return (settings) => {
		const { value } = made.get(settings) ?? { value: make(settings) };
		made.set(settings, { value });
		return value;
	};
}

/** Stands for a server that cannot be asked; says so to whoever tries. */
function withoutSecret(name: string): UpstreamSource {
	const message = `Upstream "${name}" is not set up: its "headers" name a secret that is missing or cannot be sent. An administrator must set it.`;
	const fault = async () => err({ code: 'unavailable', message } as const);
	return {
		name,
		listTools: fault,
		callTool: fault,
		request: fault,
		declared: fault,
		state: () => ({ status: 'down', since: 0, reason: message }),
		endConversation: async () => {},
		endSession: async () => {},
		asksInside: async () => false,
	};
}

/** Each upstream and what the latest attempts to reach it said. */
export const statesOf = (settings: Config, sources: readonly UpstreamSource[]) => [
	...(settings.demo ? [{ name: 'demo', status: 'ok' }] : []),
	...settings.upstreams.map(({ name }) => {
		const state = sources.find((source) => source.name === name)?.state();
		const { status = 'down', since = 0, reason } = state ?? {};
		return {
			name,
			status,
			...(since > 0 && { since: new Date(since).toISOString() }),
			...(reason !== undefined && { reason }),
		};
	}),
];

/** Header values with their secrets; undefined when one is missing or cannot stand in a header. */
function filledHeaders(
	headers: Readonly<Record<string, string>>,
	secret: (name: string) => string | undefined,
): Record<string, string> | undefined {
	const filled: Record<string, string> = {};
	for (const [name, value] of Object.entries(headers)) {
		const text = fillSecrets(value, secret);
		if (!text.ok || headerTextFault(text.value) !== null) return undefined;
		filled[name] = text.value;
	}
	return filled;
}
