// Tells a session what was called in it, after the answer: the ledger, the trace, and where the
// original of a transient result is kept. Nobody waits for it, and no failure of it is an answer's.
import type { Caller } from '../memory/types';
import { SESSION_META_KEY, sessionHandle } from '../session/handle';
import { eventsOf } from '../session/trace';
import { saveBaseline } from '../session/verified-action';
import { isRecord, readContextMarks, readTransientNote } from '../shared/context-marks';
import type { ToolResult } from '../shared/tool-result';
import type { CallFacts } from './call-facts';
import type { GatewayContext } from './gateway';
import { OWN_SOURCE } from './names';
import type { Reducer } from './reducer';
import type { Services } from './services';

/** Characters of a tool's name in a session; longer ones pair with nothing. */
const LONGEST_NAME = 200;

export interface SessionRecorderPorts {
	services(workspace: string): Services;
	readonly newId: () => string;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** A failure, for the log. */
	readonly report: (error: unknown, correlationId: string) => void;
}

export class SessionRecorder {
	readonly #ports: SessionRecorderPorts;

	constructor(ports: SessionRecorderPorts) {
		this.#ports = ports;
	}

	/** Resolves when the call is entered; never rejects. */
	async record(facts: CallFacts, context: GatewayContext, reducer: Reducer): Promise<void> {
		try {
			await this.#record(facts, context, reducer);
		} catch (error) {
			this.#ports.report(error, context.correlationId);
		}
	}

	async #record(facts: CallFacts, context: GatewayContext, reducer: Reducer): Promise<void> {
		const { principal, meta } = context;
		const services = this.#ports.services(principal.workspace);
		const handle = sessionHandle({
			argument: facts.sessionArgument,
			meta: meta[SESSION_META_KEY],
			transport: context.transportSession,
		});
		if (!handle.ok) return;
		const caller = { principal: principal.id, ...handle.value };
		const session = await services.memory.hub.resolveSession({ caller });
		const at = this.#ports.now();
		const wire = facts.result && wireOf(facts.result);
		const marks = readContextMarks(wire);
		const note = readTransientNote(wire);
		const live = services.session(principal.id, session);
		const id = note.id ?? this.#ports.newId();
		const failed = facts.errorCode !== undefined;
		// A name that no tool has is the caller's to make up, as long as a request may be.
		const tool = facts.tool.slice(0, LONGEST_NAME).toWellFormed();
		const noted = await live.note({
			id,
			tool,
			at,
			marks,
			tokens: facts.report?.estimatedTokens ?? 0,
			...(note.collapsedTokens === undefined ? {} : { collapsedTokens: note.collapsedTokens }),
			events: eventsOf(tool, failed, ownStructure(facts), facts.result?.meta),
		});
		// The call is entered first: its consumer may be the very next one.
		if (marks.transient && facts.original) {
			const handle = await reducer.keepOriginal(facts.original, facts.endpoint, context);
			if (handle !== undefined) await live.keep({ id, handle });
		}
		if (noted.collapsed) await this.#saveWhatBinds(services, caller, session);
		const { calls, tokensBefore, tokensAfter, tokensReleased } = noted.totals;
		const sums = { calls, tokensBefore, tokensAfter, tokensReleased };
		const row = { principal: principal.id, session, firstAt: at, lastAt: at, ...sums };
		await services.sessions.put(row);
	}

	/** A client that collapses a result changes its context: what binds is saved first. */
	async #saveWhatBinds(services: Services, caller: Caller, session: string): Promise<void> {
		const { workflow, baselines, memory } = services;
		const live = (name: string) => services.session(caller.principal, name);
		const sources = { hub: memory.hub, workflow, baselines, session: live };
		await saveBaseline(sources, { caller, session });
	}
}

const wireOf = ({ meta, isError }: ToolResult) => ({ _meta: meta, isError });

/** Only our own tools are believed about what they loaded and moved. */
function ownStructure({ source, original }: CallFacts): unknown {
	if (source !== OWN_SOURCE || original?.structured === undefined) return undefined;
	const value: unknown = JSON.parse(original.structured);
	return isRecord(value) ? value : undefined;
}
