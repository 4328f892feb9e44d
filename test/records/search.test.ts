// Searching records, as tools and routes do, on the SQLite store.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counted } from '../../src/shared/sql';
import { openSql } from '../adapters/sqlite/open';
import { openWorkspace } from './workspace';

const demo = { model: 'activity', demo: true };

describe('the demo', () => {
	it('gives 132 activities on nine pages, ids from 72', () => {
		const pages = openWorkspace().pages(demo);
		expect(pages.map(({ page, totalPages, items }) => [page, totalPages, items.length])).toEqual([
			...Array.from({ length: 8 }, (_, at) => [at + 1, 9, 15]),
			[9, 9, 12],
		]);
		expect(pages.flatMap(({ ids }) => ids)).toEqual(
			Array.from({ length: 132 }, (_, at) => String(72 + at)),
		);
	});

	it('is not there unless it is asked for, and does not come back once removed', async () => {
		const workspace = openWorkspace();
		expect(workspace.fault({ model: 'activity' })).toContain('There are no models yet');
		expect(workspace.records.models({ demo: true })).toMatchObject([
			{ model: 'activity', records: 132 },
		]);
		expect(await workspace.records.removeModel('activity')).toBe(132);
		expect(workspace.records.models({ demo: true })).toEqual([]);
	});

	// It depended on whether anyone had looked at them before.
	it('is added to by an import, like any model', async () => {
		const { records, search } = openWorkspace();
		const id = records.beginImport('activity', { demo: true });
		if (!id.ok) throw new Error(id.error.message);
		records.stageRecords(id.value, [{ id: '72', json: '{"id":72}', words: '', createdAt: null }]);
		expect(records.commitImport(id.value, [])).toEqual({
			ok: true,
			value: { created: 0, replaced: 1, total: 132 },
		});
		expect(search(demo).items).toContain('{"id":72}');
		expect(await records.removeModel('activity', { demo: true })).toBe(132);
	});

	it('is not mixed into what was imported without it', () => {
		const workspace = openWorkspace();
		workspace.add('activity', [{ id: 1 }]);
		expect(workspace.search(demo).totalCount).toBe(1);
	});
});

describe('order', () => {
	it('is newest first, by what the records say or else by their import', () => {
		const workspace = openWorkspace();
		workspace.add('note', [
			{ id: 'a', createdAt: '2026-01-01' },
			{ id: 'b', createdAt: '2026-03-01T10:00:00Z' },
			{ id: 'c', created_at: Date.UTC(2026, 1, 1) / 1000 },
		]);
		workspace.add('note', [{ id: 'x' }, { id: 'y' }]);
		expect(workspace.search({ model: 'note' }).ids).toEqual(['x', 'y', 'b', 'c', 'a']);
	});

	it('follows sort, records without the field last', () => {
		const workspace = openWorkspace();
		workspace.add('n', [{ id: 1, v: 2 }, { id: 2 }, { id: 3, v: 10 }, { id: 4, v: null }]);
		const idsBy = (sort: string) => workspace.search({ model: 'n', sort }).ids;
		expect(idsBy('v')).toEqual(['1', '3', '2', '4']);
		expect(idsBy('-v')).toEqual(['3', '1', '2', '4']);
		expect(idsBy('-id')).toEqual(['4', '3', '2', '1']);
	});
});

