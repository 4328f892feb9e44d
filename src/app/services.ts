// The services of a workspace, reached through its Durable Object.
import { remote } from '../adapters/cloudflare/hosted-object';
import { kvDraftBodies } from '../adapters/cloudflare/kv-draft-bodies';
import type { PayloadTable } from '../adapters/sqlite/payload-store';
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
import { KEPT } from './session-object';

/**
 * @param settled see `Services`
 * @returns the services of a workspace; making them asks nothing of anyone
 */
export const createServices =
	(env: Env, settled: () => Promise<void>) =>
	(workspace: string): Services => ({
		config: remote<ConfigLedger>(env.WORKSPACE, workspace, 'config'),
		payloads: remote<PayloadTable>(env.WORKSPACE, workspace, 'payloads'),
		baselines: remote<PayloadTable>(env.WORKSPACE, workspace, 'baselines'),
		records: remote<RecordsService>(env.WORKSPACE, workspace, 'records'),
		sessions: remote<SessionList>(env.WORKSPACE, workspace, 'sessions'),
		session: (principal, name) =>
			remote<SessionService>(env.SESSION, `${workspace}/${principal}/${name}`, 'session'),
		kept: (principal) =>
			remote<KeptResults>(env.SESSION, `${workspace}/${principal}/${KEPT}`, 'kept'),
		settled,
		sights: remote<ToolSights>(env.WORKSPACE, workspace, 'sights'),
		workflow: remote<WorkflowService>(env.WORKSPACE, workspace, 'workflow'),
		tools: remote<ToolLedger>(env.WORKSPACE, workspace, 'tools'),
		memory: {
			hub: remote(env.WORKSPACE, workspace, 'memory') as RemoteHub,
			bodies: kvDraftBodies(env.LOADLINE_KV, workspace),
			now: () => Date.now(),
		},
	});
