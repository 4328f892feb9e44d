// The Durable Object of a workspace: everything that has one writer lives in its database.
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';
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
import { encodeBase64url } from '../gateway/base64url';
import { ToolLedger } from '../gateway/tool-ledger';
import { ToolSights } from '../gateway/tool-sights';
import { createHub } from '../memory/hub/hub';
import { DEFAULT_META_PROMPT } from '../memory/meta-prompt';
import { estimate } from '../protect/tokens/estimate';
import { RecordsService } from '../records/service';
import { WorkflowService } from '../workflow/service';
import { BUNDLED_WORKFLOWS } from './bundled-workflows';

export class Workspace extends hostedObject(({ name, sql, wakeAt }): Hosted => {
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
				runs: createSqliteRunStore(sql),
				bundled: BUNDLED_WORKFLOWS,
				now: () => Date.now(),
				newRunId: () => `run-${encodeBase64url(randomSnapshotId())}`,
			}),
			memory: createHub({
				store: createSqliteMemoryStore(sql),
				workspaceId: name,
				now: () => Date.now(),
				uuid: () => crypto.randomUUID(),
				estimate,
				metaPrompt: DEFAULT_META_PROMPT,
			}),
			tools: new ToolLedger(createSqliteToolLedger(sql), () => Date.now()),
		},
		// An import that nobody goes on with is forgotten.
		alarm: () => {
			records.sweep();
			return false;
		},
	};
}) {}
