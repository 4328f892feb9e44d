// Lists are where they are: found by what dominates, at any depth; maps from id to object too.
import { describe, expect, it } from 'vitest';
import { listOf, pageLimit } from '../../src/protect/list-choice';
import { containerTape } from '../../src/shared/json/parse';
import { policy, sent, walk } from './answers';
import { both, json } from './payloads';

const item = (id: number) => ({ id: `it-${id}`, title: `Item number ${id}`, state: 'open' });
const many = (count: number) => Array.from({ length: count }, (_, id) => item(id));
const map = (count: number) => Object.fromEntries(many(count).map((each) => [each.id, each]));

const found = (value: unknown, itemsPath?: string) => {
	const tape = containerTape(JSON.stringify(value));
	if (!tape) throw new Error('no JSON');
	const limits = itemsPath === undefined ? policy : { ...policy, itemsPath };
	const list = listOf(tape, limits, 50);
	return list && { key: tape.rawKey(list.node), total: list.total, keyed: list.keyed };
};

const deep = (levels: number, inside: unknown): unknown =>
	levels === 0 ? { k: inside } : { level: deep(levels - 1, inside) };

describe('the list of a document', () => {
	it.each<[string, unknown, string]>([
		['at the top', many(3), ''],
		['in a member', { tags: ['a', 'b'], items: many(9), one: ['x'] }, '"items"'],
		['in {data:{items}}', { data: { items: many(9) } }, '"items"'],
		['in GraphQL nodes', { data: { repository: { issues: { nodes: many(9) } } } }, '"nodes"'],
		['in GraphQL edges', { data: { x: { edges: many(9).map((node) => ({ node })) } } }, '"edges"'],
		['in Elasticsearch hits', { took: 3, hits: { total: 9, hits: many(9) } }, '"hits"'],
		['in result.rows', { result: { rows: many(9) } }, '"rows"'],
		['in {error:{errors}}', { error: { code: 400, errors: many(9) } }, '"errors"'],
		['beside what JSON:API includes', { data: many(9), included: many(40) }, '"data"'],
		['beside a big neighbour', { schema: map(5), data: many(9) }, '"data"'],
		['in a list of one', [{ rows: many(90) }], '"rows"'],
		['longer than a page in no thing', { info: 'x'.repeat(9000), rows: many(60) }, '"rows"'],
	])('is %s', (_, value, key) => {
		expect(found(value)).toMatchObject({ key, keyed: false });
	});

	it.each<[string, unknown, string]>([
		['at the top', map(40), ''],
		['in a lockfile', { name: 'x', lockfileVersion: 3, packages: map(40) }, '"packages"'],
		['of scalars', Object.fromEntries(many(80).map(({ id, title }) => [`k.${id}`, title])), ''],
	])('is a map %s', (_, value, key) => {
		expect(found(value)).toMatchObject({ key, keyed: true });
	});

	it('is none in a thing that has lists, and in a record with many fields', () => {
		const lists = { messages: many(10), history: many(9) };
		expect(found({ id: 1, title: 'A booking', ...lists })).toBeUndefined();
		const fields = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`f${at}`, at]));
		expect(found({ id: 1, name: 'x', ...fields })).toBeUndefined();
		expect(found({ a: { x: 1 }, b: { y: [1, 2] }, c: 'text' })).toBeUndefined();
	});

	it.each<[string, unknown]>([
		['a value', { a: { b: 1 } }],
		['a list of one in a list of one', { data: [{ x: 1 }], rest: 1 }],
		['a list of one thing that has a short list', { data: [{ tags: ['a', 'b'], text: 'x' }] }],
		['empty lists', { items: [], rows: [] }],
		['an object within which nothing dominates', { a: { x: 'xxxxxxxx' }, b: { y: [1, 2, 3] } }],
		['a short list without a name beside a text', { info: 'x'.repeat(50), things: [1, 2, 3] }],
		['a short list by its name beside far more', { info: 'x'.repeat(500), items: [1, 2, 3] }],
		['a list of one by its name', { info: 'x'.repeat(20), items: ['abcdefghijk'] }],
		['lists too deep', deep(12, many(9))],
	])('is none in %s', (_, value) => {
		expect(found(value)).toBeUndefined();
	});

	it.each<[string, unknown, string]>([
		['a short one by its name', { info: 'x'.repeat(60), items: many(2) }, '"items"'],
		[
			'one by its name although another stands beside it',
			{ info: 'x'.repeat(90), included: map(5), items: many(2) },
			'"items"',
		],
		['as deep as may be', deep(10, many(9)), '"k"'],
		['the heavier one', { a: [1, 2], b: many(3), c: [1, 2, 3, 4] }, '"b"'],
		['in the heavier object', { a: { rows: [1, 2] }, b: { rows: many(5) }, c: 1 }, '"rows"'],
		['an item alone in a list with a longer list', { data: [{ rows: many(51), n: 1 }] }, '"rows"'],
		['of items in a thing that hardly has more', { id: 1, messages: many(30) }, '"messages"'],
		[
			'in a booking whose field is called an id',
			{ user_id: 4, name_id: 'x', rows: many(20) },
			'"rows"',
		],
	])('is %s', (_, value, key) => {
		expect(found(value)?.key).toBe(key);
	});

	it('is none in a thing, which has a name or an id, unless hardly anything is beside it', () => {
		const isThing = (key: string, value: unknown = 1) => {
			const rows = many(9);
			const note = 'x'.repeat(Math.floor(JSON.stringify(rows).length * 0.6));
			return found({ [key]: value, note, rows }) === undefined;
		};
		const keys = 'id _id uuid guid key slug name title url Id userId booking_id';
		for (const key of keys.split(' ')) expect([key, isThing(key)]).toEqual([key, true]);
		for (const key of 'paid user_idx Id2 count ids'.split(' '))
			expect([key, isThing(key)]).toEqual([key, false]);
		expect([isThing('id', { a: 1 }), isThing('id', [1])]).toEqual([false, false]);
	});

	it('is longer than a page, or has at least a quarter of what is not beside lists', () => {
		const info = 'x'.repeat(2_000);
		const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
		expect(found({ info, things: numbers(51) })?.key).toBe('"things"');
		expect(found({ info, things: numbers(50) })).toBeUndefined();
		const named = (chars: number, more = {}) =>
			found({ info: 'x'.repeat(chars), items: many(9), ...more })?.total;
		const least = JSON.stringify(many(9)).length * 3;
		expect([named(least - 60), named(least + 60)]).toEqual([9, undefined]);
		// Members beside lists do not count, however many.
		expect(named(least - 60, { meta: { x: 'x'.repeat(3_000) } })).toBe(9);
		expect(named(least - 60, { more: { x: 'x'.repeat(3_000) } })).toBeUndefined();
	});

	it('is the only item of a list where that has no long list', () => {
		expect(found([{ rows: many(50) }])).toEqual({ key: '', total: 1, keyed: false });
		expect(found([{ rows: many(51), more: 'x'.repeat(2_000) }])).toMatchObject({ key: '' });
		expect(found([7])).toEqual({ key: '', total: 1, keyed: false });
		expect(found([])).toEqual({ key: '', total: 0, keyed: false });
		expect(found([map(40)])).toMatchObject({ key: '' });
	});

	it('is a map only where its members are alike', () => {
		const numbers = (count: number) =>
			Object.fromEntries(many(count).map((each, at) => [each.id, at]));
		expect([found(map(11)), found(numbers(59))]).toEqual([undefined, undefined]);
		expect([found(map(12))?.total, found(numbers(60))?.total]).toEqual([12, 60]);
		expect(found({ ...numbers(70), name: 1 })).toBeUndefined();
		const lists = Object.fromEntries(many(12).map(({ id }) => [id, [1]]));
		expect(found(lists)).toMatchObject({ keyed: true, total: 12 });
		expect(found({ ...lists, other: {} })?.keyed).not.toBe(true);
		const different = Object.fromEntries(
			many(20).map(({ id }, at) => [id, { [`a${at}`]: 1, [`b${at}`]: 1 }]),
		);
		expect(found(different)).toBeUndefined();
		const halfAlike = Object.fromEntries(many(20).map(({ id }, at) => [id, { id, [`a${at}`]: 1 }]));
		expect(found(halfAlike)).toBeUndefined();
		const mostAlike = Object.fromEntries(
			many(20).map(({ id }, at) => [id, { id, n: 1, [`a${at}`]: 1 }]),
		);
		expect(found(mostAlike)).toMatchObject({ keyed: true });
	});

	it('is none whose name would cost every page too much', () => {
		const named = (chars: number) => ({ ['n'.repeat(chars)]: many(40) });
		expect([found(named(498))?.total, found(named(499))]).toEqual([40, undefined]);
	});

	it('has more items on a page where they are hardly more than a value', () => {
		const limit = (value: unknown, view = {}) => {
			const tape = containerTape(JSON.stringify(value));
			const list = tape && listOf(tape, policy, 50);
			return pageLimit(view, policy, tape, list);
		};
		const of = (chars: number) => Array.from({ length: 60 }, () => 'x'.repeat(chars));
		expect([limit(of(20)), limit(of(22)), limit(many(60))]).toEqual([200, 50, 50]);
		expect([limit(of(20), { limit: 7 }), limit(of(20), { limit: 900 })]).toEqual([7, 200]);
		expect(pageLimit({}, { ...policy, defaultPageSize: 900 })).toBe(200);
	});

	it('is the configured one where it exists', () => {
		expect(found({ data: { rows: [] }, items: [1, 2] }, 'data.rows')?.key).toBe('"rows"');
		expect(found({ 'data.rows': [1], items: [1, 2] }, 'data.rows')?.key).toBe('"data.rows"');
		expect(found({ data: { rows: 7 }, items: many(9) }, 'data.rows')?.key).toBe('"items"');
		expect(found({ items: many(9) }, '__proto__.x')?.key).toBe('"items"');
		expect(found({ a: { 'b.c': [1] }, items: many(9) }, 'a.b.c')?.key).toBe('"b.c"');
		for (const path of ['a.rows', 'rows', '.rows', 'data.x.rows'])
			expect(found({ data: { rows: [1] }, items: many(9) }, path)?.key).toBe('"items"');
		expect(found([1, 2], 'items')).toMatchObject({ key: '' });
	});
});