describe('where', () => {
	const workspace = openWorkspace();
	workspace.add('t', [
		{ id: 1, n: 5, s: 'b', ok: true, tags: ['ai', 'web'], person: { name: 'Ana' }, 'a.b': 1 },
		{ id: 2, n: 7.5, s: 'a', ok: false, tags: [], person: { name: 'Bo' } },
		{ id: 3, n: '7', s: null, tags: 'web', list: [{ x: 1 }] },
	]);
	const ids = (where: object) => workspace.search({ model: 't', where, sort: 'id' }).ids.join();

	it.each<[object, string]>([
		[{ n: 5 }, '1'],
		[{ id: '2' }, '2'],
		[{ id: { $in: [1, '3', true, null] } }, '1,3'],
		[{ id: { $ne: '1' } }, '2,3'],
		[{ id: null }, ''],
		[{ n: { $gt: 5 } }, '2'],
		[{ n: { $gte: 5, $lt: 7.5 } }, '1'],
		[{ n: { $gte: '0' } }, '3'],
		[{ n: '7' }, '3'],
		[{ n: { $in: [5, '7'] } }, '1,3'],
		[{ n: { $in: [] } }, ''],
		[{ n: { $ne: 5 } }, '2,3'],
		[{ ok: true }, '1'],
		[{ ok: 1 }, ''],
		[{ ok: { $ne: true } }, '2,3'],
		[{ s: null }, '3'],
		[{ ok: null }, '3'],
		[{ s: { $ne: null } }, '1,2'],
		[{ tags: 'web' }, '1,3'],
		[{ tags: { $ne: 'web' } }, '2'],
		[{ 'person.name': 'Ana' }, '1'],
		[{ person: { name: { $in: ['Bo'] } } }, '2'],
		[{ person: 'Ana' }, ''],
		[{ 'a.b': 1 }, '1'],
		[{ s: "b' OR 1=1 --" }, ''],
		[{ n: 5, s: 'a' }, ''],
	])('%j finds %s', (where, expected) => {
		expect(ids(where)).toBe(expected);
	});

	it.each<[unknown, string]>([
		[[], 'where: must be an object'],
		[{ $or: [] }, '"$or" stands where a field is expected'],
		[{ n: { $regex: 'x' } }, '"$regex" of "n" is no operator. Operators are $gt, $gte'],
		[{ n: [1] }, '{"$in":[…]}'],
		[{ n: { $gt: true } }, '$gt of "n" takes a number or a text'],
		[{ nope: 1 }, 't has no field "nope". Fields are id, n, s, ok, tags, person, person.name'],
		[{ 'list.x': 1 }, 'in the items of a list'],
		[{ 'x") OR 1=1': 1 }, 'has no field'],
	])('%j is refused', (where, message) => {
		expect(workspace.fault({ model: 't', where })).toContain(message);
	});

	it('says which models there are', () => {
		expect(workspace.fault({ model: 'activities' })).toBe(
			'model: there is no "activities". Models are t.',
		);
	});
});

// Each import brought 500 more, and an id behind as many could not be named.
it('names 500 fields of a model at most, whatever was imported, the id among them', () => {
	const { records, add, search } = openWorkspace();
	const wide = (prefix: string) =>
		Object.fromEntries(Array.from({ length: 499 }, (_, index) => [`${prefix}${index}`, index]));
	add('wide', [{ ...wide('a'), last: 1, id: 'x' }]);
	add('wide', [{ ...wide('b'), id: 'y' }]);
	expect(records.models({}).map(({ fields }) => fields.length)).toEqual([500]);
	expect(search({ model: 'wide', where: { id: 'y' } }).ids).toEqual(['y']);
});

it('finds records that have every word, whatever its form', () => {
	const workspace = openWorkspace();
	workspace.add('n', [
		{ id: 1, title: 'Fixed the checkouts', by: { name: 'Zoë' } },
		{ id: 2, title: 'Checkout design' },
		{ id: 3, title: '結帳頁面' },
	]);
	const ids = (query: string) => workspace.search({ model: 'n', query, sort: 'id' }).ids.join();
	expect(ids('checkout')).toBe('1,2');
	expect(ids('fix CHECKOUT zoe')).toBe('1');
	expect(ids('結帳')).toBe('3');
	expect(ids('" OR *')).toBe('');
	expect(workspace.search({ model: 'n', query: 'checkout', where: { id: 2 } }).ids).toEqual(['2']);
});

describe('a flat key and a nested one of the same name', () => {
	it('are one field, whichever import brought which', () => {
		const workspace = openWorkspace();
		workspace.add('t', [
			{ id: 1, 'a.b': 5 },
			{ id: 2, a: { b: 7 } },
		]);
		workspace.add('t', [
			{ id: 3, a: { b: null } },
			{ id: 4, c: { d: 'x' } },
		]);
		workspace.add('t', [{ id: 5, 'c.d': 'x' }]);
		const ids = (where: object) => workspace.search({ model: 't', where, sort: 'id' }).ids.join();
		expect(ids({ 'a.b': { $gte: 5 } })).toBe('1,2');
		expect(ids({ a: { b: { $in: [5, 7] } } })).toBe('1,2');
		expect(ids({ 'a.b': { $ne: 7 } })).toBe('1,3,4,5');
		expect(ids({ 'a.b': null })).toBe('3,4,5');
		expect(ids({ 'c.d': 'x' })).toBe('4,5');
		const sorted = workspace.search({ model: 't', sort: '-a.b,id' });
		expect(sorted.ids.join()).toBe('2,1,3,4,5');
		const [model] = workspace.records.models({});
		expect(model?.fields.map(({ name }) => name).sort()).toEqual(['a', 'a.b', 'c', 'c.d', 'id']);
	});

	it('are compared where they can be: a list has no place for it', () => {
		const workspace = openWorkspace();
		workspace.add('t', [{ id: 1, a: [{ b: 1 }] }]);
		expect(workspace.fault({ model: 't', where: { 'a.b': 1 } })).toContain('items of a list');
		workspace.add('t', [{ id: 2, a: { b: 1 } }]);
		expect(workspace.search({ model: 't', where: { 'a.b': 1 } }).ids.join()).toBe('2');
	});
});

