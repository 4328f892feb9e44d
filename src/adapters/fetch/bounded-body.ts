// Reads a request body up to a limit, as declared and as sent: either may lie or never end.
import { err, ok, type Result } from '../../shared/result';
import { utf8Bytes } from '../../shared/utf8';

/**
 * A refused body is read on and thrown away up to this many times the limit: a server that answers
 * while the client still writes shows most clients a broken connection instead of the answer.
 */
const DRAINED_LIMITS = 4;

const SMALL = 65_536;

/** Bytes a second that a larger body comes with at least, after so many seconds: it has room that others want. */
const SLOWEST = 16_384;
const GRACE_SECONDS = 5;

/** Why a body is not read: `slow` is one that does not come. */
export type BodyFault = 'too_large' | 'unreadable' | 'slow';

async function readSmall(request: Request, maxBytes: number): Promise<Result<string, BodyFault>> {
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
): Promise<Result<string, BodyFault>> => {
	if (request.body === null) return ok('');
	const declared = request.headers.get('content-length');
	const isDeclaredLarger = Number(declared) > maxBytes;
	// Its framing holds a body to the length that it declares; the runtime reads a small one in one go.
	if (declared !== null && Number(declared) <= SMALL) return readSmall(request, maxBytes);
	const decoder = new TextDecoder();
	const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
	let received = 0;
	let text = '';
	const watch = slowness(() => received);
	const next = () => Promise.race([reader.read(), watch.slow]);
	try {
		for (let part = await next(); !part?.done; part = await next()) {
			if (!part) break;
			received += part.value.byteLength;
			if (received > maxBytes * DRAINED_LIMITS) break;
			if (received > maxBytes || isDeclaredLarger) text = '';
			else text += decoder.decode(part.value, { stream: true });
		}
		void reader.cancel().catch(() => {});
	} catch {
		return err('unreadable');
	} finally {
		watch.end();
	}
	if (watch.isSlow()) return err('slow');
	return isDeclaredLarger || received > maxBytes ? err('too_large') : ok(text + decoder.decode());
};

/** Looks every second whether a body comes; `slow` resolves when it does not. A second in which nothing ran is none. */
function slowness(received: () => number) {
	let [seconds, isSlow] = [0, false];
	let end = (): void => {};
	const slow = new Promise<undefined>((resolve) => {
		const timer = setInterval(() => {
			seconds++;
			isSlow ||= received() < (seconds - GRACE_SECONDS) * SLOWEST;
			if (isSlow) resolve(undefined);
		}, 1_000);
		end = () => clearInterval(timer);
	});
	return { slow, isSlow: () => isSlow, end };
}
