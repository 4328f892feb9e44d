// Searching records, as tools and routes do, on the SQLite store.
import { describe, expect, it } from 'vitest';
import { demo, openWorkspace } from './workspace';

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

it('looks records up in the order asked, says which are missing', () => {
	const { records } = openWorkspace();
	expect(records.find({ ...demo, ids: [75, '72', 9, 72] })).toMatchObject({
		ok: true,
		value: { ids: ['75', '72'], missing: ['9'] },
	});
	expect(records.find({ ...demo, ids: [] })).toMatchObject({ ok: false });
});
