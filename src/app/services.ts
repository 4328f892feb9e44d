// The services of a workspace, reached through its Durable Object.

import { remote } from '../adapters/cloudflare';
import { kvDraftBodies } from '../adapters/kv';
import type { Services, SessionRecorder } from '../gateway';
import type { KeptResults, SessionList } from '../session';
import { remember } from '../shared/remember';
import type { Env } from './env';
import { endSession, KEPT } from './objects';
import { chargedFor, type Shares } from './shares';

const MOST_KNOWN = 500;

/** Returns the services of a workspace, made without asking anyone. @param recorded `settled`, `told` of `Services` */
export function createServices(
	env: Env,
	recorded: Pick<SessionRecorder, 'settled' | 'told'>,
	shares: Shares,
) {
	const known = new Map<string, Services>();
	const make = (workspace: string): Services => ({
		config: remote(env.WORKSPACE, workspace, 'config'),
		payloads: remote(env.WORKSPACE, workspace, 'payloads'),
		baselines: remote(env.WORKSPACE, workspace, 'baselines'),
		records: remote(env.WORKSPACE, workspace, 'records'),
		sessions: remote(env.TELEMETRY, workspace, 'sessions'),
		session: (principal, name) =>
			remote(env.SESSION, `${workspace}/${principal}/${name}`, 'session'),
		forwarding: (principal, name) =>
			remote(env.SESSION, `${workspace}/${principal}/${name}`, 'forwarding'),
		kept: (principal) => {
			const kept = remote<KeptResults>(env.SESSION, `${workspace}/${principal}/${KEPT}`, 'kept');
			return chargedFor(kept, workspace, shares);
		},
		prompts: (principal) => remote(env.SESSION, `${workspace}/${principal}/${KEPT}`, 'prompts'),
		async endSession(principal, name) {
			// A record on its way would make the session anew.
			await recorded.settled(workspace);
			const list = remote<SessionList>(env.TELEMETRY, workspace, 'sessions');
			await endSession(env, list, workspace, { principal, session: name });
		},
		settled: () => recorded.settled(workspace),
		told: () => recorded.told(workspace),
		sights: remote(env.WORKSPACE, workspace, 'sights'),
		workflow: remote(env.WORKSPACE, workspace, 'workflow'),
		learnt: remote(env.TELEMETRY, workspace, 'learnt'),
		tools: remote(env.WORKSPACE, workspace, 'tools'),
		memory: {
			hub: remote(env.WORKSPACE, workspace, 'memory'),
			bodies: kvDraftBodies(env.LOADLINE_KV, workspace),
			now: () => Date.now(),
		},
	});
	return (workspace: string): Services => {
		const services = known.get(workspace) ?? make(workspace);
		if (!known.has(workspace)) remember(known, workspace, services, MOST_KNOWN);
		return services;
	};
}
