// Reads an upstream's body within a byte limit, counted after decoding: a small compressed body may
// unpack to gigabytes, and a declared length may lie.

import { concatBytes } from '@noble/hashes/utils.js';
import { FREE_BYTES, type Hold } from '../../fetch';
import { untilAborted } from '../mailbox';

/** The body was larger than allowed; its stream has been cancelled. */
export class BodyTooLarge extends Error {
	override readonly name = 'BodyTooLarge';
}

/**
 * The body's chunks, as they come.
 * @param limit bytes in all; one more throws {@link BodyTooLarge}
 * @param signal aborts the reading, whatever the fetch implementation does with it
 * @param isPatient nobody looks at a chunk before there is much of the body: then there are few
 */
export async function* bodyChunks(
	response: Response,
	limit: number,
	signal: AbortSignal,
	isPatient = false,
): AsyncGenerator<Uint8Array, void> {
	if (response.body === null) return;
	const reader = readerOf(response.body, isPatient);
	const cancel = (): void => void reader.cancel().catch(() => {});
	signal.addEventListener('abort', cancel, { once: true });
	let total = 0;
	let finished = false;
	try {
		for (;;) {
			if (signal.aborted) throw signal.reason;
			const { done, value } = await reader.read();
			if (signal.aborted) throw signal.reason;
			total += value?.byteLength ?? 0;
			if (total > limit) throw new BodyTooLarge(`more than ${limit} bytes`);
			// The last piece may come with the end.
			if (done) finished = true;
			if (value?.byteLength) yield value;
			if (done) return;
		}
	} finally {
		signal.removeEventListener('abort', cancel);
		if (!finished) cancel();
	}
}

/** Bytes read at once: few at first, since most bodies are short, then more, each piece costs a turn. */
const LEAST_AT_ONCE = 2_048;
const AT_ONCE = 32_768;
/** The most where nobody waits for the pieces of a long body. */
const MOST_AT_ONCE = 262_144;

interface Reader {
	read(): Promise<ReadableStreamReadResult<Uint8Array>>;
	cancel(): Promise<void>;
}

/** Workers' own: waits for so many bytes, or the end. */
type PatientReader = ReadableStreamBYOBReader & {
	readAtLeast?(bytes: number, into: Uint8Array): ReturnType<Reader['read']>;
};

/** Reads as much as there is; a stream that is not of bytes, as it comes. */
function readerOf(body: ReadableStream<Uint8Array>, isPatient: boolean): Reader {
	let bytes: PatientReader;
	try {
		bytes = body.getReader({ mode: 'byob' });
	} catch {
		return body.getReader();
	}
	let size = LEAST_AT_ONCE / 4;
	const read = (): ReturnType<Reader['read']> => {
		size = Math.min(4 * size, isPatient ? MOST_AT_ONCE : AT_ONCE);
		if (!isPatient || !bytes.readAtLeast)
			return bytes.read(new Uint8Array(size)) as ReturnType<Reader['read']>;
		const wanted = size;
		// Less than was waited for is the last.
		return bytes.readAtLeast(wanted, new Uint8Array(wanted)).then((read) => {
			return { ...read, done: read.done || read.value.byteLength < wanted };
		}) as ReturnType<Reader['read']>;
	};
	return { read, cancel: () => bytes.cancel() };
}

/** The whole body, for which there has to be room. @throws NoRoom where there is none in time */
export async function readBytes(
	response: Response,
	limit: number,
	signal: AbortSignal,
	hold: () => Hold,
): Promise<Uint8Array> {
	// A body that is as long as it says, neither packed nor in chunks, is read by the runtime in one go.
	const { headers } = response;
	const isPacked =
		headers.has('transfer-encoding') ||
		(headers.get('content-encoding') ?? 'identity') !== 'identity';
	const declared = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY);
	if (declared <= limit && !isPacked) {
		if (declared > FREE_BYTES) await hold().need(declared);
		signal.throwIfAborted();
		const bytes = await untilAborted(response.arrayBuffer(), signal);
		signal.throwIfAborted();
		return bytes ? new Uint8Array(bytes) : new Uint8Array();
	}
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of bodyChunks(response, limit, signal, true)) {
		length += chunk.byteLength;
		// A body may come without its length.
		if (length > FREE_BYTES) await hold().need(limit);
		parts.push(chunk);
	}
	const [first] = parts;
	return first && parts.length === 1 ? first : concatBytes(...parts);
}

/** At most the first `limit` bytes as text; never fails. */
export async function readExcerpt(response: Response, limit: number, signal: AbortSignal) {
	const decoder = new TextDecoder();
	let text = '';
	try {
		for await (const chunk of bodyChunks(response, limit, signal)) {
			text += decoder.decode(chunk, { stream: true });
		}
	} catch {
		// The part read so far is enough for an error text.
	}
	return text;
}
