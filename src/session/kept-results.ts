// Kept results, by principal: `expand_result` restores them, and the LLM pass-through recognises them by
// what a host shows.
import type { ContextMarks } from '../shared/context-marks';
import type { JsonText, ToolResult } from '../shared/tool-result';

/** JSON of content and structured content. */
export type ResultText = JsonText;

/** A kept result; `text` and `original` only where it may leave a context. */
export interface KeptResult {
	/** Argument of `expand_result`; unique per principal. */
	readonly id: string;
	/** As named by the caller. */
	readonly tool: string;
	/** Source of the result, for telemetry. */
	readonly endpoint: string;
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly marks: ContextMarks;
	/** Replacement of a transient result. */
	readonly text?: string;
	/** Digests of the texts that a host may show. */
	readonly digests: readonly string[];
	/** A transient result's full text. */
	readonly original?: ResultText;
}

/** A kept result found by a digest. */
export interface FoundResult extends Omit<KeptResult, 'original' | 'digests'> {
	readonly digest: string;
}

export interface KeptResults {
	/** Keeps results; an existing one stays unchanged. */
	put(call: { readonly results: readonly KeptResult[] }): void;
	/** Returns an original by id, null when it is not kept. */
	original(call: { readonly id: string }): {
		readonly text: ResultText;
		readonly endpoint: string;
	} | null;
	/** Forgets the results of a session, or all. */
	forget(call: { readonly session?: string }): void;
	/** Finds results by digests, the first kept first. */
	find(call: { readonly digests: readonly string[] }): readonly FoundResult[];
}

/** Serializes a result for storage. */
export const serializeResult = ({ content, structured }: ToolResult): ResultText =>
	`{"content":${JSON.stringify(content)}${structured === undefined ? '' : `,"structured":${JSON.stringify(structured)}`}}`;

/** Restores a stored result, without its `_meta`. */
export const parseResult = (text: ResultText): ToolResult =>
	JSON.parse(text) as Pick<ToolResult, 'content' | 'structured'>;

/** Normalizes white space and JSON spelling; undefined for a text too short to identify a result. */
export function normalizeText(text: string): string | undefined {
	const trimmed = text.trim();
	if (trimmed.length < 8) return undefined;
	if (!/^[[{]/.test(trimmed)) return trimmed.replaceAll('\r\n', '\n');
	try {
		return JSON.stringify(JSON.parse(trimmed));
	} catch {
		return trimmed;
	}
}

/** Returns the texts that a host may show: structured content, joined and single text blocks. */
export function comparableTexts({ content, structured }: ToolResult): readonly string[] {
	const texts = content.flatMap((block) => (typeof block.text === 'string' ? [block.text] : []));
	const shown = [
		structured ?? '',
		texts.join('\n'),
		texts.join('\n\n'),
		texts.join(''),
		...texts.slice(0, 4),
	];
	return [...new Set(shown.flatMap((text) => normalizeText(text) ?? []))];
}
