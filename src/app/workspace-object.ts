// The Durable Object of a workspace: everything that has one writer lives in its database.
import { demoRecords } from '../../examples/demo/activities';
import draftAndRefine from '../../examples/workflows/draft-and-refine.yaml';
import pageThrough from '../../examples/workflows/page-through.yaml';
import tasksOneByOne from '../../examples/workflows/tasks-one-by-one.yaml';
import file from '../../loadline.yaml';
import type { Hosted } from '../adapters/cloudflare';
import { randomSnapshotId } from '../adapters/crypto';
import { freeMoments } from '../adapters/fetch';
import { workspaceStores } from '../adapters/sqlite';
import { ConfigLedger } from '../config';
import { ToolFingerprints } from '../gateway';
import { createHub } from '../memory';
import { atMost, estimate } from '../protect';
import { RecordsService } from '../records';
import { encodeBase64url } from '../shared/digits';
import { first } from '../shared/sql';
import { WorkflowService } from '../workflow';
import { configInForce } from './config';
import type { Env } from './env';
import { ownObject } from './own-object';

const DAY = 86_400_000;

/** Its name is the workspace's; what is due by retention is forgotten once a day while there is any. */
export class Workspace extends ownObject<Env>(({ name, sql, wakeAt }, env): Hosted => {
	const stores = workspaceStores(sql, () => Date.now());
	const { memory } = stores;
	const workflow = new WorkflowService({
		sql,
		bundled: [draftAndRefine, pageThrough, tasksOneByOne],
		now: () => Date.now(),
		newRunId: () => `run-${encodeBase64url(randomSnapshotId())}`,
	});
	/** Returns whether anything is kept that expires unused. */
	const ends = () =>
		['memory_evidence', 'memory_bindings', 'workflow_runs'].some(
			(table) => first(sql, `SELECT 1 FROM ${table} LIMIT 1`) !== undefined,
		);
	if (ends()) wakeAt(Date.now() + DAY);
	const records = new RecordsService({
		sql,
		now: () => Date.now(),
		uuid: () => crypto.randomUUID(),
		wakeAt,
		pause: () => freeMoments.next(name),
		demo: demoRecords,
	});
	return {
		services: {
			config: new ConfigLedger(sql, () => Date.now()),
			records,
			sights: new ToolFingerprints(sql, () => Date.now()),
			payloads: stores.payloads,
			baselines: stores.baselines,
			workflow,
			memory: createHub({
				store: memory,
				workspaceId: name,
				now: () => Date.now(),
				uuid: () => crypto.randomUUID(),
				estimate,
				atMost,
			}),
			tools: stores.tools,
		},
		// Imports that nobody goes on with, and what was kept for its time.
		async alarm() {
			await records.sweep();
			const { retention } = await configInForce(env, file, name);
			const now = Date.now();
			workflow.forgetBefore(now - retention.runDays * DAY);
			memory.forgetBefore({
				evidence: now - retention.attestationDays * DAY,
				bindings: now - retention.sessionDays * DAY,
			});
			if (ends()) wakeAt(now + DAY);
		},
	};
}) {}
