// `query`: which items and lines are found, how many there are, and what is said where none is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tape } from '../../src/shared/json/tape';
import { times } from '../fuzz-runs';
import { find, treeOf } from './in-one-go';
import { inJson, json } from './queried';

const paths = (data: unknown, query: string): string[] =>
	inJson(data, query).hits.map(({ path }: { path: string }) => path);

const orders = [
	{ id: 1, status: 'open', customer: { name: 'Émile' }, note: 'two refunds asked' },
	{ id: 2, status: 'cancelled', customer: { name: 'Bo' }, note: 'asked for a refund' },
	{ id: 3, status: 'open', customer: { name: 'Bo' }, note: 'fine', lines: [{ sku: 'A-7' }] },
	{ id: 4, status: 'reopened', customer: { name: 'Ada' }, note: 'refund done' },
];

describe('words', () => {
	it('are found in any order and case, in keys and values, and all of them', () => {
		expect(paths(orders, 'bo open')).toEqual(['/2']);
		expect(paths(orders, 'REFUND asked')).toEqual(['/1', '/0']);
		expect(paths(orders, 'émile')).toEqual(['/0']);
		expect(paths(orders, 'sku')).toEqual(['/2']);
	});

	it('come as whole words first, and both are counted', () => {
		const found = inJson(orders, 'open');
		expect([found.total, found.of, found.wholeWords]).toEqual([3, 4, 2]);
		expect(found.hits.map(({ path }: { path: string }) => path)).toEqual(['/0', '/2', '/3']);
	});

	it('can be phrases, pairs, comparisons, patterns, and what must not be', () => {
		expect(paths(orders, '"a refund"')).toEqual(['/1']);
		expect(paths(orders, 'status:open')).toEqual(['/0', '/2']);
		expect(paths(orders, 'customer.name:bo')).toEqual(['/1', '/2']);
		expect(paths(orders, '"status": "cancelled"')).toEqual(['/1']);
		expect(paths(orders, 'id:>=3')).toEqual(['/2', '/3']);
		expect(paths(orders, '/^re.*ed$/')).toEqual(['/3']);
		expect(paths(orders, 'open -refunds')).toEqual(['/2', '/3']);
		expect(paths(orders, '-status:open')).toEqual(['/1', '/3']);
	});

	it('compare what the data have as a key alone; else A->B is found as it is written', () => {
		const code = fc.constantFrom('LAX', 'JFK', 'TUL', 'MCI', 'OAK');
		fc.assert(
			fc.property(fc.array(fc.tuple(code, code), { minLength: 1 }), code, code, (legs, a, b) => {
				const wanted = legs.filter(([from, to]) => from === a && to === b).length;
				const query = `${a}->${b}`;
				const text = legs.map(([from, to], at) => `leg ${from}->${to} km=${at}`).join('\n');
				expect(json(find(text, query)).total).toBe(wanted);
				const items = legs.map(([from, to], km) => ({ leg: `${from}->${to}`, km }));
				expect(inJson(items, query).total).toBe(wanted);
				expect(json(find(text, 'km>2')).total).toBe(Math.max(0, legs.length - 3));
				expect(inJson(items, 'km>2').total).toBe(Math.max(0, legs.length - 3));
			}),
			{ numRuns: times(60, 600) },
		);
		expect(inJson(orders, 'total>3')).toMatchObject({
			total: 0,
			keys: expect.arrayContaining(['id']),
		});
		expect(inJson([{ note: 'size>3 is much' }], 'size>3')).toMatchObject({
			total: 1,
			notice: 'No key size: found as text.',
		});
	});

	it('say of one that is a key of most items that it is none that they contain', () => {
		const releases = Array.from({ length: 8 }, (_, at) => ({
			version: `${at}.0.0`,
			date: `2019-0${at + 1}-01`,
			security: at < 2,
		}));
		expect(inJson(releases, 'security 2019')).toMatchObject({
			total: 8,
			notice:
				'security is a key of 8 of 8 items, all found by this word. Its value: "select":"[?security]" or security:true.',
		});
		expect(inJson(releases, 'security:true 2019')).toMatchObject({ total: 2 });
		const features = releases.map((properties) => ({ properties }));
		expect(inJson({ type: 'x', features }, 'version').notice).toContain(
			'"select":"count_by(features, &properties.version)"',
		);
		expect(inJson(releases, '2019').notice).toBeUndefined();
		expect(
			inJson(
				[...releases, { v: 'security' }].map((each, at) => (at < 5 ? {} : each)),
				'security',
			).notice,
		).toBeUndefined();
	});

	it('compare versions by their numbers and written dates by time', () => {
		const items = ['9.9.0', '22.0.0', '26.13.0-rc.1'].map((version) => ({ version }));
		expect(paths(items, 'version>22.0.0')).toEqual(['/2']);
		expect(paths(items, 'version>=22')).toEqual(['/1', '/2']);
		const dated = ['Aug 1 2004', 'Sep 1 2009', 'Jan 5 2010'].map((on) => ({ on }));
		expect(paths(dated, 'on:>"Sep 1 2009"')).toEqual(['/2']);
	});

	it('key:value is about the key that the items have themselves, else about any', () => {
		const issues = Array.from({ length: 9 }, (_, id) => ({
			id,
			state: id < 2 ? 'closed' : 'open',
			milestone: { state: id % 2 ? 'closed' : 'late' },
		}));
		expect(inJson(issues, 'state:closed')).toMatchObject({ total: 2, of: 9, deeper: 4 });
		expect(paths(issues, '-state:closed')).toHaveLength(7);
		expect(paths(issues, 'milestone.state:closed')).toHaveLength(4);
		expect(inJson(issues, 'state:late')).toMatchObject({
			total: 0,
			deeper: 5,
			notice: expect.stringContaining('milestone.state'),
		});
		expect(paths(issues, '-state:late')).toHaveLength(9);
		expect(paths(issues, 'milestone.state:late')).toHaveLength(5);
	});

	it('key:value counts just that value apart from longer texts with it, which come after', () => {
		const doors = ['half-open', 'open', 'shut', 'open'].map((state, id) => ({ id, state }));
		const found = inJson(doors, 'state:open');
		expect(found).toMatchObject({ total: 3, of: 4, exact: 2 });
		expect(found.hits.map(({ path }: { path: string }) => path)).toEqual(['/1', '/3', '/0']);
		expect(inJson(doors, 'state:half')).toMatchObject({ total: 1, exact: 0 });
		for (const query of ['state:shut', 'id:>1', 'state:/open/', 'state:*', '-state:open'])
			expect(inJson(doors, query)).not.toHaveProperty('exact');
		const lists = [{ tags: ['dark red', 'red'] }, { tags: ['dark red'] }];
		expect(inJson(lists, 'tags:red')).toMatchObject({ total: 2, exact: 1 });
	});

	it('key:value of a key that is not here is found as it is written, and says so', () => {
		const notes = [{ note: 'level:ERROR seen' }, { note: 'fine' }];
		expect(inJson(notes, 'level:ERROR')).toEqual({
			total: 1,
			of: 2,
			notice: 'No key level: found as text.',
			keys: ['note'],
			hits: [{ path: '/0', item: { note: 'level:ERROR seen' } }],
		});
		for (const query of ['note:fine', 'seen'])
			expect(inJson(notes, query)).not.toHaveProperty('notice');
		expect(inJson(notes, '-level:ERROR')).toMatchObject({
			total: 1,
			notice: 'No key level: found as text.',
		});
	});

	it('do not say again what key:value said, where there are many hits', () => {
		const long = orders.map((order) => ({ ...order, text: 'x '.repeat(300) }));
		const { hits } = inJson(long, 'status:open');
		expect(hits).toEqual([
			{ path: '/0', id: 1 },
			{ path: '/2', id: 3 },
		]);
		expect(inJson(long, 'status:open name').hits[0].match).toMatchObject({ '/status': 'open' });
		const many = Array.from({ length: 40 }, (_, id) => ({
			id,
			text: `${'word '.repeat(99)} needle`,
		}));
		for (const hit of inJson(many, 'needle').hits.slice(0, 5)) {
			expect(JSON.stringify(hit).length).toBeLessThan(200);
			expect(hit.match['/text']).toContain('needle');
		}
	});

	it('lead to the innermost value that meets them', () => {
		const settings = { a: { theme: 'dark', font: { size: 12 } }, license: 'MIT', b: [1] };
		expect(inJson(settings, 'license mit').hits).toEqual([{ path: '/license', value: 'MIT' }]);
		expect(inJson(settings, 'size').hits).toEqual([{ path: '/a/font/size', value: 12 }]);
	});

	it('find items of lists at any depth, and entries of a map', () => {
		const deep = { data: { x: { nodes: orders } }, total: 4 };
		expect(paths(deep, 'cancelled')).toEqual(['/data/x/nodes/1']);
		const map = {
			packages: Object.fromEntries(
				['a', 'b/c', 'd'].map((name) => [name, { version: `1.0-${name}`, deps: [name] }]),
			),
		};
		expect(inJson(map, '1.0-b').hits[0]).toMatchObject({
			path: '/packages/b~1c',
			item: { version: '1.0-b/c' },
		});
	});

	it('of a long item come with its identity and the fields that meet them', () => {
		const long = orders.map((order) => ({
			...order,
			text: `${'x '.repeat(400)}needle ${'y '.repeat(400)}`,
		}));
		const [hit] = inJson(long, 'needle').hits;
		expect(hit).toMatchObject({ path: '/0', id: 1 });
		expect(hit.match['/text']).toContain('needle');
		expect(hit.match['/text'].length).toBeLessThan(260);
	});
});

