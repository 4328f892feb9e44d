// Reads request bodies within a limit, counted as they arrive: what is declared may lie or never end.
import { FreeMoments } from '../../shared/free-moment';
import { err, ok, type Result } from '../../shared/result';
import { Turns } from '../../shared/turns';

/** Bytes of a refused body that are read on and thrown away. */
const DRAINED_BYTES = 64 * 1024 * 1024;
/** Bytes of any body that are read in a free moment. */
const AT_ONCE = 512 * 1024;

const SMALL = 65_536;

/** Milliseconds in which a small one has to be there. */
const SMALL_MS = 10_000;

/** Bytes a second that a larger body comes with at least, after so many seconds: it has room that others want. */
const SLOWEST = 16_384;
const GRACE_SECONDS = 5;

/** The reason why a body is not read: `slow` is one that does not come, `encoded` one that is compressed. */
export type BodyFault = 'too_large' | 'unreadable' | 'slow' | 'encoded';

/** Refusal of a compressed body, whose size nobody knows before it is read; answered with 415 (RFC 7694). */
export const ENCODED = {
	text: 'Content-Encoding: the body is not read compressed; send it as it is, without this header',
	headers: { 'Accept-Encoding': 'identity' },
};

/** A part of a body; `isOwn`: nobody has its memory but the reader. */
type Bytes = Uint8Array<ArrayBuffer> & { readonly isOwn?: boolean };

/** The body as text (UTF-8), at most `maxBytes` bytes; the rest of a longer one is left to {@link answeredEarly}. */
export const readBoundedText = async (
	request: Request,
	maxBytes: number,
): Promise<Result<string, BodyFault>> => {
	if (request.body === null) return ok('');
	if (/[^\s,]/.test(request.headers.get('content-encoding')?.replace(/\bidentity\b/gi, '') ?? ''))
		return err('encoded');
	const declared = request.headers.get('content-length');
	if (Number(declared) > maxBytes) return err('too_large');
	// Its framing holds a body to the length that it declares; the runtime reads a small one in one go.
	if (declared !== null && Number(declared) <= SMALL) {
		const { promise: slow, resolve } = Promise.withResolvers<typeof SLOW>();
		const timer = setTimeout(resolve, SMALL_MS, SLOW);
		const text = await Promise.race([request.text().then(ok, unread), slow]);
		clearTimeout(timer);
		return text;
	}
	const { parts, reader, read } = await begun(request.body, maxBytes);
	reader.releaseLock();
	if (!read.ok || !read.value.isOver) {
		for (const part of parts) giveBack(part);
		return read.ok ? err('too_large') : read;
	}
	const decoder = new TextDecoder();
	return ok(parts.map((part) => decoder.decode(part, STREAM)).join('') + decoder.decode());
};

/** Gives back at once what is read no more: all wait while megabytes of garbage are collected. */
function giveBack({ isOwn, buffer }: Bytes): void {
	if (isOwn && !buffer.detached) buffer.transfer(0);
}

const STREAM = { stream: true } as const;
const unread = () => err('unreadable' as const);
const SLOW = err('slow' as const);

/** Of Workers, where no header says how long a stream is. */
const { FixedLengthStream: Fixed } = globalThis as {
	readonly FixedLengthStream?: new (bytes: number) => TransformStream<Bytes, Bytes>;
};

/**
 * Sends a refusal at once, `isLate` after the body, which then is read to its end, and reads that on behind it: a client
 * that writes while its connection closes does not read the answer.
 */
export async function answeredEarly(
	{ body, headers }: Request,
	refusal: Response,
	isLate = false,
): Promise<Response> {
	const length = headers.get('content-length');
	const isShort = length !== null && Number(length) <= SMALL;
	if (refusal.ok || isShort || body === null || body.locked) return refusal;
	const reader = body.getReader();
	const drain = () =>
		readParts(reader, (part, received) => {
			giveBack(part);
			return isLate || received < DRAINED_BYTES;
		});
	if (isLate) {
		await drain();
		void reader.cancel().catch(() => {});
		return refusal;
	}
	const answer = new Uint8Array(await refusal.arrayBuffer());
	const { readable, writable } = Fixed ? new Fixed(answer.length) : new TransformStream();
	const writer = writable.getWriter();
	const readOn = async () => {
		await writer.write(answer);
		await drain();
		await Promise.all([reader.cancel(), writer.close()]);
	};
	void readOn().catch(() => reader.cancel().catch(() => {}));
	const told = new Response(readable, refusal);
	told.headers.set('content-length', String(answer.length));
	return told;
}

