// Reads a request body up to a limit, as declared and as sent: either may lie or never end.
import { err, ok, type Result } from '../shared/result';

/**
 * A refused body is read on and thrown away up to this many times the limit: a server that answers
 * while the client still writes shows most clients a broken connection instead of the answer.
 */
const DRAINED_LIMITS = 4;

/** The body as text (UTF-8), at most `maxBytes` bytes. */
export const readBoundedText = async (
	request: Request,
	maxBytes: number,
): Promise<Result<string, 'too_large' | 'unreadable'>> => {
	if (request.body === null) return ok('');
	const isDeclaredLarger = Number(request.headers.get('content-length')) > maxBytes;
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
