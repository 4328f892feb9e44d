// `select` beyond JMESPath: exact numbers, dates, the functions added to it, errors that teach, and
// the bounds that stop what would take for ever.
import { describe, expect, it } from 'vitest';
import { boundsFor } from '../../src/ask/meter';
import { textToRows } from '../../src/ask/rows';
import { select, selectingAcross } from '../../src/ask/select';
import { inOneGo } from '../../src/ask/slices';
import type { Tree } from '../../src/ask/value';
import { treeOf } from '../../src/gateway/asking/tree';
import { callsIn } from '../counted';

const asked = (data: unknown, expression: string) => {
	const text = typeof data === 'string' ? data : JSON.stringify(data);
	return select(expression, { tree: treeOf(text) as Tree, complete: true });
};
const answer = (data: unknown, expression: string): unknown => {
	const found = asked(data, expression);
	if (!found.ok) throw new Error(found.error);
	return JSON.parse(found.value.result);
};
const text = (data: unknown, expression: string): string => {
	const found = asked(data, expression);
	return found.ok ? found.value.result : found.error;
};

/** The expression that an error offers instead. */
const mendedOf = (data: unknown, expression: string): string =>
	/ Works here: (.*)$/.exec(text(data, expression))?.[1] ?? '';

const orders = [
	{ id: 1, status: 'open', total: 10.1, at: '2026-06-30T23:30:00-02:00', customer: { id: 7 } },
	{ id: 2, status: 'paid', total: 20.2, at: '2026-07-01T01:00:00Z', customer: { id: 8 } },
	{
		id: 3,
		status: 'open',
		total: 0.1,
		at: '2026-08-02T00:00:00Z',
		customer: { id: 7 },
		closed: true,
	},
	{ id: 4, status: 'void', total: null, at: '2026-05-02', customer: { id: 9 } },
];

describe('a star', () => {
	it('goes on to the end of the path, as JMESPath has it', () => {
		const users = { ada: { quota: { used: [1, 2] } }, bo: { quota: { used: [3] } } };
		expect(answer({ users }, 'users.*.quota.used')).toEqual([[1, 2], [3]]);
		expect(answer({ users }, 'users.*.quota.used[0]')).toEqual([1, 3]);
		expect(answer({ users }, 'users.*.quota.used[]')).toEqual([1, 2, 3]);
		expect(answer({ users }, 'users.*.quota.used[?@ > `1`]')).toEqual([[2], [3]]);
		expect(answer({ users }, '*.*.quota.used')).toEqual([[[1, 2], [3]]]);
		expect(answer([users, users], '[*].*.quota.used[0]')).toEqual([
			[1, 3],
			[1, 3],
		]);
		expect(answer({ users }, 'users.*.quota | length(@)')).toBe(2);
	});
});

describe('a filter of each item of a projection', () => {
	const data = { Reservations: [{ Instances: [{ State: 'on' }, { State: 'off' }] }] };
	it('is an error whose cure works', () => {
		const asked = "Reservations[].Instances[][?State=='on']";
		expect(text(data, asked)).toMatch(/each item by itself.*an object.*write \| before it/);
		expect(answer(data, mendedOf(data, asked))).toEqual([{ State: 'on' }]);
		expect(mendedOf(data, 'Reservations[].Instances[][0]')).toBe(
			'Reservations[].Instances[] | [0]',
		);
		expect(mendedOf({ a: { b: { c: 1 } } }, 'a | [?c]')).toBe('a | values(@)[?c]');
	});
});

