// Parts of a result: its texts for a host's model, its sizes, its handle, and what is behind that.
import type { HOSTS } from '../../../../config';
import type { HostRoom } from '../../../../protect';
import { isRecord, jsonIn } from '../../../../shared/json-values';
import { err, ok, type Result } from '../../../../shared/result';
import { textsOf } from '../../ui/media';

/** An MCP result, as the client received it. */
export interface Answer {
	readonly content?: readonly unknown[];
	readonly structuredContent?: unknown;
	readonly isError?: boolean;
	readonly _meta?: Readonly<Record<string, unknown>>;
}

export type HostName = keyof typeof HOSTS;

/** A call that was answered, well or with an error. */
export interface Call {
	readonly id: number;
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
	readonly answer: Answer;
	readonly host: HostName | undefined;
}

/** Returns tokens of a result and of its original, as the server reckons them, 0 where it said nothing; and what was done. */
export function sizesOf({ _meta }: Answer) {
	const report = isRecord(_meta?.['dev.loadline/protect']) ? _meta['dev.loadline/protect'] : {};
	const { estimatedTokens, originalTokens, act } = report;
	const sent = typeof estimatedTokens === 'number' ? estimatedTokens : 0;
	const raw = typeof originalTokens === 'number' ? originalTokens : sent;
	return { sent, raw, ...(typeof act === 'string' && act !== 'passthrough' && { act }) };
}

/** The text that a host shows its model. */
export function shownTo(shows: HostRoom['shows'] | undefined, answer: Answer): string {
	if (shows === 'structured' && answer.structuredContent !== undefined)
		return JSON.stringify(answer.structuredContent, null, 1);
	return textsOf(answer.content).join('\n\n');
}

/** Handles in what Loadline added to a result: beside its structured content, or in its last block. */
export function waysOf(answer: Answer) {
	if (!sizesOf(answer).act) return {};
	const added = isRecord(answer.structuredContent)
		? answer.structuredContent
		: jsonIn(textsOf(answer.content).at(-1));
	const own = isRecord(added) && isRecord(added.loadline) ? added.loadline : added;
	if (!isRecord(own)) return {};
	const part = (name: string, key: string) => (isRecord(own[name]) ? own[name][key] : undefined);
	const cursor = own.nextCursor ?? part('chunk', 'nextCursor');
	const handle = part('summary', 'handle') ?? cursor;
	return {
		...(typeof cursor === 'string' && { cursor }),
		...(typeof handle === 'string' && { handle }),
	};
}

/** Returns the number of characters of a text that a host passes; undefined: all. */
export function cutAt(room: HostRoom | undefined, text: string): number | undefined {
	if (!room) return undefined;
	const limits = [
		room.characters,
		room.bytes === undefined ? undefined : endOfBytes(text, room.bytes),
		room.lines === undefined ? undefined : endOfLine(text, room.lines),
		room.tokens === undefined ? undefined : room.tokens * 4,
	].filter((limit) => limit !== undefined && limit < text.length) as number[];
	return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Characters that so many bytes of UTF-8 hold. */
const endOfBytes = (text: string, bytes: number): number =>
	new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read;

function endOfLine(text: string, lines: number): number | undefined {
	let at = -1;
	for (let line = 0; line < lines; line++) {
		at = text.indexOf('\n', at + 1);
		if (at < 0) return undefined;
	}
	return at;
}

/** Reads a result before protection: itself where nothing was cut, else its snapshot. The error says why it is missing. */
export async function rawOf(answer: Answer): Promise<Result<string, string>> {
	const { handle } = waysOf(answer);
	if (handle === undefined) return ok(readable(textsOf(answer.content).join('\n\n')));
	try {
		const response = await fetch(`/api/results/${encodeURIComponent(handle)}`);
		const text = await response.text();
		return response.ok ? ok(readable(text)) : err(faultIn(text));
	} catch {
		return err('The server could not be reached.');
	}
}

/** JSON on one line is broken where lists and objects begin, byte for byte otherwise. */
const readable = (text: string) => (text.includes('\n') ? text : text.replaceAll('},{', '},\n{'));

const faultIn = (text: string): string => {
	const body = jsonIn(text);
	const error = isRecord(body) ? body.error : undefined;
	return isRecord(error) ? String(error.message) : 'What the tool gave is not kept.';
};
