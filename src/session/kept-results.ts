// Results that concern the context, as they were sent, kept by principal: `expand_result` gives them back
// unchanged, and the pass-through finds them again by what a host shows of them. Ports and data.
import type { ContextMarks } from '../shared/context-marks';
import type { JsonText, ToolResult } from '../shared/tool-result';

/** Content and structured content of a result, JSON text. */
export type ResultText = JsonText;

/** A result that is kept for its principal; `text` and `original` only where it may leave a context. */
export interface KeptResult {
	/** What `expand_result` takes; unique for a principal. */
	readonly id: string;
	/** As the caller named it. */
	readonly tool: string;
	/** Whose result it is, for telemetry. */
	readonly endpoint: string;
	/** The session that it was noted in. */
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly marks: ContextMarks;
	/** Of a transient result: what takes its place in a context. */
	readonly text?: string;
	/** Of what a host may show of it (`digestsOf`). */
	readonly digests: readonly string[];
	/** Of a transient result. */
	readonly original?: ResultText;
}

/** What is known of a text that a host shows. */
export interface FoundResult extends Omit<KeptResult, 'original' | 'digests'> {
	readonly digest: string;
}

export interface KeptResults {
	/** Keeps results; one that is there already stays as it is. */
	put(call: { readonly results: readonly KeptResult[] }): void;
	/** The original by its id, null when it is not kept (any more). */
	original(call: { readonly id: string }): {
		readonly text: ResultText;
		readonly endpoint: string;
	} | null;
	/** Forgets the results of one session, or all of the principal's. */
	forget(call: { readonly session?: string }): void;
	/** Results by digests, at most one for each. */
	find(call: { readonly digests: readonly string[] }): readonly FoundResult[];
}

/** Days that a result is kept, and how many of a principal. */
export const KEPT_DAYS = 7;
export const MOST_KEPT = 5_000;

/** A result as the text that is kept of it. */
export const resultText = ({ content, structured }: ToolResult): ResultText =>
	`{"content":${JSON.stringify(content)}${structured === undefined ? '' : `,"structured":${JSON.stringify(structured)}`}}`;

/** The result as it was sent, without its `_meta`. */
export const readResultText = (text: ResultText): ToolResult =>
	JSON.parse(text) as Pick<ToolResult, 'content' | 'structured'>;

/**
 * A text as a host may show it, whatever it does to white space and the spelling of JSON; undefined for one
 * that is too short to tell results apart.
 */
export function normalText(text: string): string | undefined {
	const trimmed = text.trim();
	if (trimmed.length < 8) return undefined;
	if (!/^[[{]/.test(trimmed)) return trimmed.replaceAll('\r\n', '\n');
	try {
		return JSON.stringify(JSON.parse(trimmed));
	} catch {
		return trimmed;
	}
}

/** What a host may show of a result: its structured content, its texts, each text. */
export function shownTexts({ content, structured }: ToolResult): readonly string[] {
	const texts = content.flatMap((block) => (typeof block.text === 'string' ? [block.text] : []));
	const shown = [
		structured ?? '',
		texts.join('\n'),
		texts.join('\n\n'),
		texts.join(''),
		...texts.slice(0, 4),
	];
	return [...new Set(shown.flatMap((text) => normalText(text) ?? []))];
}
