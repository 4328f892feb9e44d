// `query`: which items and lines are found, how many there are, and what is said where none is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { find } from '../../src/ask/query/search';
import type { Tree } from '../../src/ask/value';
import { treeOf } from '../../src/gateway/asking/tree';
import { callsIn } from '../counted';
import { times } from '../fuzz-runs';

const json = (found: ReturnType<typeof find>) => {
	if (!found.ok) throw new Error(found.error);
	const { facts, hits } = found.value;
	return JSON.parse(`{${facts.join(',')},"hits":[${hits.join(',')}]}`);
};
const inJson = (data: unknown, query: string, options = {}) => {
	const text = typeof data === 'string' ? data : JSON.stringify(data);
	return json(find(treeOf(text) as Tree, query, options));
};
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

	it('key:value is about the key that the items have themselves, else about any', () => {
		const issues = Array.from({ length: 9 }, (_, id) => ({
			id,
			state: id < 2 ? 'closed' : 'open',
			milestone: { state: id % 2 ? 'closed' : 'late' },
		}));
		expect(inJson(issues, 'state:closed')).toMatchObject({ total: 2, of: 9, deeper: 4 });
		expect(paths(issues, '-state:closed')).toHaveLength(7);
		expect(paths(issues, 'milestone.state:closed')).toHaveLength(4);
		expect(paths(issues, 'state:late')).toHaveLength(5);
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
		for (const query of ['note:fine', 'seen', '-level:ERROR'])
			expect(inJson(notes, query)).not.toHaveProperty('notice');
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

	it('is one hit, and says how its lines are found', () => {
		const { total, notice } = inJson({ stdout, code: 0 }, 'log', { innerCall });
		expect(total).toBe(1);
		expect(notice).toBe('Lines of a long text: ask /stdout.');
		expect(inJson({ stdout, code: 0 }, 'log')).not.toHaveProperty('notice');
	});

	it('says nothing of lines where it is one, or is shown whole', () => {
		for (const text of [stdout.replaceAll('\n', ' '), 'a log\nof two lines'])
			expect(inJson({ stdout: text }, 'log', { innerCall })).not.toHaveProperty('notice');
	});
});

