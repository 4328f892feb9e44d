// A body is held within its bound, as it arrives: what it declares is not asked.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answeredEarly, peekBody, readBoundedText } from '../../../src/adapters/fetch/bounded-body';
import { times } from '../../fuzz-runs';

const MEGA = new Uint8Array(1 << 20).fill(97);

/** A body of so many megabytes, sent piece by piece, and how many were asked for. */
function long(megabytes: number) {
	let sent = 0;
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
		{
			pull(controller) {
				if (sent++ < megabytes) controller.enqueue(MEGA);
				else controller.close();
			},
		},
		{ highWaterMark: 0 },
	);
	return { body, sent: () => sent };
}

it('a longer one is held up to its bound, and the rest goes on as it comes', async () => {
	const { body, sent } = long(600);
	const peeked = await peekBody(body, 8 << 20);
	const whole = peeked.ok ? peeked.value.whole : undefined;
	expect(sent()).toBe(9);
	let bytes = 0;
	for await (const part of whole ?? []) bytes += part.byteLength;
	expect(bytes).toBe(600 << 20);
});

it('whichever way it is cut, every byte of it goes on', async () => {
	const parts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 });
	await fc.assert(
		fc.asyncProperty(parts, fc.nat(120), async (cut, most) => {
			const { body } = new Response(new Blob(cut as Uint8Array<ArrayBuffer>[]).stream());
			const peeked = await peekBody(body as ReadableStream<Uint8Array<ArrayBuffer>>, most);
			if (!peeked.ok) throw new Error(peeked.error);
			const { bytes, whole } = peeked.value;
			const all = Buffer.concat(cut);
			expect(whole === undefined).toBe(all.length <= most);
			expect(Buffer.from(await new Response(whole ?? bytes).arrayBuffer())).toEqual(all);
		}),
		{ numRuns: times(20, 60) },
	);
});

it.each([30, 600])(
	'a refused one of %i MB is answered at once, and read on behind that, within bounds',
	async (megabytes) => {
		const { body, sent } = long(megabytes);
		const request = new Request('http://x/', {
			method: 'POST',
			body,
			duplex: 'half',
		} as RequestInit);
		expect(await readBoundedText(request, 4 << 20)).toEqual({ ok: false, error: 'too_large' });
		expect(sent()).toBe(5);
		const answer = await answeredEarly(request, new Response('too long', { status: 413 }));
		expect([answer.status, answer.headers.get('content-length')]).toEqual([413, '8']);
		expect(await answer.text()).toBe('too long');
		expect(sent()).toBe(Math.min(megabytes + 1, 64 + 5));
	},
);

it('one that is declared too long is not begun to be read', async () => {
	const { body, sent } = long(30);
	const headers = { 'content-length': String(30 << 20) };
	const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
	const read = await readBoundedText(new Request('http://x/', init), 4 << 20);
	expect([read, sent()]).toEqual([{ ok: false, error: 'too_large' }, 0]);
});