describe('a function that takes a list and is given an object', () => {
	const works = (data: unknown, expression: string, instead: string): void => {
		expect(mendedOf(data, expression)).toBe(instead);
		expect(asked(data, instead).ok).toBe(true);
	};
	it('names the list in it, in a call that works', () => {
		const bookings = { bookings: orders, page: 1 };
		works(bookings, 'count_by(@, &status)', 'count_by(bookings, &status)');
		works(bookings, 'sort_by(@, &customer.id)', 'sort_by(bookings, &customer.id)');
		works({ data: bookings }, 'count_by(data, &status)', 'count_by(data.bookings, &status)');
		works({ 'my list': ['beta', 'alpha'] }, "join(', ', @)", `join(', ', "my list")`);
		works({ days: { mo: 3, tu: 4 } }, 'sum(days)', 'sum(values(days))');
		const byId = { a: { status: 'open' }, b: { status: 'paid' } };
		works(byId, 'count_by(@, &status)', 'count_by(values(@), &status)');
	});
	it('names no call that would fail', () => {
		expect(text({ bookings: orders }, 'sum(@)')).toContain('It has bookings: list of 4.');
		const two = { a: [1, 2], b: [3, 4] };
		expect(text(two, 'count_by(@, &status)')).toContain('It has a: list of 2, b: list of 2.');
		expect(text(two, 'count_by(@, &status)')).not.toContain('values(');
	});
});

describe('values', () => {
	it('keep the spelling they had', () => {
		const data =
			'[{"n":12345678901234567890,"f":1.0,"e":1e3,"s":"\\u00e9"},{"n":12345678901234567891}]';
		expect(text(data, '[].n')).toBe('[12345678901234567890,12345678901234567891]');
		expect(text(data, '[0]')).toBe('{"n":12345678901234567890,"f":1.0,"e":1e3,"s":"\\u00e9"}');
		expect(text(data, 'max([].n)')).toBe('12345678901234567891');
		expect(text(data, 'sum([].n)')).toBe('24691357802469135781');
		expect(text(data, '[?n==`12345678901234567891`] | length(@)')).toBe('1');
		expect(text(data, '[?f==`1`].[f, e]')).toBe('[[1.0,1e3]]');
		expect(text('{"10":1,"9":2,"a":3}', 'keys(@)')).toBe('["10","9","a"]');
		expect(text('{"__proto__":{"a":1},"constructor":2}', '"__proto__".a')).toBe('1');
	});

	it('add up as a person adds them', () => {
		expect(answer(orders, 'sum([].total)')).toBe(30.4);
		expect(answer(orders, 'avg([].total)')).toBeCloseTo(10.1333, 3);
		expect(answer(orders, '[0].total + [2].total')).toBe(10.2);
		expect(answer([0.1, 0.2], 'sum(@)')).toBe(0.3);
		expect(answer(orders, '[2].total * 3')).toBe(0.3);
		expect(answer([1, 2], '[1] * 3 - 1')).toBe(5);
		expect(text('[9007199254740993]', '[0] + 2')).toBe('9007199254740995');
	});

	it('are compared as numbers, as dates, and as texts', () => {
		expect(answer(orders, "[?at >= '2026-07-01'].id")).toEqual([2, 3]);
		expect(answer(orders, "[?at < '2026-07-01T01:30:00Z' && at > '2026-06'].id")).toEqual([2]);
		expect(answer(orders, "[?at == '2026-05-02'].id")).toEqual([4]);
		expect(answer(orders, "[?status > 'open'].id")).toEqual([2, 4]);
		expect(answer(orders, 'sort_by(@, &at)[].id')).toEqual([4, 2, 1, 3]);
	});
});

describe('what models write by habit', () => {
	it('is understood: bare numbers, =, and, or, not, "text", true, {id}', () => {
		expect(answer(orders, '[?total > 10.1].id')).toEqual([2]);
		expect(answer(orders, '[?status = "open" and total < 1].id')).toEqual([3]);
		expect(answer(orders, '[?closed == true].id')).toEqual([3]);
		expect(answer(orders, '[?total == null or id == 1].{id, status}')).toEqual([
			{ id: 1, status: 'open' },
			{ id: 4, status: 'void' },
		]);
		expect(answer({ data: { items: orders }, n: 1 }, 'length([?id>1])')).toBe(3);
	});
});