describe('a hit in an inner list', () => {
	const departments = (pad: string) => ({
		departments: Array.from({ length: 4 }, (_, at) => ({
			name: `Department ${at}`,
			employees: Array.from({ length: 90 }, (_, id) => ({
				name: id % 30 === 0 ? `Kim Lindqvist ${id}` : `Person ${id}`,
				notes: pad,
				salary: id === 60 ? 99_000 : id === 0 || id === 30 ? 61_000 : 80_500 + id,
			})),
		})),
	});
	it.each(['', 'long '.repeat(80)])('shows the values that meet all terms together%#', (pad) => {
		const found = inJson(departments(pad), 'Lindqvist salary:>80000');
		expect(found.total).toBe(4);
		for (const { match } of found.hits) {
			const shown = JSON.stringify(match);
			expect(shown).toContain('Kim Lindqvist 60');
			expect(shown).toContain('99000');
			expect(shown).not.toMatch(/Person|61000|Lindqvist (?:0|30)"/);
		}
	});
});

describe('the identity of a hit', () => {
	it('is a field that differs between the items', () => {
		const padded = (fields: object) => ({ ...fields, text: `needle ${'x '.repeat(400)}` });
		const records = Array.from({ length: 8 }, (_, at) =>
			padded({
				OwnerId: '005xx0001',
				account_id: 7001,
				Stage_Id: `${at % 3}0`,
				transaction_id: `tx${at}`,
			}),
		);
		const hits = inJson({ records }, 'needle').hits as Record<string, unknown>[];
		for (const [at, hit] of hits.entries()) {
			expect(hit.transaction_id).toBe(`tx${at}`);
			expect([hit.OwnerId, hit.account_id]).toEqual([undefined, undefined]);
		}
	});

	it('is the title in pieces of rich text', () => {
		const results = Array.from({ length: 5 }, (_, at) => ({
			object: 'page',
			id: `1f2e3d4c-0000-4000-8000-00000000000${at}`,
			properties: {
				Notes: { id: 'a', type: 'rich_text', rich_text: [{ plain_text: `x `.repeat(300) }] },
				Tags: { id: 'b', multi_select: [{ name: at === 3 ? 'needle' : 'other' }] },
				Name: {
					id: 'title',
					type: 'title',
					title: [{ plain_text: 'Page ' }, { plain_text: `${at}` }],
				},
			},
		}));
		expect(inJson({ results }, 'needle').hits[0]).toMatchObject({
			path: '/results/3',
			id: '1f2e3d4c-0000-4000-8000-000000000003',
			'properties.Name': 'Page 3',
		});
	});

	it('is that of what a deep value is in, where it has none itself', () => {
		const teams = (at: number) => ({
			id: `team-${at}`,
			title: `Team ${at}`,
			pages: [{ blocks: [{ text: { content: at === 2 ? 'a needle here' : 'no' } }] }],
		});
		const data = { left: [teams(1), teams(2)], right: [teams(3)], middle: [teams(4), teams(5)] };
		const [hit] = inJson(data, 'needle').hits;
		expect(hit.path).toBe('/left/1/pages/0/blocks/0');
		expect(hit.in).toEqual({ id: 'team-2', title: 'Team 2' });
	});
});

describe('a query that meets nothing', () => {
	it('says what each term meets alone, which values a key has, or which keys there are', () => {
		expect(inJson(orders, 'cancelled ada')).toMatchObject({
			total: 0,
			found: { cancelled: 1, ada: 1 },
			hits: [],
		});
		expect(inJson(orders, 'status:done').values).toEqual({ open: 2, cancelled: 1, reopened: 1 });
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

describe('lines', () => {
	const log = Array.from(
		{ length: 3_000 },
		(_, at) =>
			`08:00:${String(at % 60).padStart(2, '0')} ${at % 10 === 0 ? 'ERROR' : 'INFO'} step ${at} code=${at % 7}`,
	).join('\n');
	const inLines = (text: string, query: string, options = {}) => json(find(text, query, options));

	it('are counted all, and opened by their number', () => {
		const found = inLines(log, 'error');
		expect([found.total, found.of]).toEqual([300, 3000]);
		expect(found.hits[1]).toEqual({ line: 11, text: '08:00:10 ERROR step 10 code=3' });
	});

	it('come with as many around them as are asked for', () => {
		const [hit] = inLines(log, 'step "2999"', { context: 1 }).hits;
		expect(hit).toMatchObject({ line: 3000, from: 2999 });
		expect(hit.text.split('\n')).toHaveLength(2);
	});

	it('take pairs, patterns and what must not be', () => {
		expect(inLines(log, 'code:3 error').total).toBe(43);
		expect(inLines(log, '/step 1[0-9]{3} /').total).toBe(1000);
		expect(inLines(log, 'error -code:0').total).toBe(257);
	});

	it('of a log have the level and the time of their entry, as for select', () => {
		const entries = Array.from(
			{ length: 120 },
			(_, at) =>
				`2026-01-01T0${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}:00.5Z [${at % 10 ? 'info' : 'ERROR'}] step ${at}${at % 10 ? '' : '\n\tat inner(File.java:7)\n\tat outer(File.java:9)'}`,
		).join('\n');
		expect(inLines(entries, 'level:ERROR').total).toBe(12);
		expect(inLines(entries, 'level:err').total).toBe(12);
		expect(inLines(entries, 'time:>=2026-01-01T00:58:00Z').total).toBe(62);
		expect(inLines(entries, 'time:<2026-01-01T01:02:00+01:00').total).toBe(2);
		expect(inLines(entries, 'level:ERROR time:>=2026-01-01T01:00:00Z').total).toBe(6);
		expect(inLines(entries, 'level:ERROR inner').total).toBe(12);
		expect(inLines(entries, 'level:info inner').total).toBe(0);
		expect(inLines(entries, '-level:ERROR').total).toBe(108);
		expect(inLines(entries, '-level:ERROR inner').total).toBe(0);
		expect(inLines(entries, 'level:fatal')).toMatchObject({
			total: 0,
			levels: { ERROR: 12, INFO: 108 },
		});
		expect(inLines(entries, 'time:>2027-01-01').times).toEqual([
			'2026-01-01T00:00:00.5Z',
			'2026-01-01T01:59:00.5Z',
		]);
	});

	it('say what is there in place of a value that is not', () => {
		const lines = 'ts=1 grade=error msg=a\nts=2 grade=info msg="FATAL too"\nts=3 Grade: info';
		expect(inLines(lines, 'grade:fatal')).toEqual({
			total: 0,
			of: 3,
			found: { 'grade:fatal': 0, fatal: 1 },
			values: { info: 2, error: 1 },
			hits: [],
		});
		expect(inLines(lines, 'state:info ts:1')).toEqual({
			total: 0,
			of: 3,
			found: { 'state:info': 0, 'ts:1': 1, info: 2 },
			notice: 'Nothing here is written as state: or state=.',
			hits: [],
		});
		const wide = Array.from({ length: 9 }, (_, at) => `at=${at} long=${'x'.repeat(61)}`).join('\n');
		expect(inLines(wide, 'at:9').values).toMatchObject({ '0': 1, '…': '9 different values' });
		expect(inLines(wide, 'long:y')).not.toHaveProperty('values');
		expect(inLines(wide, 'at:>20')).toMatchObject({ found: { 'at:>20': 0 } });
	});

	it('of a log that speaks of other levels have the level of their own entry', () => {
		const entries = ['INFO retry at level: ERROR', 'ERROR gave up', 'INFO done']
			.map((text, at) => `2026-01-01T00:00:0${at}Z ${text}`)
			.join('\n');
		expect(inLines(entries, 'level:ERROR').hits).toEqual([
			{ line: 2, text: '2026-01-01T00:00:01Z ERROR gave up' },
		]);
	});

	it('give way to paragraphs where no line has all words', () => {
		const prose = 'One fish\nis red.\n\nTwo birds\nare blue.\n';
		expect(inLines(prose, 'blue birds')).toMatchObject({
			total: 1,
			hits: [{ startLine: 4, endLine: 5 }],
		});
	});

	it('take no longer for a pattern made to be slow', async () => {
		const callsFor = (length: number) =>
			callsIn(() =>
				expect(inLines(`${'a'.repeat(length)}!\n`.repeat(5), '/(a+)+$/').total).toBe(0),
			);
		await callsFor(100);
		expect(await callsFor(8_000)).toBeLessThan(5 * (await callsFor(2_000)));
	});
});

describe('a hit', () => {
	const cars = Array.from({ length: 16 }, (_, at) => ({
		Name: `volkswagen ${at}`,
		Miles_per_Gallon: at,
		note: 'x'.repeat(200),
	}));

	it('does not repeat what identifies it', () => {
		const [hit] = inJson(cars, 'volkswagen').hits;
		expect(hit).toEqual({ path: '/0', Name: 'volkswagen 0' });
		expect(inJson(cars, 'volkswagen xxx').hits[0]).toHaveProperty('match');
	});

	it('is as without fields where none has them, with the nearest name', () => {
		const fields = ['mpg'];
		const found = inJson(cars, 'volkswagen', { fields, project: () => '{}' });
		expect(found.notice).toBe('No hit has mpg. Nearest: Miles_per_Gallon.');
		expect(found.hits[0]).toEqual({ path: '/0', Name: 'volkswagen 0' });
	});
});