describe('a list that is not at the top', () => {
	it('is paged in its place, every item once and in order', () => {
		const items = many(180);
		const pages = walk(json({ data: { total: 180, repository: { issues: { nodes: items } } } }));
		const shown = pages.flatMap((page) => (page as never as Deep).data.repository.issues.nodes);
		expect(shown.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
	});

	it('obeys limit, and tells the total', () => {
		const made = sent(json({ hits: { hits: many(90) } }), { limit: 5 });
		const data = JSON.parse(made.answer.content[0]?.text as string);
		expect(data.hits.hits).toEqual(many(5));
		expect(made.answer.content.at(-1)?.text).toContain('"totalCount":90');
	});

	it('is told with what stands around it first, which later pages only name', () => {
		const around = { generated: '2026-01-01', by: 'somebody' };
		const pages = walk(json({ ...around, rows: many(120), license: 'x' }));
		expect(Object.keys(pages[0] as object)).toEqual(['generated', 'by', 'rows', 'license']);
		expect(pages[0]).toMatchObject({ ...around, license: 'x' });
		expect(Object.keys(pages[1] as object)).toEqual(['rows']);
		const value = { ...around, rows: many(120), license: 'x' };
		const [, told] = walk(json(value), 2, 'answers');
		expect(told?.content.at(-1)?.text).toContain('on its first page: generated, by, license.');
		const [, structured] = walk(both(value), 2);
		expect(structured).toMatchObject({ '…': 'beside: generated, by, license' });
	});
});

describe('a map', () => {
	it('is paged as an object, every member once and in order', () => {
		const pages = walk(json({ lockfileVersion: 3, packages: map(170) }));
		const keys = pages.flatMap((page) => Object.keys((page as never as Lock).packages));
		expect(keys).toEqual(Object.keys(map(170)));
	});
});

interface Deep {
	data: { repository: { issues: { nodes: { id: string }[] } } };
}
interface Lock {
	packages: object;
}