describe('functions', () => {
	it('count, group and sum', () => {
		expect(answer(orders, 'count_by(@, &status)')).toEqual({ open: 2, paid: 1, void: 1 });
		expect(answer(orders, 'sum_by(@, &customer.id, &total)')).toEqual({ 7: 10.2, 8: 20.2, 9: 0 });
		expect(answer(orders, "count(@, &status=='open')")).toBe(2);
		expect(answer(orders, 'unique([].status)')).toEqual(['open', 'paid', 'void']);
		expect(answer(orders, 'group_by(@, &customer.id) | map(&length([1]), items(@))')).toEqual([
			2, 1, 1,
		]);
		expect(answer(orders, "sort_by([?total], &total, 'desc')[].id")).toEqual([2, 1, 3]);
		expect(answer(orders, 'max_by(@, &total).id')).toBe(2);
		expect(answer([10, 9, 2, 33], 'sort(@)')).toEqual([2, 9, 10, 33]);
		expect(answer(orders, 'median([].total)')).toBe(10.1);
		expect(answer([1.005, 2.5], '[].round(@, 2)')).toEqual([1.01, 2.5]);
		expect(answer(['$1,200.50', '1,200'], '[].to_number(@)')).toEqual([1200]);
		expect(answer(orders, "[?matches(at, '/^2026-0[78]/')].id")).toEqual([2, 3]);
	});

	it('count days, and take dates apart', () => {
		expect(answer(orders, "[].days_between(at, '2026-07-01T01:30:00Z')")).toEqual([
			0, 0.020833, -31.9375, 60.0625,
		]);
		expect(answer(orders, "[:2].date_diff(at, '2026-07-01T03:00:00Z', 'hours')")).toEqual([1.5, 2]);
		expect(answer(orders, '[].[year(at), month(at), day(at), hour(at), weekday(at)]')).toEqual([
			[2026, 6, 30, 23, 'Tuesday'],
			[2026, 7, 1, 1, 'Wednesday'],
			[2026, 8, 2, 0, 'Sunday'],
			[2026, 5, 2, null, 'Saturday'],
		]);
		expect(answer(orders, 'count_by(@, &month(at))')).toEqual({ 5: 1, 6: 1, 7: 1, 8: 1 });
		expect(answer(orders, '[0].days_between(nothing || `null`, at)')).toBe(null);
		expect(text(orders, "days_between('x', [0].at)")).toMatch(/takes dates such as/);
		expect(text(orders, "date_diff([0].at, [1].at, 'moons')")).toMatch(/unit is one of/);
	});

	it('join by a key', () => {
		const tree = (data: unknown) => ({
			tree: treeOf(JSON.stringify(data)) as Tree,
			complete: true,
		});
		const people = [
			{ id: 7, name: 'Ada' },
			{ id: 8, name: 'Bo' },
		];
		const across = (expression: string): unknown => {
			const found = inOneGo(selectingAcross(expression, { a: tree(orders), b: tree(people) }));
			return found.ok ? JSON.parse(found.value.result) : found.error;
		};
		expect(across('inner_join(a, b, &customer.id, &id)[].[left.id, right.name]')).toEqual([
			[1, 'Ada'],
			[2, 'Bo'],
			[3, 'Ada'],
		]);
		expect(across('left_join(a, b, &customer.id, &id)[?!right].left.id')).toEqual([4]);
		expect(across('let $b = index_by(b, &id) in a[].get($b, customer.id).name')).toEqual([
			'Ada',
			'Bo',
			'Ada',
		]);
		expect(across('let $ids = b[].id in a[?!contains($ids, customer.id)].id')).toEqual([4]);
		expect(across('c.x')).toMatch(/Keys there: a: list of 4, b: list of 2.*The results are a, b/);
	});
});

