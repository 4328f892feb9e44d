// Enters records of calls in their sessions, in one call a session; results that concern the context are kept as
// they were sent.
import { saveBaseline } from '../../session';
import { remember } from '../../shared/remember';
import type { GatewayContext } from '../contract/gateway';
import { keptResult, type RecordedCall, replaySources, type Services } from './recorded-call';

/** Milliseconds for which it is remembered what session a handle stands for. */
const RESOLVED_FOR = 60_000;
const MOST_RESOLVED = 5_000;
/** Milliseconds after which a session has forwarded what it was told, and sessions remembered until then. */
const FORWARDED_WITHIN = 90_000;
const MOST_UNFORWARDED = 500;
const ASKED_AT_ONCE = 50;

type Principal = GatewayContext['principal'];

/** A session of a principal. */
interface Named {
	readonly workspace: string;
	readonly principal: string;
	readonly session: string;
}

/** Remembers in one isolate which session a conversation belongs to. */
export class KnownSessions {
	readonly #resolved = new Map<string, { readonly session: string; readonly until: number }>();
	readonly #unforwarded = new Map<string, Named & { readonly until: number }>();

	/** @param now milliseconds since the epoch */
	constructor(
		private readonly services: (workspace: string) => Services,
		private readonly now: () => number,
	) {}

	/**
	 * Returns the session of calls that one principal made with one handle. What concerns a context, and what binds
	 * a handle anew, is looked up anew.
	 */
	async of({ workspace, id }: Principal, calls: readonly RecordedCall[]): Promise<string> {
		const [first] = calls;
		if (!first) return '';
		const key = JSON.stringify([workspace, id, first.handle.source, first.handle.session]);
		const known = this.#resolved.get(key);
		const isLasting = known !== undefined && known.until > this.now();
		if (isLasting && !calls.some(({ changesMuch }) => changesMuch)) return known.session;
		const { hub } = this.services(workspace).memory;
		const session = await hub.resolveSession({ caller: { principal: id, ...first.handle } });
		const until = this.now() + RESOLVED_FOR;
		remember(this.#resolved, key, { session, until }, MOST_RESOLVED);
		return session;
	}

	/** A handle of the principal is bound anew: what was known of them holds no longer. */
	forget({ workspace, id }: Principal): void {
		const start = `${JSON.stringify([workspace, id]).slice(0, -1)},`;
		for (const key of this.#resolved.keys()) if (key.startsWith(start)) this.#resolved.delete(key);
	}

	entered(named: Named): void {
		const key = JSON.stringify([named.workspace, named.principal, named.session]);
		const until = this.now() + FORWARDED_WITHIN;
		remember(this.#unforwarded, key, { ...named, until }, MOST_UNFORWARDED);
	}

	/** Has the sessions of a workspace forward what they have not forwarded. Never rejects. */
	async forward(workspace: string): Promise<void> {
		const now = this.now();
		const waiting = [...this.#unforwarded].filter(([key, each]) => {
			const isOurs = each.workspace === workspace;
			if (isOurs || each.until < now) this.#unforwarded.delete(key);
			return isOurs && each.until >= now;
		});
		for (let from = 0; from < waiting.length; from += ASKED_AT_ONCE) {
			const asked = waiting.slice(from, from + ASKED_AT_ONCE).map(async ([key, each]) => {
				const { forward } = this.services(workspace).forwarding(each.principal, each.session);
				await forward().catch(() => void this.#unforwarded.set(key, each));
			});
			await Promise.all(asked);
		}
	}
}

/** Calls entered at once: what they say of themselves stays far below what one message may hold. */
const MOST_AT_ONCE = 100;

/** A record on its way to its session. */
export interface Waiting extends RecordedCall {
	readonly caller: Pick<GatewayContext, 'principal' | 'correlationId'>;
	/** The handle by which its caller knows the session, among those of all callers. */
	readonly key: string;
	/** Undefined until it is looked up, and where that fails. */
	session?: string;
}

/** Dependencies of entering records. */
export interface SessionWriterPorts {
	readonly services: (workspace: string) => Services;
	readonly sessions: KnownSessions;
	/** Of a text, short and hard to collide with. */
	readonly digest: (text: string) => Promise<string>;
	/** Learns of calls that were not entered. */
	readonly failed: (error: unknown, correlationId: string, calls: number) => void;
}

export class SessionWriter {
	constructor(private readonly ports: SessionWriterPorts) {}

	/** Each handle is looked up once, and each session takes its calls in order. Never rejects. */
	async write(calls: readonly Waiting[]): Promise<void> {
		const lookedUp: Promise<void>[] = [];
		for (const [, own] of Map.groupBy(calls, handleOf)) lookedUp.push(this.#lookUp(own));
		await Promise.all(lookedUp);
		const entered: Promise<void>[] = [];
		for (const [session, own] of Map.groupBy(calls, sessionOf))
			if (session !== undefined) entered.push(this.#enter(own));
		await Promise.all(entered);
	}

	/** Looks up the session of calls that one principal made with one handle. */
	async #lookUp(calls: readonly Waiting[]): Promise<void> {
		const [first] = calls;
		if (!first) return;
		try {
			const session = await this.ports.sessions.of(first.caller.principal, calls);
			for (const call of calls) call.session = session;
		} catch (error) {
			this.ports.failed(error, first.caller.correlationId, calls.length);
		}
	}

	/** Enters calls of one session, in their order. */
	async #enter(calls: readonly Waiting[]): Promise<void> {
		for (let from = 0; from < calls.length; from += MOST_AT_ONCE) {
			const some = calls.slice(from, from + MOST_AT_ONCE);
			const [first] = some;
			if (!first) return;
			const { caller, handle, session = '' } = first;
			const { workspace, id: principal } = caller.principal;
			const entries: Waiting['entry'][] = [];
			const kept: ReturnType<typeof keptResult>[] = [];
			const left = new Set<string>();
			try {
				const services = this.ports.services(workspace);
				const live = services.session(principal, session);
				for (const call of some) {
					entries.push(call.entry);
					if (call.kept) kept.push(keptResult(call, session, this.ports.digest));
					for (const id of call.left) left.add(id);
				}
				// Kept first: whoever finds a call in the session finds its original.
				const results = (await Promise.all(kept)).filter((each) => each !== undefined);
				if (results.length > 0) await services.kept(principal).put({ results });
				const { used } = await live.note({ entries });
				if (left.size > 0) {
					const at = entries.at(-1)?.at ?? 0;
					await live.left({ results: [...left].map((id) => ({ id })), by: 'client', at });
				}
				this.ports.sessions.entered({ workspace, principal, session });
				// A client that collapses a result changes its context: what binds is saved first.
				const whose = { caller: { principal, ...handle }, session };
				if (used > 0) await saveBaseline(replaySources(services, principal), whose);
			} catch (error) {
				this.ports.failed(error, caller.correlationId, some.length);
			}
		}
	}
}

const handleOf = ({ key }: Waiting): string => key;

/** The session of a call among those of all callers. */
const sessionOf = ({ caller: { principal }, session }: Waiting): string | undefined =>
	session && JSON.stringify([principal.workspace, principal.id, session]);
