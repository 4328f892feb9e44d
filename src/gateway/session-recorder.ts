// Tells a session what was called in it, after the answer: the ledger and the trace; and keeps results that
// concern the context, as they were sent. Nobody waits for it, and no failure of it is an answer's.
import type { Caller } from '../memory/types';
import { SESSION_META_KEY, type SessionHandle, sessionHandle } from '../session/handle';
import { type KeptResult, resultText, shownTexts } from '../session/kept-results';
import type { NotedCall } from '../session/service';
import { eventsOf } from '../session/trace';
import { saveBaseline } from '../session/verified-action';
import { collapsedText } from '../shared/collapsed-text';
import { LEFT_IDS, readContextMarks, readIds, readTransientNote } from '../shared/context-marks';
import { idsOfResult } from '../shared/named-ids';
import type { ToolResult } from '../shared/tool-result';
import { Backlog, type BacklogPorts } from './backlog';
import type { CallFacts } from './call-facts';
import type { GatewayContext } from './gateway';
import { OWN_SOURCE } from './names';
import { replaySources, type Services } from './services';

/** Characters of a tool's name in a session; longer ones pair with nothing. */
const LONGEST_NAME = 200;
/** Calls entered at once: what they say of themselves stays far below what one message may hold. */
const MOST_AT_ONCE = 100;

export interface SessionRecorderPorts
	extends Pick<BacklogPorts<unknown>, 'defer' | 'wait' | 'now'> {
	services(workspace: string): Services;
	readonly newId: () => string;
	/** Of a text, short and hard to collide with. */
	readonly digest: (text: string) => Promise<string>;
	/** A failure, for the log. */
	readonly report: (error: unknown, correlationId: string) => void;
}

interface Entry {
	readonly call: NotedCall;
	readonly context: GatewayContext;
	readonly handle: SessionHandle;
	/** Of a call that concerns the context: its result as it was sent. */
	readonly result?: ToolResult;
	readonly endpoint: string;
	/** Results that the caller says have left its context. */
	readonly left: readonly string[];
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
	record(facts: CallFacts, context: GatewayContext): void {
		try {
			this.#add(facts, context);
		} catch (error) {
			this.#ports.report(error, context.correlationId);
		}
	}

	#add(facts: CallFacts, context: GatewayContext): void {
		const handle = sessionHandle({
			argument: facts.sessionArgument,
			meta: context.meta[SESSION_META_KEY],
			transport: context.transportSession,
		});
		if (!handle.ok) return;
		const call = this.#noted(facts);
		const { marks } = call;
		const concerns = marks.transient || marks.consumed || marks.action || marks.hints.length > 0;
		const left = readIds(context.meta[LEFT_IDS]);
		// Results are long: of those that nobody will ask for, none waits here.
		const result = concerns ? facts.result : undefined;
		const { endpoint } = facts;
		const entry = { call, context, handle: handle.value, endpoint, left };
		this.#backlog.add(result ? { ...entry, result } : entry);
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
		// Kept first: whoever finds a call in the session finds its original.
		const concerning = entries.flatMap((entry) =>
			entry.result ? [keptOf(entry, session, this.#ports.digest)] : [],
		);
		if (concerning.length > 0)
			await services.kept(principal).put({ results: await Promise.all(concerning) });
		const noted = await live.note({ calls: entries.map(({ call }) => call) });
		const left = [...new Set(entries.flatMap((entry) => entry.left))].map((id) => ({ id }));
		const at = entries.at(-1)?.call.at ?? first.call.at;
		const totals =
			left.length > 0 ? await live.left({ results: left, by: 'client', at }) : noted.totals;
		const { tokensBefore, tokensAfter, tokensReleasable, tokensReleased, calls } = totals;
		await services.sessions.put({
			principal,
			session,
			firstAt: first.call.at,
			lastAt: at,
			...{ calls, tokensBefore, tokensAfter, tokensReleasable, tokensReleased },
		});
		if (noted.used > 0)
			await this.#saveWhatBinds(services, { principal, ...first.handle }, session);
	}

	#noted(facts: CallFacts): NotedCall {
		const wire = facts.result && wireOf(facts.result);
		const note = readTransientNote(wire);
		const marks = readContextMarks(wire);
		// A name that no tool has is the caller's to make up, as long as a request may be.
		const tool = facts.tool.slice(0, LONGEST_NAME).toWellFormed();
		const failed = facts.errorCode !== undefined;
		return {
			id: note.id ?? this.#ports.newId(),
			tool,
			at: this.#ports.now(),
			marks,
			...(marks.transient && facts.result && { ids: idsOfResult(facts.result) }),
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

async function keptOf(
	{ call, result, endpoint }: Entry,
	session: string,
	digestOf: (text: string) => Promise<string>,
): Promise<KeptResult> {
	const { id, tool, at, marks } = call;
	const sent = result ?? { content: [] };
	const { transient } = marks;
	return {
		id,
		tool,
		endpoint,
		session,
		at,
		marks,
		digests: await Promise.all(shownTexts(sent).map(digestOf)),
		...(transient && {
			text: collapsedText(transient.summary, tool, readTransientNote(wireOf(sent))),
			original: resultText(sent),
		}),
	};
}

const wireOf = ({ meta, isError }: ToolResult) => ({ _meta: meta, isError });

/** Only our own tools are believed about what they loaded and moved. */
function ownStructure({ source, original }: CallFacts): unknown {
	if (source !== OWN_SOURCE || original?.structured === undefined) return undefined;
	return JSON.parse(original.structured);
}
