// The services of a workspace, reached through its Durable Object.
import { remote } from '../adapters/cloudflare/hosted-object';
import { kvDraftBodies } from '../adapters/cloudflare/kv-draft-bodies';
import type { PayloadTable } from '../adapters/sqlite/payload-store';
import type { EarlierSessions } from '../adapters/sqlite/session-list';
import type { ConfigLedger } from '../config/history';
import type { Env } from '../env';
import type { Services } from '../gateway/services';
import type { ToolLedger } from '../gateway/tool-ledger';
import type { ToolSights } from '../gateway/tool-sights';
import type { RemoteHub } from '../memory/hub/hub';
import type { RecordsService } from '../records/service';
import type { KeptResults } from '../session/kept-results';
import type { SessionList } from '../session/list-service';
import type { SessionService } from '../session/service';
import type { WorkflowService } from '../workflow/service';
import { endSession, KEPT } from './ended-session';
import type { Forwarding } from './forwarding';

/**
 * @param recorded see `settled` and `told` of `Services`
 * @returns the services of a workspace; making them asks nothing of anyone
 */
export const createServices =
	(env: Env, recorded: { settled(): Promise<void>; told(workspace: string): Promise<void> }) =>
	(workspace: string): Services => ({
		config: remote<ConfigLedger>(env.WORKSPACE, workspace, 'config'),
		payloads: remote<PayloadTable>(env.WORKSPACE, workspace, 'payloads'),
		baselines: remote<PayloadTable>(env.WORKSPACE, workspace, 'baselines'),
		records: remote<RecordsService>(env.WORKSPACE, workspace, 'records'),
		sessions: sessionsOf(env, workspace),
		session: (principal, name) =>
			remote<SessionService>(env.SESSION, `${workspace}/${principal}/${name}`, 'session'),
		forwarding: (principal, name) =>
			remote<Forwarding>(env.SESSION, `${workspace}/${principal}/${name}`, 'forwarding'),
		kept: (principal) =>
			remote<KeptResults>(env.SESSION, `${workspace}/${principal}/${KEPT}`, 'kept'),
		async endSession(principal, name) {
			// What is on its way would make it anew.
			await recorded.settled();
			const list = sessionsOf(env, workspace);
			await endSession(env, list, workspace, { principal, session: name });
		},
		settled: () => recorded.settled(),
		told: () => recorded.told(workspace),
		sights: remote<ToolSights>(env.WORKSPACE, workspace, 'sights'),
		workflow: remote<WorkflowService>(env.WORKSPACE, workspace, 'workflow'),
		tools: remote<ToolLedger>(env.WORKSPACE, workspace, 'tools'),
		memory: {
			hub: remote(env.WORKSPACE, workspace, 'memory') as RemoteHub,
			bodies: kvDraftBodies(env.LOADLINE_KV, workspace),
			now: () => Date.now(),
		},
	});

/** The list of sessions. What an earlier version listed in the workspace's object is taken over when it is read. */
function sessionsOf(env: Env, workspace: string): Services['sessions'] {
	const sessions = remote<SessionList>(env.TELEMETRY, workspace, 'sessions');
	const earlier = remote<EarlierSessions>(env.WORKSPACE, workspace, 'earlierSessions');
	const takeOver = async () => {
		const listed = await earlier.all();
		if (listed.length === 0) return;
		await sessions.adopt({ sessions: listed });
		await earlier.drop();
	};
	return {
		remove: (session) => sessions.remove(session),
		list: async (query) => {
			await takeOver();
			return sessions.list(query);
		},
	};
}
