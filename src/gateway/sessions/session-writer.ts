// Enters records of calls in their sessions, one call a session; results that concern the context are kept as sent.

import { saveBaseline } from '../../session';
import type { Platform } from '../../shared/platform';
import { remember } from '../../shared/remember';
import type { Turns } from '../../shared/turns';
import type { GatewayContext } from '../contract/gateway';
import type { CallTelemetry } from './call-record';
import { keptResult, type RecordedCall, replaySources, type Services } from './recorded-call';

/** Milliseconds for which it is remembered what session a handle stands for. */
const RESOLVED_FOR = 60_000;
const MOST_RESOLVED = 5_000;
/** Milliseconds after which a session has forwarded what it was told, and sessions remembered until then. */
const FORWARDED_WITHIN = 90_000;
const MOST_UNFORWARDED = 500;
const ASKED_AT_ONCE = 50;
/** Calls entered at once: what they say of themselves stays far below what one message may hold. */
const MOST_AT_ONCE = 100;

/** A record on its way to its session. */
export interface Waiting extends RecordedCall {
	readonly caller: Pick<GatewayContext, 'principal' | 'correlationId'>;
	/**
	 * The handle by which its caller knows the session, among those of all callers: it begins with the principal. Once
	 * it is looked up the session itself, '' where that failed.
	 */
	key: string;
	readonly order: number;
	session?: string;
}

/** Dependencies of entering records. */
export interface SessionWriterPorts extends Pick<Platform, 'now' | 'digest'> {
	readonly services: (workspace: string) => Services;
	readonly telemetry: Pick<CallTelemetry, 'take'>;
	/** Of workspaces, where several ask: a new session is long work. */
	readonly turns: Pick<Turns, 'enter' | 'leave'>;
	/** Learns of calls that were not. */
	readonly failed: (error: unknown, correlationId: string, calls: number) => void;
}

export class SessionWriter {
	/** Sessions by handle. */
	readonly #resolved = new Map<string, { readonly session: string; readonly until: number }>();
	/** Sessions that may not have forwarded everything, and when each certainly has. */
	readonly #unforwarded = new Map<
		string,
		Readonly<Record<'workspace' | 'principal' | 'session', string>> & { readonly until: number }
	>();

	/** Calls so far. */
	entered = 0;

	constructor(private readonly ports: SessionWriterPorts) {}

	/** Enters calls: tells the telemetry first; then looks up each handle once; each session takes its calls in order. Never rejects. */
	async write(ended: readonly Waiting[]): Promise<void> {
		await this.ports.telemetry.take(ended);
		const calls = ended.toSorted((one, other) => one.order - other.order);
		for (const enter of [this.#lookUp, this.#enter]) {
			const entered: Promise<void>[] = [];
			for (const [key, own] of Map.groupBy(calls, (call) => call.key))
				if (key !== '') entered.push(enter.call(this, key, own));
			await Promise.all(entered);
		}
	}

	/** Forgets what the handles of a principal stand for: one is bound anew. @param start of their keys */
	forget(start: string): void {
		for (const key of this.#resolved.keys()) if (key.startsWith(start)) this.#resolved.delete(key);
	}

	/** Has the sessions of a workspace forward what they have not forwarded, however many ask at once. Never rejects. */
	async forward(workspace: string): Promise<void> {
		const now = this.ports.now();
		for (const [key, { until }] of this.#unforwarded)
			if (until < now) this.#unforwarded.delete(key);
		const waiting = [...this.#unforwarded].filter(([, each]) => each.workspace === workspace);
		for (let from = 0; from < waiting.length; from += ASKED_AT_ONCE) {
			const asked = waiting.slice(from, from + ASKED_AT_ONCE).map(async ([key, each]) => {
				const { forward } = this.ports.services(workspace).forwarding(each.principal, each.session);
				const isDone = await forward().then(
					() => true,
					() => false,
				);
				// Whoever asks meanwhile waits, too; what was entered meanwhile is yet to be forwarded.
				if (isDone && this.#unforwarded.get(key) === each) this.#unforwarded.delete(key);
			});
			await Promise.all(asked);
		}
	}

	/**
	 * Looks up the session of calls that one principal made with one handle. What concerns a context, and what binds
	 * a handle anew, is looked up anew.
	 */
	async #lookUp(key: string, calls: readonly Waiting[]): Promise<void> {
		const [first] = calls;
		if (!first) return;
		const { services, now, failed, turns } = this.ports;
		const { principal, correlationId } = first.caller;
		const { connection } = first;
		try {
			let known = this.#resolved.get(key);
			for (const { changesMuch } of calls) if (changesMuch) known = undefined;
			let session = known && known.until > now() ? known.session : undefined;
			if (session === undefined) {
				const { hub } = services(principal.workspace).memory;
				const caller = { principal: principal.id, ...first.handle };
				await turns.enter(principal.workspace);
				try {
					session = await hub.resolveSession({ caller, connection });
				} finally {
					turns.leave(principal.workspace);
				}
				remember(this.#resolved, key, { session, until: now() + RESOLVED_FOR }, MOST_RESOLVED);
			}
			const found = JSON.stringify([principal.workspace, principal.id, session]);
			for (const call of calls) [call.key, call.session] = [found, session];
		} catch (error) {
			for (const call of calls) call.key = '';
			failed(error, correlationId, calls.length);
		}
	}

	/** Enters calls of one session, in their order. */
	async #enter(key: string, calls: readonly Waiting[]): Promise<void> {
		const { services: servicesOf, now, digest, failed, turns } = this.ports;
		for (let from = 0; from < calls.length; from += MOST_AT_ONCE) {
			const some = calls.slice(from, from + MOST_AT_ONCE);
			const [first] = some;
			if (!first) return;
			const { caller, handle, session = '' } = first;
			const { workspace, id: principal } = caller.principal;
			const entries: Waiting['entry'][] = [];
			const kept: ReturnType<typeof keptResult>[] = [];
			const left = new Set<string>();
			await turns.enter(workspace);
			try {
				const services = servicesOf(workspace);
				const live = services.session(principal, session);
				for (const call of some) {
					entries.push(call.entry);
					if (call.kept) kept.push(keptResult(call, session, digest));
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
				const unforwarded = { workspace, principal, session, until: now() + FORWARDED_WITHIN };
				remember(this.#unforwarded, key, unforwarded, MOST_UNFORWARDED);
				// A client that collapses a result changes its context: what binds is saved first.
				const whose = { caller: { principal, ...handle }, session };
				if (used > 0) await saveBaseline(replaySources(services, principal), whose);
				this.entered += some.length;
			} catch (error) {
				failed(error, caller.correlationId, some.length);
			} finally {
				turns.leave(workspace);
			}
		}
	}
}
