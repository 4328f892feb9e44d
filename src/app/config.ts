// The configuration in force, for the Worker and for its objects: what they do by themselves keeps to it too.
import { defer, remote } from '../adapters/cloudflare';
import { createKvConfigStore } from '../adapters/kv';
import { type Config, type ConfigLedger, ConfigService } from '../config';
import { checkUpstreamUrl } from '../gateway';
import { onceFor } from '../shared/once';
import { type Env, insideOf, log } from './env';

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
		now: Date.now,
		log: (event) => log({ level: 'info', ...event }),
	};
}

const serviceOf = onceFor(
	(env: Env, file: string) => new ConfigService(configOptionsOf(env, file)),
);

/** The configuration of a workspace, for an object of it; its service is made once per isolate. */
export const configInForce = async (env: Env, file: string, workspace: string): Promise<Config> =>
	(await serviceOf(env, file).current(workspace)).config;
