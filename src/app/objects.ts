// Our Durable Objects: each can show what it keeps, and let go of it. Here are the workspace's, in whose database everything
// lives that has one writer, those of sessions and of vaults; the Directory and Telemetry have files of their own.
import { demoRecords } from '../../examples/demo/activities';
import draftAndRefine from '../../examples/workflows/draft-and-refine.yaml';
import pageThrough from '../../examples/workflows/page-through.yaml';
import tasksOneByOne from '../../examples/workflows/tasks-one-by-one.yaml';
import file from '../../loadline.yaml';
import { type Hosted, type HostNamespace, hostedObject, remote } from '../adapters/cloudflare';
import { createSealedBox, randomCallId, randomSnapshotId } from '../adapters/crypto';
import { freeMoments, turns } from '../adapters/fetch';
import { createForeignFetch, Vault as Grants } from '../adapters/oauth';
import { ownedRows, SecretStore, type TelemetryStores, workspaceStores } from '../adapters/sqlite';
import { ConfigLedger } from '../config';
import { ToolFingerprints } from '../gateway';
import { createHub } from '../memory';
import { atMost, estimate } from '../protect';
import { RecordsService } from '../records';
import {
	KeptPrompts,
	KeptResults,
	type SessionList,
	SessionService,
	type SessionSummary,
} from '../session';
import { encodeBase64url } from '../shared/digits';
import type { Remote } from '../shared/remote';
import { first, hasTable, type Sql } from '../shared/sql';
import type { CallRecord } from '../telemetry';
import { WorkflowService } from '../workflow';
import { configInForce } from './config';
import { type Env, handleSecrets } from './env';

/** A question for the rows of an object, and a page of the answer. */
export type RowsQuery = Parameters<typeof ownedRows.rowsOf>[1];
type RowsPage = ReturnType<typeof ownedRows.rowsOf>;
type Host = Parameters<Parameters<typeof hostedObject>[0]>[0];

/** A Durable Object whose rows can be exported and erased. @param build makes its services */
export const ownObject = <Env = unknown>(build: (host: Host, env: Env) => Hosted) =>
	hostedObject<Env, RowsQuery, RowsPage>(build, ownedRows);

/** Returns the own service of an object, whatever else it hosts. */
export const objectAt = (namespace: HostNamespace, name: string) =>
	remote<{
		/** Deletes everything. @returns whether there was anything */
		erase(): Promise<boolean>;
		/** Deletes the rows of a principal. @returns how many rows changed */
		eraseOf(principal: string): number;
		/** Reads rows, without secrets. */
		rows(query: RowsQuery): RowsPage;
	}>(namespace, name);

/** Names the object of a principal's kept results; a session's handle holds no `~`. */
export const KEPT = '~kept';

/** It need not exist. */
export async function endSession(
	env: Pick<Env, 'SESSION'>,
	list: { remove(of: HeldSession): void | Promise<void> },
	workspace: string,
	{ principal, session }: HeldSession,
): Promise<void> {
	const of = `${workspace}/${principal}/${KEPT}`;
	await remote<KeptResults>(env.SESSION, of, 'kept').forget({ session });
	await remote<KeptPrompts>(env.SESSION, of, 'prompts').forget({ session });
	await objectAt(env.SESSION, `${workspace}/${principal}/${session}`).erase();
	await list.remove({ principal, session });
}

const DAY = 86_400_000;

/**
 * The record of one conversation. One object of each principal keeps that principal's results instead (`KEPT`, no name of
 * a session). Both end by themselves.
 */
export class Session extends ownObject<Env>(({ sql, name, wakeAt }, env): Hosted => {
	const now = () => Date.now();
	if (name.endsWith(`/${KEPT}`)) {
		const kept = new KeptResults(sql, { now, wakeAt });
		const prompts = new KeptPrompts(sql, { now, wakeAt });
		const sweep = () => [kept.sweep(), prompts.sweep()].every((isEmpty) => isEmpty);
		return { services: { kept, prompts }, alarm: sweep };
	}
	const { workspace, ...owner } = partsOf(name);
	const session = new SessionService(sql, (areMany) => wakeAt(toldAt(areMany, env)));
	const book = remote<ReturnType<typeof createBook>>(env.TELEMETRY, workspace, 'book');
	const forwarding = createForwarding(session, owner, book, wakeAt);
	return {
		services: { session, forwarding },
		async alarm() {
			await turns.run(workspace, forwarding.forwardSoon);
			const { retention } = await configInForce(env, file, workspace);
			const end = (session.lastAt() ?? 0) + retention.sessionDays * DAY;
			if (end <= now() && session.due() === null) return true;
			wakeAt(end);
			return false;
		},
	};
}) {}

/** `<workspace>/<principal>/<session>`; only a principal may hold a slash. */
function partsOf(name: string) {
	const [first, last] = [name.indexOf('/'), name.lastIndexOf('/')];
	return {
		workspace: name.slice(0, first),
		principal: name.slice(first + 1, last),
		session: name.slice(last + 1),
	};
}