describe('an expression that leads nowhere', () => {
	it.each([
		[
			'[?sttus==`1`]',
			/No item of \[\] has the key sttus\. Nearest: status\. Keys there: id: number/,
			"[?status=='1']",
		],
		['[].custmer.id', /Nearest: customer/, '[].customer.id'],
		['[].customer.total', /customer has no key total.*total stands at \[\]\.total/, ''],
		['status', /a list, which has no keys/, '[].status'],
		["[?total > 'ten'].id", /compares the number 10\.1 with the string "ten"/, ''],
		["[?id == '3'].id", /never equal/, '[?id == 3].id'],
		['[?status == 3].id', /never equal/, "[?status == '3'].id"],
		[
			'sum([].status)',
			/sum\(\) takes a list of numbers; item 0 is the string "open"/,
			'sum([].to_number(status))',
		],
		['lenght(@)', /no function lenght\(\)\. Nearest: length\(\)\. At/, 'length(@)'],
		['xyzzy(@)', /no function xyzzy\(\)\..* There are abs, .*slices \[0\]/, ''],
		['average([].total)', /Nearest: avg\(\)/, 'avg([].total)'],
		[
			"[?status=='open'",
			/ends too early; expected \] that closes the filter.*At character 17/,
			"[?status=='open']",
		],
		["[?status=='open]", /has no end.*At character 11/, "[?status=='open']"],
		['[].{id id}', /id cannot stand here; expected : after the name/, ''],
		['content-type', /takes numbers|no key|has no keys/, ''],
		['values(@)', /takes an object; argument 1 is a list/, ''],
		['sort_by(@, &total desc)[].id', /cannot stand here/, "sort_by(@, &total, 'desc')[].id"],
		[
			"[?status in ('open', 'void')].id",
			/in cannot stand/,
			"[?contains(['open', 'void'], status)].id",
		],
		['[status=="open"].id', /has no keys/, '[?status=="open"].id'],
		['[?status==open].id', /has the key open/, "[?status=='open'].id"],
		["[?customer=='7'].id", /compares an object/, '[?customer.id==7].id'],
		['first([?total > 1]).id', /no function first/, '([?total > 1])[0].id'],
		['sum(@, &total)', /got 2 arguments/, 'sum(map(&total, @))'],
		['[].status | unique', /has no keys/, '[].status | unique(@)'],
		['round([].id, 1)', /takes a number/, '[].round(id, 1)'],
	])('%s is an error that says what to do', (expression, expected, instead) => {
		const found = text(orders, expression);
		expect(found).toMatch(expected);
		expect(mendedOf(orders, expression)).toBe(instead);
		if (instead !== '') expect(asked(orders, instead).ok).toBe(true);
	});

	it.each<[string, unknown]>([
		['.', orders],
		['.[0].id', 1],
		['.[0:2] | length(@)', 2],
		['[].[id, .customer.id] | [0]', [1, 7]],
		['[?.total > 15 and .id < 3].id', [2]],
		['sum(.[].id)', 10],
		['[].{id: .id} | [-1]', { id: 4 }],
	])('%s is read as jq means it', (expression, expected) => {
		expect(answer(orders, expression)).toEqual(expected);
	});

	it.each([
		[".[] | select(.status == 'open') | .id", "[?status == 'open'].id", [1, 3]],
		['[.[] | select(.total > 15) | .id]', '[[?total > 15].id]', [[2]]],
		["map(select(.status == 'open')) | length", "[?status == 'open'] | length(@)", 2],
		['map(.id)', '[].id', [1, 2, 3, 4]],
		['map(.id) | add', '[].id | sum(@)', 10],
		['. | length', '@ | length(@)', 4],
		['.[] | .id', '[] | [].id', [1, 2, 3, 4]],
		['.[] | {id}', '[] | [].{id}', [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]],
		['count_by(.status)', 'count_by(@, &status)', { open: 2, paid: 1, void: 1 }],
		['sort_by(.id) | .[-1].id', 'sort_by(@, &id) | [-1].id', 4],
		['any(.id > 3)', 'any(@, &id > 3)', true],
		["[?status=='open'].[0]", "[?status=='open'] | [0]", orders[0]],
		['first(.[]).id', '([])[0].id', 1],
	])('%s of jq is mended', (expression, mended, expected) => {
		expect(mendedOf(orders, expression)).toBe(mended);
		expect(answer(orders, mended)).toEqual(expected);
	});

	it('is mended where pairs were flattened, and where entries of a map are asked as jq has them', () => {
		const map = { a: { n: 1, on: true }, b: { n: 2, on: false } };
		for (const [asked, mended, expected] of [
			[
				'items(@)[].[[0],[1].n]',
				'items(@)[*].[[0],[1].n]',
				[
					['a', 1],
					['b', 2],
				],
			],
			['.[].n', 'values(@)[].n', [1, 2]],
			[
				'to_entries[] | select(.value.on) | .key',
				'items(@)[*].{key: [0], value: [1]} | [?value.on].key',
				['a'],
			],
			[
				'to_entries | map(select(.value.n > 1)) | map(.key)',
				'items(@)[*].{key: [0], value: [1]} | [?value.n > 1] | [].key',
				['b'],
			],
		] as const) {
			expect(mendedOf(map, asked)).toBe(mended);
			expect(answer(map, mended)).toEqual(expected);
		}
	});

	it('is mended where a level is asked by its name that is a number', () => {
		const log = [
			{ level: 30, msg: 'a' },
			{ level: 50, msg: 'b' },
		];
		expect(mendedOf(log, "[?level=='ERROR'].msg")).toBe('[?level==50].msg');
		expect(mendedOf(log, "[?level=='nothing'].msg")).toBe('');
	});

	it('is mended where keys of two types are put in order', () => {
		const mixed = [
			{ k: 14, id: 1 },
			{ k: '', id: 2 },
			{ k: 20, id: 3 },
			{ k: null, id: 4 },
		];
		for (const [asked, mended, expected] of [
			['max_by(@, &k).id', "max_by([?type(k) == 'number'], &k).id", 3],
			['sort_by([], &k)[0].id', "sort_by([?type(k) == 'number'], &k)[0].id", 1],
			['max([].k)', "max([].k | [?type(@) == 'number'])", 20],
		] as const) {
			expect(text(mixed, asked)).toMatch(/cannot order .* Keep those of one type first/);
			expect(mendedOf(mixed, asked)).toBe(mended);
			expect(answer(mixed, mended)).toEqual(expected);
		}
	});

	it('is mended where a filter asks the list of lists of a projection', () => {
		const header = (name: string, value: string) => ({ name, value });
		const messages = [1, 2].map((at) => ({
			labels: at === 1 ? ['UNREAD'] : [],
			payload: { headers: [header('From', `p${at}@x.org`), header('Subject', 'Hello')] },
		}));
		const asked = "messages[?contains(labels, 'UNREAD')].payload.headers[?name=='From'].value";
		expect(answer({ messages }, mendedOf({ messages }, asked))).toEqual(['p1@x.org']);
	});

	it('is none where a name stands for the expression of a name', () => {
		expect(answer(orders, "distinct(@, 'status')[].id")).toEqual([1, 2, 4]);
		expect(answer(orders, 'count_by(@, status)')).toEqual({ open: 2, paid: 1, void: 1 });
		expect(text(orders, "sort_by(@, 'customer.name')")).toMatch(/has no key name/);
	});

	it('is none where a key is just not everywhere, or something stands in for it', () => {
		expect(answer(orders, '[0].closed')).toBe(null);
		expect(answer(orders, '[].closed')).toEqual([true]);
		expect(answer(orders, '[].{n: nickname || status} | [0]')).toEqual({ n: 'open' });
		expect(answer(orders, "[].not_null(nickname, 'none') | [0]")).toBe('none');
		expect(answer([], '[?a==`1`].b')).toEqual([]);
	});

	it('says nothing of a condition that is met, whatever its projection leaves', () => {
		const rare = Array.from({ length: 250 }, (_, id) => ({ id, ...(id === 249 && { error: 1 }) }));
		for (const select of ['[?id==`5`].error', '[?id<`10`].error']) {
			const found = asked(rare, select);
			expect(found.ok && [found.value.result, found.value.note]).toEqual(['[]', undefined]);
		}
		expect(text(rare, '[?eror==`1`]')).toMatch(
			/Nearest: error\. Keys there: id: number, error: number \(in 1\)/,
		);
	});
});

