// Records from outside: real clients search, page, keep findings; imports are streamed; all of it
// outlives a restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { callThrough, connectClient } from './clients';
import { callRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

let folder = '';
let loadline: Loadline;
let client: Client;

const start = async (): Promise<void> => {
	loadline = await startLoadline({ persistTo: folder });
	client = await connectClient('v2 auto', `${loadline.url}/mcp`);
};
const stop = async (): Promise<void> => {
	await client.close();
	await loadline.stop();
};

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'loadline-records-'));
	await start();
});
afterAll(async () => {
	await stop();
	await rm(folder, { recursive: true, force: true });
});

const call = (name: string, args: Record<string, unknown>) =>
	client.callTool({ name, arguments: args });
const contextOf = async (name: string, args: Record<string, unknown>) =>
	(await call(name, args))._meta?.context;

const post = async (model: string, type: string, body: BodyInit): Promise<[number, unknown]> => {
	const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' };
	const response = await loadline.fetch(`/api/records/${model}`, init as RequestInit);
	return [response.status, await response.json()];
};

describe('the demo', () => {
	it('is searched page by page, each with the mark and the summary of the protocol', async () => {
		const ids: unknown[] = [];
		const summaries: unknown[] = [];
		let args: Record<string, unknown> = { model: 'activity' };
		for (let page = 1; page <= 9; page++) {
			const result = await call('search_records', args);
			const data = result.structuredContent as {
				items: { id: number; notes: string }[];
				nextCursor?: string;
				totalCount: number;
			};
			expect(data).toMatchObject({ model: 'activity', page, totalPages: 9, totalCount: 132 });
			expect(data.items[0]?.notes).toMatch(/\.$/);
			const context = result._meta?.context as { lifecycle: string; summary: string };
			expect(context.lifecycle).toBe('transient');
			summaries.push(context.summary);
			ids.push(...data.items.map(({ id }) => id));
			args = { cursor: data.nextCursor };
		}
		expect(args).toEqual({ cursor: undefined });
		expect(ids).toEqual(Array.from({ length: 132 }, (_, at) => 72 + at));
		expect(summaries[0]).toBe('15 activity records (page 1/9, IDs: 72, 73, 74…)');
		expect(summaries[1]).toBe('15 activity records (page 2/9, IDs: 87, 88, 89…)');
		expect(summaries[8]).toBe('12 activity records (page 9/9, IDs: 192, 193, 194…)');
	});

	it('is transient from five records up, and for look-ups without a number of pages', async () => {
		const search = (limit: number) =>
			contextOf('search_records', { model: 'activity', limit, fields: 'title' });
		expect(await search(4)).toBeUndefined();
		expect(await search(5)).toEqual({
			lifecycle: 'transient',
			summary: '5 activity records (page 1/27, IDs: 72, 73, 74…)',
		});
		const find = (...ids: number[]) => contextOf('find_records', { model: 'activity', ids });
		expect(await find(72)).toBeUndefined();
		expect(await find(80, 75, 90, 91, 92)).toEqual({
			lifecycle: 'transient',
			summary: '5 activity records (page 1, IDs: 80, 75, 90…)',
		});
	});

	it('shows the fields that are asked for, and names those there are', async () => {
		const found = await callThrough(client, 'search_records', {
			model: 'activity',
			where: { minutes: { $gte: 120 }, 'person.team': 'Data', billable: true },
			fields: ['id', 'person.name'],
			sort: '-minutes',
			limit: 1,
		});
		const [item] = found.data.items as [{ id: number; person: object }];
		expect(Object.keys(item)).toEqual(['id', 'person']);
		expect(Object.keys(item.person)).toEqual(['name']);
		const wrong = await callThrough(client, 'search_records', {
			model: 'activity',
			where: { team: 1 },
		});
		expect(wrong).toMatchObject({ isError: true });
		expect(wrong.texts[0]).toContain('Fields are id, title, date');
	});

	// The one was left out, so that everything was found; the other ended in an internal error.
	it('says of every condition that it knows no such field, whatever its name or depth', async () => {
		const deep = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`;
		const conditions = { '{"__proto__":1}': 'no field "__proto__"', [deep]: 'nest too deep' };
		for (const [where, message] of Object.entries(conditions)) {
			const args = `{"model":"activity","where":${where}}`;
			expect(await callRaw(loadline, 'search_records', args)).toContain(
				JSON.stringify(message).slice(1, -1),
			);
			const response = await loadline.fetch(`/api/records/activity?where=${encodeURI(where)}`);
			expect([response.status, await response.text()]).toEqual([
				400,
				expect.stringContaining(JSON.stringify(message).slice(1, -1)),
			]);
		}
	});

	it('tells fifty records within the budget, condensed, and where the next ones are', async () => {
		const result = await call('search_records', { model: 'activity', limit: 50 });
		const data = result.structuredContent as {
			items: { id: number }[];
			nextCursor: string;
			loadline: { summary: unknown };
		};
		expect(data.items.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => 72 + at));
		expect(encode(JSON.stringify(data)).length).toBeLessThanOrEqual(4_000);
		const next = await callThrough(client, 'search_records', { cursor: data.nextCursor });
		expect((next.data.items as { id: number }[])[0]?.id).toBe(122);
	});

	it('keeps a lean page behind a handle that read_result opens', async () => {
		const result = await call('search_records', { model: 'activity', lean: true });
		const told = result.structuredContent as { summary: string; scratch_ref: string };
		expect(told.summary).toBe('15 activity records (page 1/9, IDs: 72, 73, 74…)');
		expect(told).not.toHaveProperty('items');
		expect(result._meta?.context).toBeUndefined();
		const read = await callThrough(client, 'read_result', { handle: told.scratch_ref });
		expect(read.data).toMatchObject({ model: 'activity', page: 1 });
		expect((read.data.items as { id: number }[]).map(({ id }) => id)[14]).toBe(86);
		const one = await callThrough(client, 'read_result', {
			handle: told.scratch_ref,
			pointer: '/items/3/title',
		});
		expect(one.isError).toBe(false);
	});
});

it('marks a stored finding as consumed, a refused one not, and recalls it', async () => {
	const stored = await call('store_analysis_memory', {
		finding: '3 activities to Web Dev',
		record_ids: [72, 80],
		tags: ['reclassify'],
	});
	expect(stored._meta?.context).toEqual({ consumed: true });
	expect(stored.content[0]).toMatchObject({
		text: expect.stringMatching(/^Stored analysis finding \d+\.$/),
	});
	const refused = await call('store_analysis_memory', { finding: '' });
	expect(refused).toMatchObject({ isError: true });
	expect(refused._meta?.context).toBeUndefined();
	const recalled = await callThrough(client, 'recall_analysis', { query: 'web activities' });
	expect(recalled.data).toMatchObject({
		count: 1,
		findings: [{ finding: '3 activities to Web Dev', record_ids: [72, 80], tags: ['reclassify'] }],
	});
});

// Of fifty long findings everything was told but what had been found.
it('shows findings to programs, and removes them', async () => {
	await call('store_analysis_memory', { finding: 'A route knows this', tags: ['routed'] });
	const list = async () => {
		const answer = await loadline.fetch('/api/findings?tags=routed');
		return (await answer.json()) as { total: number; findings: { id: number; finding: string }[] };
	};
	const { total, findings } = await list();
	expect([total, findings[0]?.finding]).toEqual([1, 'A route knows this']);
	const remove = () => loadline.fetch(`/api/findings/${findings[0]?.id}`, { method: 'DELETE' });
	expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
	expect(await list()).toEqual({ total: 0, findings: [] });
	expect((await loadline.fetch('/api/findings?tags=')).status).toBe(400);
});

it('recalls long findings whole, the best first, fewer at a time', async () => {
	const finding = (n: number) => `Quokka ${n}: ${'a long way to say it, '.repeat(60)}`;
	for (let n = 0; n < 30; n++) await call('store_analysis_memory', { finding: finding(n) });
	const told = await callThrough(client, 'recall_analysis', { query: 'quokka' });
	expect(told.data).toMatchObject({ count: 30, nextCursor: expect.any(String) });
	const [first] = told.data.findings as [{ finding: string }];
	expect(first.finding).toBe(finding(29));
	expect(encode(told.texts.join('\n')).length).toBeLessThanOrEqual(4_000);
});

/** Records of an import. */
const count = times(4_500, 10_000);

describe('an import', () => {
	// Two batches of half a megabyte; by night three.
	const rows = Array.from({ length: count }, (_, at) => ({
		id: at,
		name: `Row ${at}`,
		note: 'x'.repeat(90),
	}));

	it('takes JSON, NDJSON and CSV, and replaces by id', async () => {
		const json = JSON.stringify(rows, null, 1);
		expect(await post('row', 'application/json', json)).toEqual([
			200,
			{ model: 'row', imported: count, created: count, replaced: 0, total: count },
		]);
		const lines = '{"id":5,"name":"five"}\n{"id":"new","big":12345678901234567890}\n';
		expect(await post('row', 'application/x-ndjson', lines)).toMatchObject([
			200,
			{ created: 1, replaced: 1, total: count + 1 },
		]);
		expect(
			await post('row', 'text/csv; charset=utf-8', 'id,name\r\n6,"a ""b"""\r\n'),
		).toMatchObject([200, { created: 0, replaced: 1 }]);
		const answer = await loadline.fetch('/api/records/row?where={"id":{"$in":[5,6]}}&sort=id');
		expect(await answer.json()).toMatchObject({
			totalCount: 2,
			items: [
				{ id: 5, name: 'five' },
				{ id: 6, name: 'a "b"' },
			],
		});
		const ordered = await loadline.fetch('/api/records/row?where={"id":{"$lte":"5.5"}}&sort=-id');
		expect(await ordered.json()).toMatchObject({ items: [5, 4, 3, 2, 1, 0].map((id) => ({ id })) });
		const found = await callThrough(client, 'find_records', { model: 'row', ids: ['new'] });
		expect(found.texts[0]).toContain('"big":12345678901234567890');
	});

	it('changes nothing when a line is wrong, however far it came', async () => {
		const lines = rows.map((row) => JSON.stringify({ ...row, name: 'changed' })).join('\n');
		expect(
			await post('row', 'application/x-ndjson', `${lines}\n{"name":"no id"}\n${lines}`),
		).toEqual([
			400,
			{
				error: {
					code: 'invalid_body',
					message: `Line ${count + 1}: the record has no id; every record needs one, a text or a number. Nothing was imported.`,
					correlationId: expect.any(String),
					detail: { line: count + 1 },
				},
			},
		]);
		const answer = await loadline.fetch('/api/records/row?where={"name":"changed"}');
		expect(await answer.json()).toMatchObject({ totalCount: 0 });
		expect(await post('row', 'text/plain', 'id\n1\n')).toMatchObject([400, {}]);
		expect(await post('a b', 'text/csv', 'id\n1\n')).toMatchObject([400, {}]);
	});
});

it('keeps records, findings and cursors across a restart', async () => {
	const before = await callThrough(client, 'search_records', { model: 'activity', limit: 20 });
	await stop();
	await start();
	const next = await callThrough(client, 'search_records', { cursor: before.data.nextCursor });
	expect(next.data).toMatchObject({ page: 2, totalPages: 7 });
	const recalled = await callThrough(client, 'recall_analysis', { tags: ['reclassify'] });
	expect(recalled.data).toMatchObject({ count: 1 });
	const listed = await loadline.fetch('/api/records');
	expect(await listed.json()).toMatchObject({
		models: [
			{ model: 'activity', records: 132 },
			{ model: 'row', records: count + 1 },
		],
	});
	const removed = await loadline.fetch('/api/records/activity', { method: 'DELETE' });
	expect(await removed.json()).toEqual({ model: 'activity', removed: 132 });
	const gone = await callThrough(client, 'search_records', { model: 'activity' });
	expect(gone.texts[0]).toBe('model: there is no "activity". Models are row.');
});