describe('a long text in a value', () => {
	const stdout = Array.from({ length: 90 }, (_, at) => `line ${at} of the log`).join('\n');

	const innerCall = (pointer: string) => `ask ${pointer}`;

	it('is named where lines of it may lack a word that it has, whatever else lacks it', () => {
		const { total, hits, notice } = inJson({ stdout, code: 'ok' }, '-"line 89"', { innerCall });
		expect([total, hits]).toEqual([1, [{ path: '/code', item: 'ok' }]]);
		expect(notice).toBe('Lines of a long text: ask /stdout.');
	});

	it('is one hit, and says how its lines are found', () => {
		const { total, notice } = inJson({ stdout, code: 0 }, 'log', { innerCall });
		expect(total).toBe(1);
		expect(notice).toBe('Lines of a long text: ask /stdout.');
		expect(inJson({ stdout, code: 0 }, 'log')).not.toHaveProperty('notice');
	});

	it('is given with the place where it stands, if nothing else is found', () => {
		const inner = (value: unknown, query: string) => {
			const found = find(treeOf(JSON.stringify(value)) as Tape, query);
			return found.ok ? found.value.inner : undefined;
		};
		const whole = { pointer: '/run/stdout', text: stdout };
		expect(inner({ code: 0, run: { stdout } }, 'log')).toEqual(whole);
		// Other lines of it may not have what it must not have.
		expect(inner({ code: 0, run: { stdout } }, 'log -"line 7 of"')).toEqual(whole);
		expect(inner({ stdout, stderr: stdout }, 'log -line')).toBeUndefined();
		expect(inner({ stdout, stderr: stdout }, 'log')).toBeUndefined();
		expect(inner({ stdout, code: 0 }, 'code:0')).toBeUndefined();
	});

	it('says nothing of lines where it is one, or is shown whole', () => {
		for (const text of [stdout.replaceAll('\n', ' '), 'a log\nof two lines'])
			expect(inJson({ stdout: text }, 'log', { innerCall })).not.toHaveProperty('notice');
	});
});

