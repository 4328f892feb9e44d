// Erasures that were asked for, until nothing is left to erase: of a principal in a workspace, or of a
// workspace whole. What is done is known by its id alone.
import type { Platform } from '../../shared/platform';
import { addColumn, raw, type Sql } from '../../shared/sql';

/** The subject of an export or erasure. */
export interface Subject {
	readonly workspace: string;
	/** Principal id; absent where the whole workspace goes. */
	readonly principal?: string;
	/** The principal had been active in the workspace when it began: of others, nothing of the deployment's goes. */
	readonly isKnown?: boolean;
}

/** `running`: there is more to erase. `watching`: all found is gone, late arrivals are watched for. `done`: none came. */
export type ErasureState = 'running' | 'watching' | 'done';

/** An erasure as its asker may follow it, by its id; whose it was is forgotten once it is done. */
export interface Erasure {
	readonly id: string;
	readonly workspace: string;
	/** Empty where the whole workspace goes, and when it is done. */
	readonly principal: string;
	readonly state: ErasureState;
	/** Objects, rows and keys that are gone. */
	readonly found: number;
	/** Milliseconds since the epoch. */
	readonly begunAt: number;
	readonly doneAt: number | null;
	/** The reason why the last attempt failed; it is made again. */
	readonly fault: string | null;
}

/** Outcome of one attempt. */
export interface Pass {
	readonly found: number;
	/** There was more than one attempt may do. */
	readonly more: boolean;
}

/** Milliseconds: between two looks, after a failure, and until nothing can be on its way any more. */
const LOOKED_AGAIN = 120_000;
const TRIED_AGAIN = 30_000;
const WATCHED = 600_000;
/** Erasures that are remembered. */
const MOST_KEPT = 1_000;

const COLUMNS =
	'id, workspace, principal, state, found, begun_at AS begunAt, done_at AS doneAt, fault';

/** Erasures of a deployment, carried out by alarms until nothing is left. */
export class Erasures {
	constructor(
		private readonly sql: Sql,
		private readonly ports: Pick<Platform, 'now' | 'wakeAt'>,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS erasures (
			n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, workspace TEXT NOT NULL, principal TEXT NOT NULL,
			state TEXT NOT NULL, found INTEGER NOT NULL, begun_at INTEGER NOT NULL, done_at INTEGER,
			next_at INTEGER NOT NULL, fault TEXT)`);
		addColumn(sql, 'erasures', 'known INTEGER NOT NULL DEFAULT 0');
	}

	/** Begins one, or gives the one that is under way; it is watched anew. */
	begin({ id, workspace, principal = '', isKnown }: Subject & { readonly id: string }): Erasure {
		const now = this.ports.now();
		const known = Number(isKnown === true);
		// Half gone, a principal is known no more: it was when it began.
		const [running] = this.sql.all<Erasure>`UPDATE erasures
			SET state = 'running', begun_at = ${now}, next_at = ${now}, known = max(known, ${known})
			WHERE workspace = ${workspace} AND principal = ${principal} AND state <> 'done'
			RETURNING ${raw(COLUMNS)}`;
		const [made] = running
			? [running]
			: this.sql.all<Erasure>`INSERT INTO erasures
					(id, workspace, principal, state, found, begun_at, next_at, known)
					VALUES (${id}, ${workspace}, ${principal}, 'running', 0, ${now}, ${now}, ${known})
					RETURNING ${raw(COLUMNS)}`;
		this.sql.all`DELETE FROM erasures WHERE state = 'done'
			AND n <= (SELECT max(n) FROM erasures) - ${MOST_KEPT}`;
		this.ports.wakeAt(now);
		return made as Erasure;
	}

	get(id: string): Erasure | null {
		return this.sql.all<Erasure>`SELECT ${raw(COLUMNS)} FROM erasures WHERE id = ${id}`[0] ?? null;
	}

	/** Does what is due. @param attempt takes away as much as one attempt may */
	async goOn(attempt: (subject: Subject) => Promise<Pass>): Promise<void> {
		const { now, wakeAt } = this.ports;
		const due = this.sql.all<Erasure & { readonly known: number }>`SELECT ${raw(COLUMNS)}, known
			FROM erasures WHERE state <> 'done' AND next_at <= ${now()} ORDER BY next_at`;
		for (const { id, workspace, principal, begunAt, known } of due) {
			const whose = principal !== '' && { principal, isKnown: known === 1 };
			try {
				const pass = await attempt({ workspace, ...whose });
				const isDone = !pass.more && pass.found === 0 && now() >= begunAt + WATCHED;
				this.#note(id, pass, isDone);
			} catch (error) {
				const fault = error instanceof Error ? error.message.slice(0, 200) : 'failed';
				this.sql.all`UPDATE erasures SET fault = ${fault}, next_at = ${now() + TRIED_AGAIN}
					WHERE id = ${id}`;
			}
		}
		const next = this.sql.all<{ at: number | null }>`SELECT min(next_at) AS at FROM erasures
			WHERE state <> 'done'`[0];
		if (typeof next?.at === 'number') wakeAt(next.at);
	}

	#note(id: string, { found, more }: Pass, isDone: boolean): void {
		const now = this.ports.now();
		const state: ErasureState = isDone ? 'done' : more ? 'running' : 'watching';
		this.sql.all`UPDATE erasures
			SET state = ${state}, found = found + ${found}, next_at = ${more ? now : now + LOOKED_AGAIN}, fault = NULL
			WHERE id = ${id}`;
		// An erasure that is over tells nothing of its principal.
		if (isDone) this.sql.all`UPDATE erasures SET principal = '', done_at = ${now} WHERE id = ${id}`;
	}
}
