// Facts of one tool call, for telemetry and the session.
// Its arguments are the session's alone: no count and no log has them.
import type { Variant } from '../../config';
import type { Outcome } from '../../protect';
import type { JsonObject } from '../../shared/is-record';
import type { ToolResult } from '../../shared/tool-result';
import { endpointOf } from './names';

/** Use of an earlier result's handle, if any. */
export type CursorUse = 'none' | 'cursor' | 'read_result';

/** The step that a call takes with a result that was begun: none yet, to read on, fields of it, or a question. */
export interface AskedOf {
	readonly step: 'first' | 'page' | 'fields' | 'question';
	/** Dotted paths, from an item down. */
	readonly fields: readonly string[];
	/** Of a first answer: an expression that asks results of its form, without values. */
	readonly outline?: string;
}

/** One finished call, also one that failed; `arguments` and results are the caller's own data. */
export interface CallFacts {
	/** Endpoint name; of a call that goes on, that of the call it continues. */
	readonly endpoint: string;
	/** Its source; an upstream's name, `demo`, or `loadline` for our own. */
	readonly source: string;
	/** The tool's name as the caller used it. */
	readonly tool: string;
	readonly cursorUse: CursorUse;
	/** As the caller sent them. */
	readonly arguments?: JsonObject;
	/** `session_id` of a tool of our own, as received. */
	readonly sessionArgument?: unknown;
	readonly variant: Variant;
	/** Of what was sent; in the variant `shadow`, of what would have been. Absent when nothing was reduced or weighed. */
	readonly report?: Outcome['report'];
	/** Absent when the call failed before a result. */
	readonly result?: ToolResult;
	/** `tool_error` for a result that says so, `invalid_arguments`, a handle's fault, or a source's. */
	readonly errorCode?: string;
	/** Milliseconds, as far as the platform's clock moves during a request. */
	readonly totalMs: number;
	/** Milliseconds that the source took; absent when it was not asked. */
	readonly upstreamMs?: number;
	/** Endpoints whose kept results went into it, by reference or in a join. */
	readonly references?: readonly string[];
	/** Absent of results that came whole, and of calls that said at once what they want. */
	readonly asked?: AskedOf;
	/** The first handle of what was kept, where it is the source's own result; of what is read on from, its id. */
	readonly handle?: string;
	/** As the source gave it; absent when a handle was read. */
	readonly original?: ToolResult;
}

/** Collects the facts of one call while it runs. */
export class Trail {
	readonly #begun: number;
	/** The facts so far. */
	facts: Omit<CallFacts, 'totalMs'>;

	/** @param clock milliseconds */
	constructor(
		private readonly clock: () => number,
		facts: Pick<CallFacts, 'endpoint' | 'source' | 'tool' | 'arguments'>,
	) {
		this.#begun = clock();
		this.facts = { ...facts, cursorUse: 'none', variant: 'on' };
	}

	note(facts: Partial<Omit<CallFacts, 'totalMs'>>): void {
		this.facts = { ...this.facts, ...facts };
	}

	/** The call goes on from a result of this endpoint, and counts there. */
	goOn(endpoint: string, cursorUse: CursorUse): void {
		const source = endpointOf(endpoint, {})?.source ?? this.facts.source;
		this.note({ endpoint, source, cursorUse });
	}

	close(): CallFacts {
		return { ...this.facts, totalMs: this.clock() - this.#begun };
	}
}
