// The receiver of what sessions of a workspace forward: its list of sessions and its telemetry take it
// in one transaction, and each entry once, however often it is told.
import type { TelemetryStores } from '../adapters/sqlite';
import type { SessionList, SessionService } from '../session';
import type { Sql } from '../shared/sql';
import type { CallRecord } from '../telemetry';

/** Calls of one principal, to be noted together. */
export interface ToldBatch extends NonNullable<ReturnType<SessionService['due']>> {
	readonly principal: string;
	readonly session: string;
}

/** Hears what sessions of a workspace did, in batches that may come again; a batch is taken whole or not at all. */
export class Book {
	constructor(
		private readonly sql: Sql,
		private readonly parts: {
			readonly sessions: SessionList;
			readonly telemetry: TelemetryStores['telemetry'];
			readonly learnt: Pick<TelemetryStores['learnt'], 'enter'>;
			readonly known: TelemetryStores['known'];
			/** Learns that there were calls. */
			readonly called: () => void;
		},
	) {}

	take(batch: ToldBatch): void {
		const { principal, session, from, born, lastAt, totals, records } = batch;
		const { calls, tokensBefore, tokensAfter, tokensReleasable, tokensReleased } = totals;
		const { sessions, telemetry, learnt, known: principals, called } = this.parts;
		this.sql.transaction(() => {
			principals.note({ principals: [principal] });
			const tokens = { tokensBefore, tokensAfter, tokensReleasable, tokensReleased };
			const summary = { principal, session, firstAt: born, lastAt, calls, ...tokens };
			const known = sessions.update(summary, batch);
			const news = records
				.slice(Math.max(0, known - from + 1))
				.filter((record) => record !== null) as CallRecord[];
			telemetry.enter(news);
			learnt.enter(news);
		});
		called();
	}
}