describe('an expression made to be slow', () => {
	const many = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `n${id}` }));
	const source = { tree: treeOf(JSON.stringify(many)) as Tree, complete: true };
	/** A twentieth of what is usual. */
	const bounds = { steps: 100_000, made: 50_000 };
	/** Of functions, for each step or value that is counted: twice as many as the dearest of these takes. */
	const MOST_CALLS = 100;
	it.each([
		['let $a = @ in [].{x: $a[].{y: $a[].id}}'],
		['[].[$[].[$[].id]]'],
		[`[${Array.from({ length: 300 }, () => 'sort_by(@, &name)').join(', ')}]`],
		["let $s = join('', [].name) in [].join($s, [$s, $s, $s])"],
		["map(&pad_left('x', 900000), @)"],
		['[].replace(join(`"" `, $[].name), `"n"`, `"nnnnnnnnnn"`)'],
		[`${'['.repeat(150)}@${']'.repeat(150)}`],
		[`${'('.repeat(3000)}@${')'.repeat(3000)}`],
		[`${'!'.repeat(7000)}@`],
		[`${'@|'.repeat(3990)}@`],
	])('%#. is stopped or done soon', async (expression) => {
		let found: ReturnType<typeof select> | undefined;
		const calls = await callsIn(() => {
			found = select(expression, source, bounds);
		});
		expect(calls).toBeLessThan(MOST_CALLS * (bounds.steps + bounds.made));
		if (!found?.ok) expect(found?.error).toMatch(/Stopped|nested|too long/);
	});

	it('is bounded for every size of a document', () => {
		expect(boundsFor(5_000)).toEqual({ steps: 2_100_000, made: 1_020_000 });
		expect(boundsFor(1e9)).toEqual({ steps: 12_000_000, made: 6_000_000 });
	});

	it('is refused where the document itself is nested too deep to compare', () => {
		const deep = `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`;
		expect(text(deep, '[0] == [0]')).toMatch(/true|nested too deep/);
		expect(text(`[${deep},${deep}]`, '[0] == [1]')).toMatch(/nested too deep/);
	});
});

