// One tenant does its worst in every way at once, in small; the other is answered as before, and loses nothing. Counts
// alone: `npm run bench -- neighbour` measures.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { asked, called, HONEST, type Tenant, WAYS } from '../../bench/neighbour/ways';
import { freePort } from '../../scripts/free-port.mjs';
import { times } from '../fuzz-runs';
import { startNode } from '../worker/node';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const TOKENS = ['quiet', 'noisy'].map((name) => ({
	...{ name, sha256: digest(`token-of-${name}`), workspace: `ws-${name}`, scopes: ['admin'] },
}));

/** Answers that a way may get. */
const GIVEN: Readonly<Record<string, readonly number[]>> = {
	'giant bodies': [0, 413, 429],
	registrations: [201, 429],
	'wrong tokens': [401, 429],
};

it('a tenant at its worst takes nothing from another', async () => {
	const port = await freePort();
	const server = await startNode({
		port,
		vars: {
			LOADLINE_URL: `http://127.0.0.1:${port}`,
			LOADLINE_SECRET: '0123456789abcdef0123456789abcdef',
			LOADLINE_TOKENS: JSON.stringify(TOKENS),
		},
	});
	try {
		const tenant = async (name: string): Promise<Tenant> => {
			const one = {
				url: server.url,
				token: `token-of-${name}`,
				handle: '',
				run: name,
				part: 1 / 8,
			};
			const headers = { 'content-type': 'application/json' };
			await asked(one, '/api/config', { method: 'PUT', headers, body: '{"demo":true}' });
			const { structuredContent: page } = await called(one, 'demo__list_bookings', {}, name);
			return { ...one, handle: page.nextCursor };
		};
		const [quiet, noisy] = [await tenant('quiet'), await tenant('noisy')];
		const honest = () => Promise.all(Object.values(HONEST).map((ask) => ask(quiet)));
		const before = await honest();
		let isOver = false;
		// Slow bodies go on beside all the others, however long it takes until they are refused.
		for (let n = 0; n < 8; n++) void WAYS['slow bodies']?.(noisy, n).catch(() => {});
		const ways = Object.entries(WAYS).filter(([name]) => name !== 'slow bodies');
		const noise = Promise.all(
			ways.map(async ([name, way]) => [
				name,
				await Promise.all(Array.from({ length: times(1, 2) }, (_, n) => way(noisy, n))),
			]),
		).finally(() => {
			isOver = true;
		});
		while (!isOver) {
			expect(await honest()).toEqual(before);
			await pause(100);
		}
		for (const [name, statuses] of (await noise) as [string, number[]][])
			for (const status of statuses)
				expect([name, GIVEN[name] ?? [200, 429]]).toEqual([name, expect.arrayContaining([status])]);
		expect(await honest()).toEqual(before);
	} finally {
		await server.stop();
	}
});
