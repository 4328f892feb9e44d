// The composition root: bindings → stores → gateway → handlers. Everything that lives as long as
// an isolate is made here, once; what belongs to a request is made in the functions below.
import { defer } from './adapters/cloudflare/defer';
import { createKvConfigStore } from './adapters/cloudflare/kv-config-store';
import { createKvSnapshotStore } from './adapters/cloudflare/kv-snapshot-store';
import { UpstreamPool } from './adapters/mcp/upstream/pool';
import { type UpstreamSource, upstreamSource } from './adapters/mcp/upstream/source';
import {
	createHandleHmac,
	DEVELOPMENT_SECRET,
	randomSnapshotId,
	sha256,
} from './adapters/web-crypto';
import { headerTextFault } from './config/headers';
import type { Config } from './config/schema';
import { fillSecrets } from './config/secret-reference';
import { ConfigService } from './config/service';
import { type Env, handleSecrets, upstreamSecret } from './env';
import { Catalog } from './gateway/catalog';
import { createDemoSource } from './gateway/demo/source';
import { GatewayService } from './gateway/service';
import { createShelf } from './gateway/shelf';
import type { ToolSource } from './gateway/tool-source';
import { checkUpstreamUrl } from './gateway/upstream-url';

export const VERSION = '0.1.0';

/** What one isolate keeps. */
export interface Loadline {
	readonly config: ConfigService;
	/** A gateway for one request under the config that is in force when it begins. */
	gateway(config: Config): GatewayService;
	/** Each configured upstream and what the latest attempts to reach it said. */
	upstreams(config: Config): readonly { readonly name: string; readonly status: string }[];
}

/** One line of JSON for the log; never arguments, results or secrets. */
export const log = (entry: Readonly<Record<string, unknown>>): void =>
	console.log(JSON.stringify(entry));

export function createLoadline(env: Env, devMode: boolean, file: string): Loadline {
	const now = () => Date.now();
	const checkUrl = (url: string) => checkUpstreamUrl(url, { allowLoopback: devMode });
	const config = new ConfigService({
		store: createKvConfigStore(env.LOADLINE_KV),
		checkUrl,
		devMode,
		file,
		environment: env,
		now,
		log: (event) => log({ level: 'info', ...event }),
	});
	const shelf = createShelf({
		store: createKvSnapshotStore(env.LOADLINE_KV),
		hmac: createHandleHmac(handleSecrets(env, DEVELOPMENT_SECRET)),
		randomId: randomSnapshotId,
		defer,
	});
	const catalog = new Catalog(now);
	const pool = new UpstreamPool({
		now,
		fetch: (input, init) => fetch(input, init),
		version: VERSION,
	});
	const demo = createDemoSource();
	const built = new WeakMap<Config, readonly UpstreamSource[]>();

	const upstreams = (settings: Config): readonly UpstreamSource[] => {
		const known = built.get(settings);
		if (known) return known;
		const made = settings.upstreams.flatMap((upstream) => {
			const headers = filledHeaders(upstream.headers, upstreamSecret(env));
			if (!headers) {
				log({ level: 'error', event: 'upstream_header_secret_missing', upstream: upstream.name });
				return [];
			}
			const { maxUpstreamBytes } = settings;
			const { name, url, timeoutMs, tools } = upstream;
			return [
				upstreamSource(
					{ name, url, timeoutMs, tools, headers, maxUpstreamBytes, allowLoopback: devMode },
					pool,
				),
			];
		});
		built.set(settings, made);
		return made;
	};

	return {
		config,
		gateway: (settings) => {
			const sources: readonly ToolSource[] = [
				...(settings.demo ? [demo] : []),
				...upstreams(settings),
			];
			const seconds = () => Math.floor(now() / 1000);
			return new GatewayService({ config: settings, sources, catalog, shelf, sha256, now: seconds });
		},
		upstreams: (settings) => {
			const made = upstreams(settings);
			return settings.upstreams.map(({ name }) => ({
				name,
				status: made.find((source) => source.name === name)?.state().status ?? 'down',
			}));
		},
	};
}

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
