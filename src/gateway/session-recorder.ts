// Tells a session what was called in it, after the answer: the ledger, the trace, and where the
// original of a transient result is kept. Nobody waits for it, and no failure of it is an answer's.
import type { Caller } from '../memory/types';
import { SESSION_META_KEY, type SessionHandle, sessionHandle } from '../session/handle';
import type { NotedCall } from '../session/service';
import { eventsOf } from '../session/trace';
import { saveBaseline } from '../session/verified-action';
import { readContextMarks, readTransientNote } from '../shared/context-marks';
import type { ToolResult } from '../shared/tool-result';
import { Backlog, type BacklogPorts } from './backlog';
import type { CallFacts } from './call-facts';
import type { GatewayContext } from './gateway';
import { OWN_SOURCE } from './names';
import type { Reducer } from './reducer';
import { replaySources, type Services } from './services';

/** Characters of a tool's name in a session; longer ones pair with nothing. */
const LONGEST_NAME = 200;
/** Calls entered at once: what they say of themselves stays far below what one message may hold. */
const MOST_AT_ONCE = 100;

export interface SessionRecorderPorts
	extends Pick<BacklogPorts<unknown>, 'defer' | 'wait' | 'now'> {
	services(workspace: string): Services;
	readonly newId: () => string;
	/** A failure, for the log. */
	readonly report: (error: unknown, correlationId: string) => void;
}

interface Entry {
	readonly call: NotedCall;
	readonly context: GatewayContext;
	readonly handle: SessionHandle;
	/** Keeps the original of a transient result. */
	readonly keep?: () => Promise<string | undefined>;
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

	/** Enters a call soon; calls of one principal stay in order. Never throws. */
	record(facts: CallFacts, context: GatewayContext, reducer: Reducer): void {
		try {
			this.#add(facts, context, reducer);
		} catch (error) {
			this.#ports.report(error, context.correlationId);
		}
	}

	#add(facts: CallFacts, context: GatewayContext, reducer: Reducer): void {
		const handle = sessionHandle({
			argument: facts.sessionArgument,
			meta: context.meta[SESSION_META_KEY],
			transport: context.transportSession,
		});
		if (!handle.ok) return;
		const call = this.#noted(facts);
		const { original, endpoint } = facts;
		// Results are long: of those that nobody will ask for, none waits here.
		const keep =
			call.marks.transient && original
				? () => reducer.keepOriginal(original, endpoint, context)
				: undefined;
		this.#backlog.add({ call, context, handle: handle.value, ...(keep && { keep }) });
	}

	/** Resolves when what this isolate has recorded so far is entered. */
	settled(): Promise<void> {
		return this.#backlog.settled();
	}

	async #recordAll(entries: readonly Entry[]): Promise<void> {
		const callers = Map.groupBy(entries, ({ context: { principal } }) =>
			JSON.stringify([principal.workspace, principal.id]),
		);
		await Promise.all([...callers.values()].map((own) => this.#recordOwn(own)));
	}

	/** Of one principal: each handle is looked up once, and each session takes its calls in order. */
	async #recordOwn(entries: readonly Entry[]): Promise<void> {
		const sessions = new Map<string, string>();
		const firsts = new Map(entries.toReversed().map((entry) => [keyOf(entry), entry]));
		await Promise.all(
			[...firsts].map(([key, first]) =>
				this.#reported(first, async () => {
					const { id: principal, workspace } = first.context.principal;
					const { hub } = this.#ports.services(workspace).memory;
					const caller = { principal, ...first.handle };
					sessions.set(key, await hub.resolveSession({ caller }));
				}),
			),
		);
		const bySession = Map.groupBy(entries, (entry) => sessions.get(keyOf(entry)));
		await Promise.all(
			[...bySession].map(async ([session, own]) => {
				if (session === undefined) return;
				for (let from = 0; from < own.length; from += MOST_AT_ONCE) {
					const some = own.slice(from, from + MOST_AT_ONCE);
					const [first] = some;
					if (first) await this.#reported(first, () => this.#record(session, first, some));
				}
			}),
		);
	}

	async #reported({ context }: Entry, work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.#ports.report(error, context.correlationId);
		}
	}

	/** Calls of one session. */
	async #record(session: string, first: Entry, entries: readonly Entry[]): Promise<void> {
		const { id: principal, workspace } = first.context.principal;
		const services = this.#ports.services(workspace);
		const live = services.session(principal, session);
		const noted = await live.note({ calls: entries.map(({ call }) => call) });
		const { tokensBefore, tokensAfter, tokensReleased, calls } = noted.totals;
		await services.sessions.put({
			principal,
			session,
			firstAt: first.call.at,
			lastAt: entries.at(-1)?.call.at ?? first.call.at,
			...{ calls, tokensBefore, tokensAfter, tokensReleased },
		});
		// Calls are entered first: a consumer may be the very next one.
		const kept = entries.flatMap(({ call, keep }) => (keep ? [keptOriginal(call.id, keep())] : []));
		const originals = (await Promise.all(kept)).filter((each) => each !== undefined);
		if (originals.length > 0) await live.keep({ originals });
		if (noted.collapsed > 0)
			await this.#saveWhatBinds(services, { principal, ...first.handle }, session);
	}

	#noted(facts: CallFacts): NotedCall {
		const wire = facts.result && wireOf(facts.result);
		const note = readTransientNote(wire);
		// A name that no tool has is the caller's to make up, as long as a request may be.
		const tool = facts.tool.slice(0, LONGEST_NAME).toWellFormed();
		const failed = facts.errorCode !== undefined;
		return {
			id: note.id ?? this.#ports.newId(),
			tool,
			at: this.#ports.now(),
			marks: readContextMarks(wire),
			tokens: facts.report?.estimatedTokens ?? 0,
			...(note.collapsedTokens === undefined ? {} : { collapsedTokens: note.collapsedTokens }),
			events: eventsOf(
				tool,
				failed,
				() => ownStructure(facts),
				facts.result?.meta,
				facts.references,
			),
		};
	}

	/** A client that collapses a result changes its context: what binds is saved first. */
	async #saveWhatBinds(services: Services, caller: Caller, session: string): Promise<void> {
		await saveBaseline(replaySources(services, caller.principal), { caller, session });
	}
}

const keyOf = ({ handle: { session, source } }: Entry): string => `${source} ${session}`;

async function keptOriginal(id: string, keeping: Promise<string | undefined>) {
	const handle = await keeping;
	return handle === undefined ? undefined : { id, handle };
}

const wireOf = ({ meta, isError }: ToolResult) => ({ _meta: meta, isError });

/** Only our own tools are believed about what they loaded and moved. */
function ownStructure({ source, original }: CallFacts): unknown {
	if (source !== OWN_SOURCE || original?.structured === undefined) return undefined;
	return JSON.parse(original.structured);
}
