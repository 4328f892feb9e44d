// Tests of what callers see when the platform's storage is slow, late, failing, throwing or hanging.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { share } from '../../fuzz-runs';
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

	it.each(share([['throw'], ['hang']] as const, 2))(
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
		await resultRaw(loadline, 'demo__list_listings');
		await resultRaw(loadline, 'demo__list_listings');
		await loadline.faults();
		await expect.poll(calls).toBe(before + 2);
	});

	it('that throw are asked once: what a call has done already is not done again', async () => {
		await loadline.faults({ objects: all('throw') });
		await loadline.reset();
		await loadline.faults({ objects: all('throw') });
		await resultRaw(loadline, 'workflow_start', '{"workflow":"tasks-one-by-one"}');
		const { byCall } = await loadline.operations();
		// Changes of the configuration are looked for every few seconds, whoever calls then.
		const asked = Object.entries(byCall).filter(
			([call]) => call.startsWith('WORKSPACE.') && !call.endsWith('.newerThan'),
		);
		expect(asked).toEqual([[expect.any(String), 1]]);
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
		// This isolate remembers for a while what it wrote.
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

	it('that shows another place what was written a minute late decides nothing', async () => {
		const put = async (chunkSize: number, ifMatch: string) => {
			const headers = { 'content-type': 'application/json', 'if-match': ifMatch };
			const body = JSON.stringify({ demo: true, chunkSize });
			const answer = await loadline.fetch('/api/config', { method: 'PUT', headers, body });
			await answer.body?.cancel();
			return { status: answer.status, etag: answer.headers.get('etag') ?? '' };
		};
		const first = await put(100, '*');
		await loadline.faults({ kvLate: 60_000, kvMiss: 60_000 });
		const second = await put(101, first.etag);
		expect([second.status, second.etag === first.etag]).toEqual([200, false]);
		// The place still reads the former one; the object knows.
		expect(await put(102, first.etag)).toEqual({ status: 409, etag: second.etag });
		// A draft whose text is not visible here yet is not submitted without it.
		const create = { path: 'context/LATE.md', body: '# Late' };
		const session_id = 'late';
		const known = { session_id, knownHashes: { 'META_PROMPT.md': '' } };
		await resultRaw(loadline, 'memsetup', JSON.stringify(known));
		const args = JSON.stringify({ session_id, resource: 'context', op: { create } });
		const made = await resultRaw(loadline, 'artifact', args);
		const { id } = made.structuredContent;
		const submit = () => loadline.fetch(`/api/memory/drafts/${id}/submit`, JSON_POST);
		const early = await submit();
		const told = await early.text();
		expect([early.status, told]).toEqual([409, expect.stringMatching(/not visible|repeat/i)]);
		await loadline.faults({ kvLate: 60_000, kvMiss: 60_000, ahead: 121_000 });
		expect((await submit()).status).toBe(200);
		await loadline.faults();
		await put(200, '*');
	});

	it('that cannot be written to costs the cursor from the next call on, and the page says how to narrow the call', async () => {
		await loadline.faults({ kvFails: 'writes' });
		expect((await page()).structuredContent.nextCursor).toBeDefined();
		const { structuredContent } = await page();
		expect(structuredContent.nextCursor).toBeUndefined();
		expect(JSON.stringify(structuredContent)).toMatch(/narrow/i);
	});
});

describe('Analytics Engine', () => {
	it('that refuses every point is counted, and no call notices', async () => {
		const lost = async () => {
			const health = (await (await loadline.fetch('/health')).json()) as Health;
			return health.telemetry.sinkFailures;
		};
		const before = await lost();
		await loadline.faults({ analyticsFails: true });
		expect((await page()).isError).toBeUndefined();
		await expect.poll(lost).toBe(before + 1);
		// The embedded figures have it all the same.
		await loadline.faults();
		const points = async () => (await loadline.operations()).points;
		// A point of a call before these may come late.
		const written = await points();
		expect((await page()).isError).toBeUndefined();
		await expect.poll(points).toBeGreaterThan(written);
		expect(await lost()).toBe(before + 1);
	});

	it('takes points of the longest names that callers can make up', async () => {
		const before = (await loadline.operations()).points;
		const name = `demo__${'x'.repeat(9_000)}`;
		const lost = async () =>
			((await (await loadline.fetch('/health')).json()) as Health).telemetry.sinkFailures;
		const failed = await lost();
		await resultRaw(loadline, name);
		await expect.poll(async () => (await loadline.operations()).points).toBe(before + 1);
		expect(await lost()).toBe(failed);
	});
});

interface Health {
	readonly telemetry: { readonly sinkFailures: number };
}
const JSON_POST = {
	method: 'POST',
	headers: { 'content-type': 'application/json' },
	body: '{}',
};

async function calls(): Promise<number> {
	const answer = await loadline.fetch(
		'/api/telemetry?groupBy=endpoint&endpoint=demo__list_listings',
	);
	const { groups } = (await answer.json()) as { groups: readonly { count: number }[] };
	return groups?.[0]?.count ?? 0;
}
