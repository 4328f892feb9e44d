// What callers see when the platform's storage is slow, late, failing, throwing or hanging.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultRaw } from '../raw-calls';
import { type Limited, startLimited } from './start';

const OBJECTS = ['WORKSPACE', 'SESSION', 'TELEMETRY', 'CONVERSATION'] as const;
const all = (fault: 'throw' | 'hang' | number) =>
	Object.fromEntries(OBJECTS.map((name) => [name, fault]));
/** One tool of each of our own that ask an object. */
const OWN = [
	['workflow_list', '{}'],
	['workflow_start', '{"workflow":"tasks-one-by-one"}'],
	['memdisc', '{}'],
	['search_records', '{"model":"activity"}'],
] as const;

let loadline: Limited;
beforeAll(async () => {
	loadline = await startLimited({ config: { demo: true } });
});
beforeEach(() => loadline.faults());
afterAll(() => loadline.stop());

const page = () => resultRaw(loadline, 'demo__list_bookings');
const next = (cursor: string) =>
	resultRaw(loadline, 'demo__list_bookings', JSON.stringify({ cursor }));

describe('objects that throw, or never answer', () => {
	it.each([['throw'], ['hang']] as const)('take nothing from other tools: %s', async (fault) => {
		await loadline.faults({ objects: all(fault) });
		const first = await page();
		expect(first.structuredContent.bookings.length).toBeGreaterThan(5);
		const second = await next(first.structuredContent.nextCursor);
		expect(second.structuredContent.bookings[0].id).not.toBe(
			first.structuredContent.bookings[0].id,
		);
	});

	it.each([['throw'], ['hang']] as const)(
		'have tools of our own say in time what to do: %s',
		async (fault) => {
			await loadline.faults({ objects: all(fault) });
			const results = await Promise.all(OWN.map(([tool, args]) => resultRaw(loadline, tool, args)));
			for (const [index, result] of results.entries()) {
				expect(result.isError).toBe(true);
				const [{ text }] = result.content;
				expect(text).toContain(`${OWN[index]?.[0]}: the storage of this workspace does not answer`);
				expect(text).toMatch(/[Rr]ead first, then repeat|Repeat the call/);
				expect(text).toContain('correlation id');
			}
			await loadline.faults();
			for (const [tool, args] of OWN)
				expect((await resultRaw(loadline, tool, args)).isError ?? false, tool).toBe(
					tool === 'memdisc',
				);
		},
		40_000,
	);

	it('take their time from their own tools alone when they are slow', async () => {
		await loadline.faults({ objects: all(250) });
		const first = await page();
		expect((await next(first.structuredContent.nextCursor)).isError).toBeUndefined();
		for (const [tool, args] of OWN)
			expect((await resultRaw(loadline, tool, args)).isError ?? false, tool).toBe(
				tool === 'memdisc',
			);
	});

	it('lose no record: what was called meanwhile is told when they are back', async () => {
		const before = await calls();
		await loadline.faults({ objects: { TELEMETRY: 'throw' } });
		await page();
		await page();
		await loadline.faults();
		await expect.poll(calls).toBe(before + 2);
	});
});

describe('KV', () => {
	it('that is slow delays, and nothing else', async () => {
		await loadline.faults({ kvDelay: 250 });
		const { nextCursor } = (await page()).structuredContent;
		expect((await next(nextCursor)).isError).toBeUndefined();
	});

	it('that cannot be read says to repeat the call, and never that a cursor has expired', async () => {
		const { nextCursor } = (await page()).structuredContent;
		// What this isolate wrote it remembers for a while.
		const ahead = 200_000;
		await loadline.faults({ ahead, kvFails: 'reads' });
		const refused = await next(nextCursor);
		expect([refused.isError, refused.content[0].text]).toEqual([
			true,
			expect.stringMatching(/cannot be read.*[Rr]epeat/s),
		]);
		await loadline.faults({ ahead });
		expect((await next(nextCursor)).isError).toBeUndefined();
	});

	it('that cannot be written to costs the cursor, and the page says how to narrow the call', async () => {
		await loadline.faults({ kvFails: 'writes' });
		const { structuredContent } = await page();
		expect(structuredContent.nextCursor).toBeUndefined();
		expect(JSON.stringify(structuredContent)).toMatch(/narrow/i);
	});
});

async function calls(): Promise<number> {
	const answer = await loadline.fetch(
		'/api/telemetry?groupBy=endpoint&endpoint=demo__list_bookings',
	);
	const { groups } = (await answer.json()) as { groups: readonly { count: number }[] };
	return groups?.[0]?.count ?? 0;
}
