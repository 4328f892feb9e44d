// The receiver of what sessions of a workspace forward: its list of sessions and its telemetry take it
// in one transaction, and each entry once, however often it is told. A session tells a minute after the first call
// that was not told, sooner when there are many or somebody asks.
import type { TelemetryStores } from '../adapters/sqlite';
import type { SessionService } from '../session';
import type { Remote } from '../shared/remote';
import type { Sql } from '../shared/sql';
import type { CallRecord } from '../telemetry';
import type { Env } from './env';

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
