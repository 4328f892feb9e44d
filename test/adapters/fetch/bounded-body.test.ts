// A body that does not come is not waited for: it has room that others want.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readBoundedText } from '../../../src/adapters/fetch/bounded-body';

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

it('reads one that comes slowly, but comes', async () => {
	const read = readBoundedText(dripping(40_000, 30).request, 4_000_000);
	await vi.advanceTimersByTimeAsync(70_000);
	const text = await read;
	expect(text.ok && text.value.length).toBe(1_200_000);
	expect(vi.getTimerCount()).toBe(0);
});