describe('pages', () => {
	const values = fc.array(
		fc.record({
			v: fc.integer({ min: 0, max: 3 }),
			createdAt: fc.integer({ min: 1e9, max: 1e9 + 5 }),
		}),
		{ maxLength: 40 },
	);
	const withIds = (records: readonly object[], from: number) =>
		records.map((record, at) => ({ ...record, id: from + at }));

	it('are disjoint and together the whole, in order, also when records come meanwhile', () => {
		fc.assert(
			fc.property(
				values,
				values,
				fc.integer({ min: 1, max: 12 }),
				fc.constantFrom(undefined, 'v', '-v'),
				(first, later, limit, sort) => {
					const workspace = openWorkspace();
					workspace.add('n', withIds([{ v: 1 }, ...first], 0));
					const call = { model: 'n', limit, sort, where: { v: { $lte: 2 } } };
					const before = workspace.pages({ ...call, limit: 50 }).flatMap(({ ids }) => ids);
					let added = 0;
					const pages = workspace.pages(call, () => {
						if (added++ === 0 && later.length > 0) workspace.add('n', withIds(later, 1000));
					});
					expect(pages.flatMap(({ ids }) => ids)).toEqual(before);
					const { totalCount = 0, totalPages } = pages[0] ?? {};
					expect(totalCount).toBe(before.length);
					expect(pages.length).toBe(totalPages);
				},
			),
			{ numRuns: 40 },
		);
	});

	it('do not contain what an import began before them and finished after', () => {
		const workspace = openWorkspace();
		const slow = workspace.records.beginImport('n');
		if (slow.ok)
			workspace.records.stageRecords(slow.value, [
				{ id: 'slow', json: '{"id":"slow"}', words: '', createdAt: null },
			]);
		workspace.add('n', withIds([{}, {}, {}], 0));
		const ids = workspace
			.pages(
				{ model: 'n', limit: 2 },
				() => slow.ok && workspace.records.commitImport(slow.value, []),
			)
			.flatMap((page) => page.ids);
		expect(ids).toEqual(['0', '1', '2']);
		expect(workspace.search({ model: 'n' }).totalCount).toBe(4);
	});

	it('are one, empty, where nothing is found', () => {
		const workspace = openWorkspace();
		const found = workspace.search({ ...demo, where: { minutes: -1 } });
		expect(found).toMatchObject({ items: [], page: 1, totalPages: 1, totalCount: 0 });
	});
});

describe('a cursor', () => {
	it('goes on alone, or with the arguments of its search, also after a restart', () => {
		const sql = openSql();
		const { nextCursor: cursor } = openWorkspace(sql).search({
			...demo,
			sort: '-minutes',
			limit: 7,
		});
		const workspace = openWorkspace(sql);
		const alone = workspace.search({ cursor });
		expect(alone).toMatchObject({ page: 2, totalPages: 19 });
		expect(workspace.search({ ...demo, sort: '-minutes', limit: 7, cursor })).toEqual(alone);
		expect(workspace.search({ cursor, fields: 'id' }).fields).toEqual(['id']);
		expect(cursor?.length).toBeLessThan(25);
	});

	it('of another search is refused by the argument that differs', () => {
		const workspace = openWorkspace();
		const { nextCursor: cursor } = workspace.search(demo);
		expect(workspace.fault({ ...demo, where: { billable: true }, cursor })).toContain(
			'another where',
		);
		expect(workspace.fault({ cursor, limit: 5 })).toContain('another limit');
	});

	it('that was changed, invented or outlived is refused', () => {
		const workspace = openWorkspace();
		const { nextCursor: cursor = '' } = workspace.search(demo);
		for (const wrong of [
			'',
			'c1.2.3c',
			'c1.zzzz.3c.aaaa',
			`${cursor}0`,
			cursor.replace('.2.', '.3.'),
			7,
		])
			expect(workspace.fault({ cursor: wrong })).toMatch(/^cursor: /);
		workspace.records.removeModel('activity');
		expect(workspace.fault({ cursor })).toContain('no "activity"');
		workspace.add(
			'activity',
			Array.from({ length: 40 }, (_, id) => ({ id })),
		);
		expect(workspace.fault({ cursor })).toContain('no longer kept');
	});
});