describe('texts', () => {
	it('are rows where they are tables, spelled as they were', () => {
		const csv = 'id;name;price;zip\n1;"A; ""x""";1.50;00123\n2;B;;10999\n';
		expect(textToRows(csv)).toMatchObject({ kind: 'csv', lines: [2, 3] });
		expect(textToRows(csv).json).toBe(
			'[{"id":1,"name":"A; \\"x\\"","price":1.50,"zip":"00123"},{"id":2,"name":"B","price":null,"zip":"10999"}]',
		);
	});

	it('are entries where they are logs, and lines otherwise', () => {
		const log = [
			'2026-01-01T10:00:00Z INFO start',
			'2026-01-01T10:00:01Z ERROR failed',
			'  at x (y.js:1)',
			'2026-01-01T10:00:02Z WARN slow',
		].join('\n');
		expect(JSON.parse(textToRows(log).json)).toEqual([
			{
				line: 1,
				time: '2026-01-01T10:00:00Z',
				level: 'INFO',
				text: '2026-01-01T10:00:00Z INFO start',
			},
			{
				line: 2,
				time: '2026-01-01T10:00:01Z',
				level: 'ERROR',
				text: '2026-01-01T10:00:01Z ERROR failed\n  at x (y.js:1)',
			},
			{
				line: 4,
				time: '2026-01-01T10:00:02Z',
				level: 'WARN',
				text: '2026-01-01T10:00:02Z WARN slow',
			},
		]);
		expect(JSON.parse(textToRows('one\n\ntwo').json)).toEqual([
			{ line: 1, text: 'one' },
			{ line: 2, text: '' },
			{ line: 3, text: 'two' },
		]);
		expect(textToRows('{"a":1}\n{"a":2}\n').kind).toBe('ndjson');
	});
});
