// The parts of a workspace that a forecast reads beside its telemetry: one conversation, and its results as they were sent.
import type { forecast } from '../../src/gateway/calling/forecast';
import {
	type AnsweredCall,
	keptResult,
	recordedCall,
} from '../../src/gateway/sessions/recorded-call';
import { KeptResults } from '../../src/session/kept-results';
import { SessionService } from '../../src/session/service';
import type { CallRecord } from '../../src/telemetry/record';
import { openSql } from '../adapters/sqlite/open';
import { ada } from './gateway';

type Services = ReturnType<Parameters<typeof forecast>[1]['services']>;

const SESSION = 'week';

/** A conversation of ada's in which calls are entered as a recorder does it. */
export function conversation() {
	const session = new SessionService(openSql());
	const results = new KeptResults(openSql(), { now: () => 0, wakeAt: () => {} });
	let made = 0;
	const listed = [{ principal: ada.id, session: SESSION }] as never;
	const services: Services = {
		learnt: { list: async () => [] } as never,
		kept: () => ({ of: async (of: never) => results.of(of) }) as never,
		sessions: { list: async () => listed } as never,
		session: () => ({ view: async () => session.view({ limit: 1 }) }) as never,
	};
	return {
		services: () => services,
		/** Enters a call. @returns its record, for the telemetry */
		async enter(answered: AnsweredCall): Promise<CallRecord> {
			const recorded = recordedCall(answered, () => `r${++made}`, false);
			session.note({ entries: [recorded.entry] });
			const kept = await keptResult(recorded, SESSION, async (text) => text);
			if (kept) results.put({ results: [kept] });
			return recorded.entry.record;
		},
	};
}