it('looks records up in the order asked, says which are missing', () => {
	const { records } = openWorkspace();
	expect(records.find({ ...demo, ids: [75, '72', 9, 72] })).toMatchObject({
		ok: true,
		value: { ids: ['75', '72'], missing: ['9'] },
	});
	expect(records.find({ ...demo, ids: [] })).toMatchObject({ ok: false });
});

describe('an import', () => {
	it('replaces records of the same id, which keep their place', () => {
		const workspace = openWorkspace();
		workspace.add('n', [{ id: 1, v: 'old words' }, { id: 2 }]);
		workspace.clock.now += 1000;
		workspace.add('n', [{ id: '1', v: 'new' }, { id: 3 }, { id: 3, v: 'last' }]);
		expect(workspace.search({ model: 'n' }).items).toEqual([
			'{"id":3,"v":"last"}',
			'{"id":"1","v":"new"}',
			'{"id":2}',
		]);
		expect(workspace.search({ model: 'n', query: 'old' }).totalCount).toBe(0);
		expect(workspace.search({ model: 'n', query: 'new' }).totalCount).toBe(1);
	});

	it('is staged in parts between which others go on, and an abandoned one in none', async () => {
		let pauses = 0;
		const { records } = openWorkspace(undefined, async () => void pauses++);
		const begun = records.beginImport('n');
		if (!begun.ok) throw new Error(begun.error.message);
		const batch = Array.from({ length: 1_000 }, (_, n) => {
			const json = JSON.stringify({ id: n, text: 'x'.repeat(n === 500 ? 90_000 : 200) });
			return { id: `${n}`, json, words: `${n}`, createdAt: null };
		});
		expect(await records.stageRecords(begun.value, batch)).toMatchObject({ ok: true });
		// At most 8,000 characters in each, but for the record that is longer.
		expect(pauses).toBe(30);
		expect(records.commitImport(begun.value, [])).toMatchObject({ value: { created: 1_000 } });
		expect(await records.stageRecords(begun.value, batch)).toMatchObject({ ok: false });
		expect(pauses).toBe(30);
	});

	it('hides what it replaces at once, and removes it in parts; so does the end of a model', async () => {
		let pauses = 0;
		const sql = openSql();
		const workspace = openWorkspace(sql, async () => void pauses++);
		const kept = () => [
			...['record_rows', 'record_texts', 'record_words', 'record_imports'].map((table) =>
				counted(sql, table),
			),
		];
		const values = Array.from({ length: 100 }, (_, id) => ({ id, text: 'one' }));
		workspace.add('n', values);
		workspace.add('n', [...values.slice(0, 90), { id: 100, text: 'two' }]);
		expect(workspace.search({ model: 'n' }).totalCount).toBe(101);
		expect(kept()).toEqual([191, 191, 191, 2]);
		for (const id of ['import-1', 'import-2']) await workspace.records.dropImport(id);
		expect([pauses, kept()]).toEqual([2, [101, 101, 101, 0]]);
		const removed = workspace.records.removeModel('n');
		expect(workspace.records.models({})).toEqual([]);
		expect([await removed, pauses, kept()]).toEqual([101, 4, [0, 0, 0, 0]]);
	});

	it('is not seen before its commit, and forgotten when nobody goes on with it', async () => {
		const workspace = openWorkspace();
		const { records, clock, wakes } = workspace;
		const begun = records.beginImport('n');
		if (!begun.ok) throw new Error(begun.error.message);
		const batch = [{ id: '1', json: '{"id":1}', words: '1', createdAt: null }];
		await records.stageRecords(begun.value, batch);
		expect(records.models({})).toEqual([]);
		clock.now = wakes.at(-1) ?? 0;
		await records.sweep();
		expect(await records.stageRecords(begun.value, batch)).toMatchObject({ ok: false });
		expect(records.commitImport(begun.value, [])).toMatchObject({ ok: false });
		expect(records.models({})).toEqual([]);
	});

	it('takes names of models, not anything', () => {
		for (const name of ['', '1a', 'a b', "x'--", '__proto__', 'x'.repeat(64)])
			expect(openWorkspace().records.beginImport(name)).toMatchObject({ ok: false });
	});
});
