// The Durable Object of a workspace: everything that has one writer lives in its database.
import file from '../../loadline.yaml';
import type { Hosted } from '../adapters/cloudflare/hosted-object';
import { createSqliteConfigHistory } from '../adapters/sqlite/config-history';
import { createSqliteMemoryStore } from '../adapters/sqlite/memory-store';
import { createSqlitePayloads } from '../adapters/sqlite/payload-store';
import { createSqliteFindingStore } from '../adapters/sqlite/records-findings';
import { createSqliteRecordStore } from '../adapters/sqlite/records-store';
import { EarlierSessions } from '../adapters/sqlite/session-list';
import { createSqliteSightStore } from '../adapters/sqlite/sight-store';
import { createSqliteToolLedger } from '../adapters/sqlite/tool-ledger';
import { createSqliteDefinitionStore } from '../adapters/sqlite/workflow-definitions';
import { createSqliteRunStore } from '../adapters/sqlite/workflow-runs';
import { randomSnapshotId } from '../adapters/web-crypto';
import { ConfigLedger } from '../config/history';
import type { Env } from '../env';
import { encodeBase64url } from '../gateway/base64url';
import { ToolLedger } from '../gateway/tool-ledger';
import { ToolSights } from '../gateway/tool-sights';
import { createHub } from '../memory/hub/hub';
import { DEFAULT_META_PROMPT } from '../memory/meta-prompt';
import { atMost } from '../protect/budget';
import { estimate } from '../protect/tokens/estimate';
import { RecordsService } from '../records/service';
import { first } from '../shared/sql';
import { WorkflowService } from '../workflow/service';
import { BUNDLED_WORKFLOWS } from './bundled-workflows';
import { configInForce } from './config';
import { ownObject } from './own-object';

const DAY = 86_400_000;

/** Its name is the workspace's; what is due by retention is forgotten once a day while there is any. */
export class Workspace extends ownObject<Env>(({ name, sql, wakeAt }, env): Hosted => {
	const runs = createSqliteRunStore(sql);
	const memory = createSqliteMemoryStore(sql);
	/** What ends when nobody uses it. */
	const ends = () =>
		['memory_evidence', 'memory_bindings', 'workflow_runs'].some(
			(table) => first(sql, `SELECT 1 FROM ${table} LIMIT 1`) !== undefined,
		);
	if (ends()) wakeAt(Date.now() + DAY);
	const records = new RecordsService({
		records: createSqliteRecordStore(sql),
		findings: createSqliteFindingStore(sql),
		now: () => Date.now(),
		uuid: () => crypto.randomUUID(),
		wakeAt,
	});
	return {
		services: {
			config: new ConfigLedger(createSqliteConfigHistory(sql), () => Date.now()),
			records,
			sights: new ToolSights(createSqliteSightStore(sql), () => Date.now()),
			payloads: createSqlitePayloads(sql, 'replay_saved'),
			baselines: createSqlitePayloads(sql, 'replay_baselines'),
			earlierSessions: new EarlierSessions(sql),
			workflow: new WorkflowService({
				definitions: createSqliteDefinitionStore(sql),
				runs,
				bundled: BUNDLED_WORKFLOWS,
				now: () => Date.now(),
				newRunId: () => `run-${encodeBase64url(randomSnapshotId())}`,
			}),
			memory: createHub({
				store: memory,
				workspaceId: name,
				now: () => Date.now(),
				uuid: () => crypto.randomUUID(),
				estimate,
				atMost,
				metaPrompt: DEFAULT_META_PROMPT,
			}),
			tools: new ToolLedger(createSqliteToolLedger(sql), () => Date.now()),
		},
		// Imports that nobody goes on with, and what was kept for its time.
		async alarm() {
			records.sweep();
			const { retention } = await configInForce(env, file, name);
			const now = Date.now();
			runs.forgetBefore(now - retention.runDays * DAY);
			memory.forgetBefore({
				evidence: now - retention.attestationDays * DAY,
				bindings: now - retention.sessionDays * DAY,
			});
			if (ends()) wakeAt(now + DAY);
		},
	};
}) {}
