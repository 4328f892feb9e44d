// The Durable Object of a workspace: everything that has one writer lives in its database.
import file from '../../loadline.yaml';
import type { Hosted } from '../adapters/cloudflare';
import { randomSnapshotId } from '../adapters/crypto';
import {
	createSqliteConfigHistory,
	createSqliteDefinitionStore,
	createSqliteFindingStore,
	createSqliteMemoryStore,
	createSqlitePayloads,
	createSqliteRecordStore,
	createSqliteRunStore,
	createSqliteSightStore,
	createSqliteToolLedger,
	EarlierSessions,
} from '../adapters/sqlite';
import { ConfigLedger } from '../config';
import { encodeBase64url, ToolLedger, ToolSights } from '../gateway';
import { createHub, DEFAULT_META_PROMPT } from '../memory';
import { atMost, estimate } from '../protect';
import { RecordsService } from '../records';
import { first } from '../shared/sql';
import { WorkflowService } from '../workflow';
import { BUNDLED_WORKFLOWS } from './bundled-workflows';
import { configInForce } from './config';
import type { Env } from './env';
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