/** Of Node: timers that end one after the other would keep what arrives waiting, this lets it in. */
const { setImmediate: afterArrivals = (resume) => resume() } = globalThis as {
	readonly setImmediate?: (resume: () => void) => void;
};

/** Clock and timer of this process. */
export const PAUSING = {
	now: Date.now,
	wait: (milliseconds: number): Promise<void> =>
		new Promise((resume) => setTimeout(() => afterArrivals(resume), milliseconds)),
};

/** Node says how long its loop has been at work, other runtimes nothing, or zero. */
const measured: { eventLoopUtilization?(): { readonly active: number }; now(): number } =
	performance;
const worked = () => measured.eventLoopUtilization?.().active ?? 0;

/** Of this process: its requests are answered in them. */
export const turns = new Turns({
	...{ now: measured.now.bind(performance), wait: PAUSING.wait, worked },
});

/** Of this process: its long work goes on piece by piece in them. */
export const freeMoments = new FreeMoments({
	...{ ...PAUSING, worked },
	isAsked: (whose) => worked() > 0 && turns.isAskedBeside(whose),
});

/** Bytes, or UTF-16 units, that take milliseconds to look at. */
const LONG = 250_000;

/** Waits for a free moment before something long is looked at. */
export const momentFor = async (length: number, whose?: string): Promise<void> => {
	if (length > LONG) await freeMoments.next(whose);
};

/** The beginning of a body, and the whole as a stream where it is longer. */
export interface Peeked {
	readonly bytes: Bytes;
	/** Absent where `bytes` is all of it. */
	readonly whole?: ReadableStream<Bytes>;
}

/** Reads a body of at most `maxBytes` bytes; a longer one is held no further, and goes on as it comes. */
export const peekBody = async (
	body: ReadableStream<Bytes>,
	maxBytes: number,
): Promise<Result<Peeked, BodyFault>> => {
	const { parts, reader, read } = await begun(body, maxBytes);
	if (!read.ok) return read;
	if (!read.value.isOver) return ok({ bytes: new Uint8Array(), whole: resumed(parts, reader) });
	return ok({ bytes: new Uint8Array(await new Blob(parts).arrayBuffer()) });
};

/** Reads a body until it is over, or longer; one that cannot be read on is left. */
async function begun(body: ReadableStream<Bytes>, maxBytes: number) {
	const reader = body.getReader();
	const parts: Bytes[] = [];
	const read = await readParts(reader, (part, received) => {
		parts.push(part);
		return received <= maxBytes;
	});
	if (!read.ok) void reader.cancel().catch(() => {});
	return { parts, reader, read };
}

/** Streams the part that was read already, then the rest. */
const resumed = (parts: Bytes[], reader: ReadableStreamDefaultReader<Bytes>) =>
	new ReadableStream<Bytes>({
		async pull(controller) {
			const part = parts.shift() ?? (await reader.read()).value;
			if (part) controller.enqueue(part);
			else controller.close();
		},
		cancel: (reason) => reader.cancel(reason),
	});

/** Reads a body part by part, until it is over, `take` wants no more of it, or it does not come. */
async function readParts(
	reader: ReadableStreamDefaultReader<Bytes>,
	take: (part: Bytes, received: number) => boolean,
): Promise<Result<{ readonly isOver: boolean }, BodyFault>> {
	let [received, moments, seconds] = [0, 1, 0];
	const reading = async () => {
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			received += part.value.byteLength;
			if (!take(part.value, received)) return ok({ isOver: false });
			if (received < moments * AT_ONCE) continue;
			moments++;
			await freeMoments.next();
		}
		return ok({ isOver: true });
	};
	const { promise: slow, resolve } = Promise.withResolvers<Result<never, BodyFault>>();
	// Looked at every second; one in which nothing ran is none.
	const timer = setInterval(() => {
		if (received < (++seconds - GRACE_SECONDS) * SLOWEST) resolve(err('slow'));
	}, 1_000);
	// Not once a part: what is raced against one promise stays as long as that does.
	return Promise.race([reading().catch(unread), slow]).finally(() => clearInterval(timer));
}