const SOON_MS = 1_000;

/**
 * A principal's grants at upstreams and own secrets, or the tokens of a workspace's service accounts and its secrets. Its name
 * is a JSON list: the workspace, and the principal where it is a principal's.
 */
export class Vault extends ownObject<Env>(({ name, sql, wakeAt }, env): Hosted => {
	const [workspace = '', principal] = JSON.parse(name) as string[];
	/** Objects cannot be enumerated: an erasure learns here whose there are. */
	const noted = async () => {
		if (principal === undefined) return;
		const known = remote<TelemetryStores['known']>(env.TELEMETRY, workspace, 'known');
		await known.note({ principals: [principal] });
	};
	const allowLoopback = env.LOADLINE_DEV === '1';
	const grants = new Grants({
		...{ name, sql },
		box: createSealedBox(handleSecrets(env), 'vault/1'),
		fetch: createForeignFetch({ fetch: (url, init) => fetch(url, init), allowLoopback }),
		allowLoopback,
		now: () => Date.now(),
		newId: randomCallId,
		...{ wakeAt, noted },
	});
	const secrets = new SecretStore({
		...{ sql, name, noted, now: () => Date.now() },
		box: createSealedBox(handleSecrets(env), 'secrets/1'),
	});
	// While a secret of the deployment is being rotated, a vault that is used seals itself anew.
	const isRotating = handleSecrets(env).previous !== undefined;
	if (isRotating) wakeAt(Date.now() + SOON_MS);
	return {
		services: { grants, secrets },
		async alarm() {
			grants.sweep();
			if (!isRotating) return;
			await grants.reseal();
			await secrets.reseal();
		},
	};
}) {}

/** Conversations as they were listed before they had a list of their own. */
const FIRST_LISTED = `SELECT principal, session, first_at AS firstAt, last_at AS lastAt, calls,
	tokens_before AS tokensBefore, tokens_after AS tokensAfter, tokens_released AS tokensReleasable,
	tokens_released AS tokensReleased FROM sessions`;

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
	const isOfBefore = hasTable(sql, 'sessions');
	if (isOfBefore || ends()) wakeAt(Date.now() + (isOfBefore ? SOON_MS : DAY));
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
			if (hasTable(sql, 'sessions')) {
				const list = remote<SessionList>(env.TELEMETRY, name, 'sessions');
				await list.adopt({ sessions: sql.all<SessionSummary>(FIRST_LISTED) });
				sql.all('DROP TABLE sessions');
			}
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

/** A session by its principal's id and its handle, as the list of a workspace knows it. */
export interface HeldSession {
	readonly principal: string;
	readonly session: string;
}

/** Hears what sessions of a workspace did, in batches that may come again; a batch is taken whole or not at all. */
export const createBook = (
	sql: Sql,
	{ sessions, telemetry, learnt, known }: TelemetryStores,
	called: () => void,
) => ({
	take(batch: HeldSession & NonNullable<ReturnType<SessionService['due']>>): void {
		const { principal, session, from, born, lastAt, totals, records } = batch;
		const { calls, tokensBefore, tokensAfter, tokensReleasable, tokensReleased } = totals;
		sql.transaction(() => {
			known.note({ principals: [principal] });
			const tokens = { tokensBefore, tokensAfter, tokensReleasable, tokensReleased };
			const summary = { principal, session, firstAt: born, lastAt, calls, ...tokens };
			const news = records
				.slice(Math.max(0, sessions.update(summary, batch) - from + 1))
				.filter((record) => record !== null) as CallRecord[];
			telemetry.enter(news);
			learnt.enter(news);
		});
		called();
	},
});

/** Milliseconds for which calls are collected; under `npm start`, which may be ended at any time. */
const TOLD_AFTER = 60_000;
const SOON = 1_000;
/** Milliseconds until what failed is tried again. */
const TRIED_AGAIN_AFTER = 300_000;
/** Returns the time to forward; many entries do not wait. */
export const toldAt = (areMany: boolean, { LOADLINE_FRONT }: Env): number =>
	Date.now() + (areMany ? 0 : LOADLINE_FRONT === undefined ? TOLD_AFTER : SOON);

/** Forwards a session's calls, told once the book took them. @param wakeAt asks to be called again (epoch milliseconds) */
export function createForwarding(
	session: SessionService,
	owner: HeldSession,
	book: Remote<ReturnType<typeof createBook>>,
	wakeAt: (time: number) => void,
) {
	/** Tells what was not told yet. */
	const forward = async (_: object = {}): Promise<void> => {
		for (let batch = session.due(); batch; batch = session.due()) {
			await book.take({ ...owner, ...batch });
			session.forwarded(batch);
		}
	};
	/** For the alarm. Never rejects. */
	const forwardSoon = () => forward().catch(() => wakeAt(Date.now() + TRIED_AGAIN_AFTER));
	return { forward, forwardSoon };
}
