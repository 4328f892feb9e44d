// A body that does not come is not waited for: it has room that others want.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answeredEarly, readBoundedText } from '../../../src/adapters/fetch/bounded-body';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request whose body has so many bytes every two seconds, `pieces` times. */
function dripping(bytes: number, pieces: number) {
	let isLeft = false;
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			await new Promise((resume) => setTimeout(resume, 2_000));
			if (pieces-- > 0) controller.enqueue(new Uint8Array(bytes).fill(97));
			else controller.close();
		},
		cancel() {
			isLeft = true;
		},
	});
	const request = new Request('http://x/', {
		method: 'POST',
		body,
		headers: { 'content-length': '4000000' },
		duplex: 'half',
	} as RequestInit);
	return { request, isLeft: () => isLeft };
}

it('ends one that comes a byte at a time, after a few seconds', async () => {
	const { request, isLeft } = dripping(1, 1_000);
	const read = readBoundedText(request, 4_000_000);
	await vi.advanceTimersByTimeAsync(7_000);
	expect(await read).toEqual({ ok: false, error: 'slow' });
	expect(isLeft()).toBe(true);
});

it('waits for a small one that does not come no longer than ten seconds', async () => {
	const body = new ReadableStream({});
	const headers = { 'content-length': '100' };
	const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
	const read = readBoundedText(new Request('http://x/', init), 4_000_000);
	await vi.advanceTimersByTimeAsync(10_001);
	expect(await Promise.race([read, 'nothing'])).toEqual({ ok: false, error: 'slow' });
});

it('reads one that comes slowly, but comes', async () => {
	const read = readBoundedText(dripping(40_000, 30).request, 4_000_000);
	await vi.advanceTimersByTimeAsync(70_000);
	const text = await read;
	expect(text.ok && text.value.length).toBe(1_200_000);
	expect(vi.getTimerCount()).toBe(0);
});

it('reads a body to its end before a late refusal, however long it is', async () => {
	vi.useRealTimers();
	const mebibyte = new Uint8Array(1024 * 1024);
	let left = 70;
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) => (left-- > 0 ? controller.enqueue(mebibyte) : controller.close()),
	});
	const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
	const refusal = new Response('too long', { status: 413 });
	const answer = await answeredEarly(new Request('http://x/', init), refusal, true);
	expect([answer.status, await answer.text(), left]).toEqual([413, 'too long', -1]);
});
