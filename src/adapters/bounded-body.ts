// Reads a request body up to a limit, as declared and as sent: either may lie or never end.
import { err, ok, type Result } from '../shared/result';
import { utf8Bytes } from '../shared/utf8';

/**
 * A refused body is read on and thrown away up to this many times the limit: a server that answers
 * while the client still writes shows most clients a broken connection instead of the answer.
 */
const DRAINED_LIMITS = 4;

/** Bytes. */
const SMALL = 65_536;

async function readSmall(
	request: Request,
	maxBytes: number,
): Promise<Result<string, 'too_large' | 'unreadable'>> {
	try {
		const text = await request.text();
		return utf8Bytes(text) > maxBytes ? err('too_large') : ok(text);
	} catch {
		return err('unreadable');
	}
}

/** The body as text (UTF-8), at most `maxBytes` bytes. */
export const readBoundedText = async (
	request: Request,
	maxBytes: number,
): Promise<Result<string, 'too_large' | 'unreadable'>> => {
	if (request.body === null) return ok('');
	const declared = request.headers.get('content-length');
	const isDeclaredLarger = Number(declared) > maxBytes;
	// Its framing holds a body to the length that it declares; the runtime reads a small one in one go.
	if (declared !== null && Number(declared) <= SMALL) return readSmall(request, maxBytes);
	const decoder = new TextDecoder();
	const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
	let received = 0;
	let text = '';
	try {
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			received += part.value.byteLength;
			if (received > maxBytes * DRAINED_LIMITS) break;
			if (received > maxBytes || isDeclaredLarger) text = '';
			else text += decoder.decode(part.value, { stream: true });
		}
		void reader.cancel().catch(() => {});
	} catch {
		return err('unreadable');
	}
	return isDeclaredLarger || received > maxBytes ? err('too_large') : ok(text + decoder.decode());
};
