// Messages of MCP's stdio transport: one JSON text a line (2025-11-25, "Transports", stdio).
import type { Readable } from 'node:stream';
import { jsonIn } from '../../shared/json-values';
import { momentFor } from '../fetch';

/** A JSON-RPC message: its text as it came, and what tells where it goes. */
export interface Line {
	readonly text: string;
	readonly message: Message;
}

/** A JSON-RPC message, parsed and not checked: a request, a notification (no `id`) or an answer (no `method`). */
export interface Message {
	readonly id?: string | number | null;
	readonly method?: string;
	readonly params?: { readonly [key: string]: unknown };
	readonly result?: unknown;
	readonly error?: unknown;
}

/** Requests by which a client begins, of the older revisions and of the newer. */
export const HANDSHAKES: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** UTF-16 units of one message. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** The messages of a stream until it ends; what is none goes to `noise`. @throws RangeError where a line does not end */
export async function* linesOf(stream: Readable, noise: (text: string) => void) {
	const decoder = new TextDecoder();
	let pieces: string[] = [];
	let length = 0;
	for await (const chunk of withLastLineEnd(stream)) {
		const text = decoder.decode(chunk as Uint8Array, { stream: true });
		const lines = text.split('\n');
		const last = lines.pop() ?? '';
		for (const line of lines) {
			const whole = pieces.length > 0 ? pieces.join('') + line : line;
			pieces = [];
			length = 0;
			await momentFor(whole.length);
			const read = readLine(whole);
			await momentFor(whole.length);
			if (read) yield read;
			else if (whole.trim() !== '') noise(whole);
		}
		pieces.push(last);
		length += last.length;
		if (length > LONGEST_LINE)
			throw new RangeError(`a message of more than ${LONGEST_LINE} characters`);
	}
}

/** Ends the last line of a stream, which counts where nothing else ends it. */
async function* withLastLineEnd(stream: Readable): AsyncGenerator<unknown> {
	yield* stream;
	yield Buffer.from('\n');
}

/** A text without line ends: outside of strings they are only white space, in strings JSON has none. */
export const asLine = (json: string): string => `${json.replace(/[\r\n]+/g, ' ')}\n`;

function readLine(line: string): Line | undefined {
	const text = line.trim();
	const message = text.startsWith('{') ? jsonIn(text) : undefined;
	return message === undefined ? undefined : { text, message: message as Message };
}
