// The services of a workspace, reached through its Durable Object.

import { remote } from '../adapters/cloudflare';
import { kvDraftBodies } from '../adapters/kv';
import type { TelemetryStores, WorkspaceStores } from '../adapters/sqlite';
import type { ConfigLedger } from '../config';
import type { Services, ToolFingerprints, ToolLedger } from '../gateway';
import type { RecordsService } from '../records';
import type { KeptPrompts, KeptResults, SessionList, SessionService } from '../session';
import { remember } from '../shared/remember';
import type { WorkflowService } from '../workflow';
import type { createForwarding } from './book';
import type { Env } from './env';
import { endSession, KEPT } from './own-object';
import { chargedFor, type Shares } from './shares';

const MOST_KNOWN = 500;

/**
 * @param recorded see `settled` and `told` of `Services`
 * @returns the services of a workspace; making them asks nothing of anyone
 */
export function createServices(
	env: Env,
	recorded: { settled(): Promise<void>; told(workspace: string): Promise<void> },
	shares: Shares,
) {
	const known = new Map<string, Services>();
	/** Services of the object of a session, named by workspace, principal and session. */
	const inSession = <Service extends object>(service: string, ...name: readonly string[]) =>
		remote<Service>(env.SESSION, name.join('/'), service);
	const make = (workspace: string): Services => ({
		config: remote<ConfigLedger>(env.WORKSPACE, workspace, 'config'),
		payloads: remote<WorkspaceStores['payloads']>(env.WORKSPACE, workspace, 'payloads'),
		baselines: remote<WorkspaceStores['baselines']>(env.WORKSPACE, workspace, 'baselines'),
		records: remote<RecordsService>(env.WORKSPACE, workspace, 'records'),
		sessions: remote<SessionList>(env.TELEMETRY, workspace, 'sessions'),
		session: (principal, name) => inSession<SessionService>('session', workspace, principal, name),
		forwarding: (principal, name) =>
			inSession<ReturnType<typeof createForwarding>>('forwarding', workspace, principal, name),
		kept: (principal) =>
			chargedFor(inSession<KeptResults>('kept', workspace, principal, KEPT), workspace, shares),
		prompts: (principal) => inSession<KeptPrompts>('prompts', workspace, principal, KEPT),
		async endSession(principal, name) {
			// A record on its way would make the session anew.
			await recorded.settled();
			const list = remote<SessionList>(env.TELEMETRY, workspace, 'sessions');
			await endSession(env, list, workspace, { principal, session: name });
		},
		settled: () => recorded.settled(),
		told: () => recorded.told(workspace),
		sights: remote<ToolFingerprints>(env.WORKSPACE, workspace, 'sights'),
		workflow: remote<WorkflowService>(env.WORKSPACE, workspace, 'workflow'),
		learnt: remote<TelemetryStores['learnt']>(env.TELEMETRY, workspace, 'learnt'),
		tools: remote<ToolLedger>(env.WORKSPACE, workspace, 'tools'),
		memory: {
			hub: remote(env.WORKSPACE, workspace, 'memory') as Services['memory']['hub'],
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
