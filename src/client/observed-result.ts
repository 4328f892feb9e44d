// Observed results as entries of a context: token counts, fingerprints, originals, and their state for hosts.
import { collapsedText } from '../shared/collapsed-text';
import { type ContextMarks, readTransientNote } from '../shared/context-marks';
import { fingerprint } from '../shared/fingerprint';
import { isRecord } from '../shared/json-values';
import { idsOfArguments, idsOfResult } from '../shared/named-ids';
import type { IdOf } from './formats';
import { type CountTokens, jsonText, roughTokens, tokensOf } from './measure';
import type { Entry } from './stored-context';

/** A result as the host received it. */
export interface ObservedResult {
	/** Id of the call in the conversation: `tool_use_id`, `tool_call_id`, `call_id`, `toolCallId`. */
	readonly id: string | number;
	/** The tool's name as its MCP server lists it. */
	readonly tool: string;
	/** Of the call, where the host has them: a consumer's say what it used. */
	readonly arguments?: unknown;
	/** The MCP result, with its `_meta`. */
	readonly result: unknown;
}

/** State of a result that concerns the context. */
export interface ResultState
	extends Pick<Entry, 'tool' | 'badge' | 'summary' | 'tokensBefore' | 'consumedBy'> {
	/** Tokens of what stands for it now; the same until it is collapsed. */
	readonly tokensAfter: number;
}

/** Makes the entry of a transient result, its original included. */
export function transientEntry(
	id: string,
	tool: string,
	result: unknown,
	summary: string | undefined,
	countTokens: CountTokens | undefined,
): Entry {
	const note = readTransientNote(result);
	const text = collapsedText(summary, tool, note);
	const ids = idsOfResult(result);
	return {
		id,
		tool,
		badge: 'transient',
		text,
		...(summary !== undefined && { summary }),
		tokensBefore: tokensOf(result, countTokens),
		tokensCollapsed: countTokens?.(text) ?? note.collapsedTokens ?? roughTokens(text),
		...(note.id !== undefined && { noteId: note.id }),
		...(ids.length > 0 && { ids }),
		...fingerprintOf(result),
		...frozenCopy(jsonText(result)),
	};
}

/** Finds results that stand without an id; of equal ones the first comes first. */
export function idsBut(entries: Iterable<Entry>, taken: ReadonlySet<string>): IdOf {
	const waiting = new Map<string, string[]>();
	for (const { id, fingerprint: key } of entries) {
		if (key === undefined || taken.has(id)) continue;
		const ids = waiting.get(key);
		if (ids) ids.push(id);
		else waiting.set(key, [id]);
	}
	return (result) => {
		const json = jsonText(result);
		return json === undefined ? undefined : waiting.get(fingerprint(json))?.shift();
	};
}

/** Describes an entry; a used result that `apply` did not replace is still `transient`. */
export const stateOf = ({ tool, badge, summary, consumedBy, ...entry }: Entry): ResultState => {
	const isCollapsed = badge === 'collapsed' && entry.missed !== true;
	return {
		tool,
		badge: badge === 'collapsed' && !isCollapsed ? 'transient' : badge,
		...(summary !== undefined && { summary }),
		tokensBefore: entry.tokensBefore,
		tokensAfter: isCollapsed ? entry.tokensCollapsed : entry.tokensBefore,
		...(consumedBy !== undefined && { consumedBy }),
	};
};

/** Returns the tool that was called: `call_tool` calls another, by whose name pairs go. */
export function calledBy({ tool, arguments: args }: Omit<ObservedResult, 'id' | 'result'>) {
	const isWrapped = tool === 'call_tool' && isRecord(args) && typeof args.name === 'string';
	return isWrapped ? { tool: String(args.name), args: args.arguments } : { tool, args };
}

/** Returns the results that a consumer's call named: by its arguments where known, else as the server says. */
export const namedIn = (args: unknown, { used = [] }: ContextMarks): readonly string[] => {
	const named = args === undefined ? [] : idsOfArguments(args);
	return named.length > 0 ? named : used;
};

export function fingerprintOf(result: unknown): { readonly fingerprint?: string } {
	const json = jsonText(result);
	return json === undefined ? {} : { fingerprint: fingerprint(json) };
}

/** Parses JSON text into a frozen copy. */
export function frozenCopy(json: string | undefined): { readonly original?: unknown } {
	return json === undefined ? {} : { original: frozen(JSON.parse(json)) };
}

/** Freezes in depth without recursion: results may be nested at any depth. */
function frozen(value: unknown): unknown {
	const open = [value];
	while (open.length > 0) {
		const part = open.pop();
		if (typeof part !== 'object' || part === null) continue;
		Object.freeze(part);
		for (const inner of Object.values(part)) open.push(inner);
	}
	return value;
}