describe('a query that meets nothing', () => {
	it('says what each term meets alone, which values a key has, or which keys there are', () => {
		expect(inJson(orders, 'cancelled ada')).toMatchObject({
			total: 0,
			found: { cancelled: 1, ada: 1 },
			hits: [],
		});
		expect(inJson(orders, 'status:done').notice).toMatch(
			/status is 'open' 2, '(?:cancelled|reopened)' 1, '(?:cancelled|reopened)' 1\.$/,
		);
		// Keys of all items, also of those that one item alone has.
		const keys = ['id', 'status', 'customer', 'note', 'lines'];
		expect(inJson(orders, 'zzz').keys).toEqual(keys);
		expect(inJson(orders, 'fine state:open')).toMatchObject({
			found: { fine: 1, 'state:open': 0 },
			keys,
		});
	});
});

describe('levels of a log', () => {
	it('are found as they are counted: numbered, in small letters, of logfmt, short', () => {
		const levels = [50, 30, 'error', 'err', 'ERROR', 60, 'info'];
		const rows = levels.map((level, id) => ({ level, id, msg: 'm' }));
		expect(inJson(rows, 'level:ERROR')).toMatchObject({ total: 4, of: 7 });
		expect(inJson(rows, 'level:fatal').total).toBe(1);
		expect(inJson(rows, 'id:50').total).toBe(0);
		const logfmt = levels
			.map((level) => `time=2026-01-01T10:00:00Z level=${level} msg=x`)
			.join('\n');
		expect(json(find(logfmt, 'level:ERROR')).total).toBe(4);
	});
});

describe('escapes and spellings', () => {
	const inList = (text: string, query: string): string[] => paths(text, query);

	it('are read as the characters they stand for, not as their letters', () => {
		const text = '["caf\\u00e9","one\\ntwo","C:\\\\dir","say \\"hi\\"","\\u004eo", 1.0]';
		expect(inList(text, 'CAFÉ')).toEqual(['/0']);
		expect(inList(text, 'ntwo')).toEqual([]);
		expect(inList(text, 'u00e9')).toEqual([]);
		expect(inList(text, 'C:\\dir')).toEqual(['/2']);
		expect(inList(text, 'no')).toEqual(['/4']);
		expect(inList(text, '1.0')).toEqual(['/5']);
		expect(inList('["ΟΔΟΣ","\\u03a3"]', 'Σ')).toEqual(['/1', '/0']);
	});

	it('find every string by any piece of its text', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.nat(), (data, seed) => {
				const points = Array.from(data);
				const from = seed % points.length;
				const piece = points.slice(from, from + 5).join('');
				if (piece.trim() === '') return;
				const found = inJson(['other', data], `"${piece.replace(/[\\"]/g, '\\$&')}"`);
				expect(found.hits.map(({ path }: { path: string }) => path)).toContain('/1');
			}),
			{ numRuns: times(100, 300) },
		);
	});
});
