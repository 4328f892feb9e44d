// Tells a session what was called in it, after the answer: the ledger, the trace, and where the
// original of a transient result is kept. Nobody waits for it, and no failure of it is an answer's.
import type { Caller } from '../memory/types';
import { SESSION_META_KEY, type SessionHandle, sessionHandle } from '../session/handle';
import type { NotedCall } from '../session/service';
import { eventsOf } from '../session/trace';
import { saveBaseline } from '../session/verified-action';
import { isRecord, readContextMarks, readTransientNote } from '../shared/context-marks';
import type { ToolResult } from '../shared/tool-result';
import { Backlog, type BacklogPorts } from './backlog';
import type { CallFacts } from './call-facts';
import type { GatewayContext } from './gateway';
import { OWN_SOURCE } from './names';
import type { Reducer } from './reducer';
import type { Services } from './services';

/** Characters of a tool's name in a session; longer ones pair with nothing. */
const LONGEST_NAME = 200;

export interface SessionRecorderPorts
	extends Pick<BacklogPorts<unknown>, 'defer' | 'wait' | 'now'> {
	services(workspace: string): Services;
	readonly newId: () => string;
	/** A failure, for the log. */
	readonly report: (error: unknown, correlationId: string) => void;
}

interface Entry {
	readonly facts: CallFacts;
	readonly context: GatewayContext;
	readonly reducer: Reducer;
	readonly handle: SessionHandle;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

export class SessionRecorder {
	readonly #ports: SessionRecorderPorts;
	readonly #backlog: Backlog<Entry>;

	constructor(ports: SessionRecorderPorts) {
		this.#ports = ports;
		const { defer, wait, now } = ports;
		this.#backlog = new Backlog({
			defer,
			wait,
			now,
			drain: (entries) => this.#recordAll(entries),
			lost: () => ports.report(new Error('too many calls wait to be recorded'), ''),
		});
	}

	/** Enters a call soon; calls of one principal stay in order. */
	record(facts: CallFacts, context: GatewayContext, reducer: Reducer): void {
		const handle = sessionHandle({
			argument: facts.sessionArgument,
			meta: context.meta[SESSION_META_KEY],
			transport: context.transportSession,
		});
		if (!handle.ok) return;
		this.#backlog.add({ facts, context, reducer, handle: handle.value, at: this.#ports.now() });
	}

	/** Resolves when what this isolate has recorded so far is entered. */
	settled(): Promise<void> {
		return this.#backlog.settled();
	}

	/** Each principal by itself; of each, the calls of one handle that follow each other at once. */
	async #recordAll(entries: readonly Entry[]): Promise<void> {
		const callers = Map.groupBy(entries, ({ context: { principal } }) =>
			JSON.stringify([principal.workspace, principal.id]),
		);
		await Promise.all([...callers.values()].map((own) => this.#recordOwn(own)));
	}

	async #recordOwn(entries: readonly Entry[]): Promise<void> {
		for (let from = 0; from < entries.length; ) {
			const first = entries[from] as Entry;
			const isOther = (entry: Entry) => !isSameHandle(entry.handle, first.handle);
			const length = entries.slice(from).findIndex(isOther);
			const run = entries.slice(from, length < 0 ? entries.length : from + length);
			from += run.length;
			try {
				await this.#record(first, run);
			} catch (error) {
				this.#ports.report(error, first.context.correlationId);
			}
		}
	}

	/** Calls of one session. */
	async #record({ context, handle }: Entry, entries: readonly Entry[]): Promise<void> {
		const { id: principal, workspace } = context.principal;
		const services = this.#ports.services(workspace);
		const caller = { principal, ...handle };
		const session = await services.memory.hub.resolveSession({ caller });
		const live = services.session(principal, session);
		const calls = entries.map((entry) => ({ ...entry, call: this.#noted(entry) }));
		const noted = await live.note({ calls: calls.map(({ call }) => call) });
		// Calls are entered first: a consumer may be the very next one.
		const kept = calls.flatMap(({ facts, context, reducer, call }) =>
			call.marks.transient && facts.original
				? [keptOriginal(call.id, reducer.keepOriginal(facts.original, facts.endpoint, context))]
				: [],
		);
		const originals = (await Promise.all(kept)).filter((each) => each !== undefined);
		if (originals.length > 0) await live.keep({ originals });
		if (noted.collapsed > 0) await this.#saveWhatBinds(services, caller, session);
		const { tokensBefore, tokensAfter, tokensReleased } = noted.totals;
		const sums = { calls: noted.totals.calls, tokensBefore, tokensAfter, tokensReleased };
		const lastAt = entries.at(-1)?.at ?? 0;
		await services.sessions.put({
			principal,
			session,
			firstAt: entries[0]?.at ?? lastAt,
			lastAt,
			...sums,
		});
	}

	#noted({ facts, at }: Entry): NotedCall {
		const wire = facts.result && wireOf(facts.result);
		const note = readTransientNote(wire);
		// A name that no tool has is the caller's to make up, as long as a request may be.
		const tool = facts.tool.slice(0, LONGEST_NAME).toWellFormed();
		const failed = facts.errorCode !== undefined;
		return {
			id: note.id ?? this.#ports.newId(),
			tool,
			at,
			marks: readContextMarks(wire),
			tokens: facts.report?.estimatedTokens ?? 0,
			...(note.collapsedTokens === undefined ? {} : { collapsedTokens: note.collapsedTokens }),
			events: eventsOf(tool, failed, ownStructure(facts), facts.result?.meta),
		};
	}

	/** A client that collapses a result changes its context: what binds is saved first. */
	async #saveWhatBinds(services: Services, caller: Caller, session: string): Promise<void> {
		const { workflow, baselines, memory } = services;
		const live = (name: string) => services.session(caller.principal, name);
		const sources = { hub: memory.hub, workflow, baselines, session: live };
		await saveBaseline(sources, { caller, session });
	}
}

const isSameHandle = (a: SessionHandle, b: SessionHandle): boolean =>
	a.session === b.session && a.source === b.source;

async function keptOriginal(id: string, keeping: Promise<string | undefined>) {
	const handle = await keeping;
	return handle === undefined ? undefined : { id, handle };
}

const wireOf = ({ meta, isError }: ToolResult) => ({ _meta: meta, isError });

/** Only our own tools are believed about what they loaded and moved. */
function ownStructure({ source, original }: CallFacts): unknown {
	if (source !== OWN_SOURCE || original?.structured === undefined) return undefined;
	const value: unknown = JSON.parse(original.structured);
	return isRecord(value) ? value : undefined;
}
