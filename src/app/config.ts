// The configuration in force, for the Worker and for its objects: what they do by themselves keeps to it too.
// Snapshots of a tool that was taken away stay closed, though the tool is there again.
import { defer, remote } from '../adapters/cloudflare';
import { createKvConfigStore } from '../adapters/kv';
import { type Config, type ConfigLedger, ConfigService } from '../config';
import {
	checkUpstreamUrl,
	endpointOf,
	type Gateway,
	type GatewayContext,
	isOffered,
	type Offers,
} from '../gateway';
import { canonicalJson } from '../shared/canonical-json';
import type { Remote } from '../shared/remote';
import { type Env, insideOf } from './env';
import { log } from './log';

type ConfigServiceOptions = ConstructorParameters<typeof ConfigService>[0];

/** @param file text of the bundled loadline.yaml */
export function configOptionsOf(env: Env, file: string): ConfigServiceOptions {
	const devMode = env.LOADLINE_DEV === '1';
	return {
		store: createKvConfigStore(env.LOADLINE_KV),
		ledger: (workspace) => remote<ConfigLedger>(env.WORKSPACE, workspace, 'config'),
		defer,
		checkUrl: (url) => checkUpstreamUrl(url, { allowLoopback: insideOf(env) }),
		...(typeof env.PROCESSES === 'object' && { commands: env.PROCESSES.commands }),
		devMode,
		file,
		environment: env,
		now: () => Date.now(),
		log: (event) => log({ level: 'info', ...event }),
	};
}

const made = new WeakMap<object, ConfigService>();

/** The configuration of a workspace, for an object of it. Made once per isolate. */
export async function configInForce(env: Env, file: string, workspace: string): Promise<Config> {
	const service = made.get(env) ?? new ConfigService(configOptionsOf(env, file));
	made.set(env, service);
	return (await service.current(workspace)).config;
}

/** Creates a gateway that is built once per config. */
export function gatewayUnderConfig(
	configOf: (workspace: string) => Promise<Config>,
	build: (config: Config, workspace: string) => Gateway,
): Gateway {
	const built = new WeakMap<Config, Gateway>();
	const at = async ({ principal }: GatewayContext) => {
		const config = await configOf(principal.workspace);
		const gateway = built.get(config) ?? build(config, principal.workspace);
		built.set(config, gateway);
		return gateway;
	};
	return {
		declared: async (context) => (await at(context)).declared(context),
		listTools: async (context, from) => (await at(context)).listTools(context, from),
		knownTool: async (name, context) => (await at(context)).knownTool(name, context),
		callTool: async (call, context) => (await at(context)).callTool(call, context),
		callPlain: async (call, context) => (await at(context)).callPlain(call, context),
		scopeOf: async (call, context) => (await at(context)).scopeOf(call, context),
		listen: async (wanted, context) => (await at(context)).listen(wanted, context),
		endConversation: async (context) => (await at(context)).endConversation(context),
		request: async (method, params, context) =>
			(await at(context)).request(method, params, context),
	};
}

/** Versions that are looked at: whoever changed it oftener since calls again. */
const MOST_VERSIONS = 20;
/** Answers remembered: of versions that are past nothing changes. */
const MOST = 2_000;

/** Describes the destination of an endpoint's calls, and their credentials. */
function wayTo({ upstreams }: Config, endpoint: string): string {
	const source = endpointOf(endpoint, {})?.source;
	const { url, headers, auth, command, args, env, cwd } =
		upstreams.find(({ name }) => name === source) ?? {};
	return canonicalJson({ url, headers, auth, command, args, env, cwd });
}

/** Creates the lookup of the configuration version offered to a workspace. */
export function createOffers(
	config: Pick<ConfigService, 'highest' | 'join'>,
	ledger: (workspace: string) => Pick<Remote<ConfigLedger>, 'newest'>,
): Offers {
	const known = new Map<string, boolean>();
	const look = async (workspace: string, endpoint: string, from: number, to: number) => {
		const head = config.highest(workspace);
		if (head - from >= MOST_VERSIONS) return false;
		const newest = await ledger(workspace).newest(head - from + 1);
		const versions = newest
			.filter(({ version }) => version >= from && version <= to)
			.flatMap(({ text }) => {
				const made = config.join(text, 'yaml');
				return made.ok ? [made.value.config] : [];
			});
		const isThere = versions.every((each) => isOffered(each, endpoint));
		return isThere && new Set(versions.map((each) => wayTo(each, endpoint))).size <= 1;
	};
	return {
		version: (workspace) => config.highest(workspace),
		async lasted(workspace, endpoint, from, to) {
			const key = JSON.stringify([workspace, endpoint, from, to]);
			const before = known.get(key);
			if (before !== undefined) return before;
			// Nothing is opened on a guess while the history cannot be asked.
			const lasted = await look(workspace, endpoint, from, to).catch(() => undefined);
			if (known.size >= MOST) known.clear();
			if (lasted !== undefined) known.set(key, lasted);
			return lasted ?? false;
		},
	};
}
