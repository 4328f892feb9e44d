// Reads one JSON-RPC message of an upstream without losing a digit: spans of the raw text instead of parsed values.
import { type JsonSpan, scanJson, sourceOf } from '../../../shared/json-span';
import { parseSpelled } from '../../../shared/raw-json';
import { err, ok, type Result } from '../../../shared/result';

/** A JSON-RPC message as it stands in its text. */
export interface RawMessage {
	readonly text: string;
	readonly span: JsonSpan;
}

const OPENS = new Set(['', '.result', '.result.content', '.error']);
const BATCH = new Set(['']);

/**
 * The messages of a body: one, or a batch (MCP 2025-03-26).
 * @returns what is wrong when the text is no JSON object or array
 */
export function readMessages(text: string): Result<readonly RawMessage[], string> {
	const scanned = scanJson(text, OPENS);
	if (!scanned.ok) return scanned;
	if (scanned.value.kind === 'object') return ok([{ text, span: scanned.value }]);
	if (scanned.value.kind !== 'array') return err('neither an object nor an array');
	const batch = scanJson(text, BATCH);
	const messages: RawMessage[] = [];
	for (const item of (batch.ok && batch.value.items) || []) {
		const source = text.slice(item.start, item.end);
		const span = scanJson(source, OPENS);
		if (span.ok && span.value.kind === 'object') messages.push({ text: source, span: span.value });
	}
	return ok(messages);
}

/** A member's JSON source, without white space between tokens. */
export function memberSource(message: RawMessage, ...path: string[]): string | undefined {
	let span: JsonSpan | undefined = message.span;
	for (const name of path) span = span?.members?.get(name);
	return span && sourceOf(message.text, span);
}

/** Returns whether the message answers a request: it has a result or an error, and no method. */
export const isResponse = ({ span }: RawMessage): boolean =>
	!span.members?.has('method') &&
	(span.members?.has('result') === true || span.members?.has('error') === true);

/** Returns whether a response is to this request id; an error may have no id (JSON-RPC 2.0, 5). */
export function answers(message: RawMessage, id: string): boolean {
	const own = memberSource(message, 'id');
	if (own === undefined || own === 'null') return message.span.members?.has('error') === true;
	return own === id || own === `"${id}"`;
}

/** Bounds of what is parsed; with `isSpelled` numbers keep their spelling (JSON.rawJSON). */
interface Limits {
	readonly values: number;
	readonly depth: number;
	readonly isSpelled?: boolean;
}

/** A parsed member, if it is small and flat enough to be parsed safely. */
export function parseMember(
	message: RawMessage,
	{ values, depth, isSpelled }: Limits,
	...path: string[]
): Result<unknown, string> {
	let span: JsonSpan | undefined = message.span;
	for (const name of path) span = span?.members?.get(name);
	if (span === undefined) return err('is missing');
	if (span.values > values) return err(`holds more than ${values} values`);
	if (span.depth > depth) return err(`is nested more than ${depth} levels deep`);
	return ok((isSpelled ? parseSpelled : JSON.parse)(message.text.slice(span.start, span.end)));
}
