// A client that breaks off while its export is computed, on workerd: the runtime ends the question with its request.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callThrough, connectClient } from './clients';
import { type Loadline, startLoadline } from './serve';

let loadline: Loadline;

beforeAll(async () => {
	loadline = await startLoadline();
});

afterAll(() => loadline?.stop());

/** Milliseconds of CPU that questions were charged with: five a slice. */
async function charged(): Promise<number> {
	const answer = await loadline.fetch('/api/limits');
	const { limits } = (await answer.json()) as { limits: { resource: string; used: number }[] };
	return limits.find(({ resource }) => resource === 'asks')?.used ?? 0;
}

it('an export is computed no further once its client has broken off', async () => {
	const client = await connectClient('v1', `${loadline.url}/mcp`);
	const select = 'length(bookings)';
	const first = await callThrough(client, 'demo__list_bookings', { _loadline: { select } });
	const long = 'let $all = bookings in bookings[].length($all[?total > `5` || total > `6`])';
	const path = `/api/results/${first.data.handle}?${new URLSearchParams({ select: long })}`;
	const costOf = async (work: () => Promise<unknown>) => {
		const before = await charged();
		await work();
		return (await charged()) - before;
	};
	const whole = await costOf(async () => (await loadline.fetch(path)).text());
	const breakOff = async () => {
		const begun = await charged();
		const { hostname, port, host } = new URL(loadline.url);
		const socket = connect(Number(port), hostname);
		socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
		await expect.poll(charged, { interval: 1 }).toBeGreaterThan(begun);
		socket.resetAndDestroy();
		// The next has its turn once the place of the one before is free.
		const { handle } = first.data;
		const next = await callThrough(client, 'read_result', { handle, select });
		expect(next.data.result).toBe(500);
	};
	// On a busy machine it may be known too late that one has begun; computed to the end, each costs the whole.
	const broken: number[] = [];
	for (let times = 0; times < 4 && !broken.some((cost) => cost < whole / 2); times++)
		broken.push(await costOf(breakOff));
	await client.close();
	expect(Math.min(...broken), `${broken} of ${whole}`).toBeLessThan(whole / 2);
});
