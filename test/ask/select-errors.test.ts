// Expressions of `select` that lead nowhere: errors that teach, and an expression that works in their place.
import { describe, expect, it } from 'vitest';
import { answer, asked, orders, text } from './selected';

/** The expression that an error offers instead. */
const mendedOf = (data: unknown, expression: string): string =>
	/ Works here: (.*)$/.exec(text(data, expression))?.[1] ?? '';

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
		['[.[].id] | length(@)', 4],
		['{n: [.[].id] | length(@)}', { n: 4 }],
		['[.[0].id, .[1].id]', [1, 2]],
		['[.[0].id]', [1]],
		['.[0]["customer"]["id"]', 7],
		["[0]['customer'].id", 7],
		['.[]["customer"]["id"]', [7, 8, 7, 9]],
		['.[0].["customer"].["id"]', 7],
		["[?status=='open']['id']", [1, 3]],
		['[:2]["id"]', [1, 2]],
		['[*]["id", "status"] | [0]', [1, 'open']],
		['[?.["status"] == "paid"].["id"]', [2]],
		['.[0] | .["customer"] | .["id"]', 7],
		['[.[0]["id"], .[1].["id"]]', [1, 2]],
		[".[0] | .['status']", 'open'],
		['[].{id: .id} | [-1]', { id: 4 }],
	])('%s is read as jq means it', (expression, expected) => {
		expect(answer(orders, expression)).toEqual(expected);
	});

	it.each([
		[".[] | select(.status == 'open') | .id", "[?status == 'open'].id", [1, 3]],
		['[.[] | select(.total > 15) | .id]', '([?total > 15].id)', [2]],
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
		['.[] | .["id"]', '[] | @[]."id"', [1, 2, 3, 4]],
		['.[0] | has("closed")', "[0] | contains(keys(@), 'closed')", false],
		['.[0].closed // "no"', "[0].closed || 'no'", 'no'],
		['map(select(.status | test("^o"))) | length', "[?matches(status, '^o')] | length(@)", 2],
		["[.[] | select(.status == 'open')] | length", "([?status == 'open']) | length(@)", 2],
		['[.[] | select(.id > 1 and (.id < 4))] | length', '([?id > 1 and (id < 4)]) | length(@)', 2],
	])('%s of jq is mended', (expression, mended, expected) => {
		expect(mendedOf(orders, expression)).toBe(mended);
		expect(answer(orders, mended)).toEqual(expected);
	});

	it('says in what an expression differs from the program of jq that it stands for', () => {
		const program = ".[] | select(.status == 'open') | .id";
		expect(text(orders, program)).toContain('Unlike in jq nulls are left out and empty is false.');
		expect(text(orders, "[?status=='nope']].id")).not.toContain('jq');
	});

	it('never divides by the alternative of jq', () => {
		const data = { total: 6, per: 2, none: null, items: [{ d: 1, p: 10 }, { p: 5 }] };
		for (const [program, mended, expected] of [
			['.total // 2', 'total || 2', 6],
			['.total//.per', 'total||per', 6],
			['(.total) // 2', '(total) || 2', 6],
			['.total-.per//3', 'total-per||3', 4],
			['.items[-1].p // 2', 'items[-1].p || 2', 5],
			['.items | .[-1].p // 2', 'items | [-1].p || 2', 5],
			['.items[ 0 ].p // .total', 'items[ 0 ].p || total', 10],
			[
				'{a: (.none // "p"), b: (.total // 2)}',
				"{a: (none || 'p'), b: (total || 2)}",
				{ a: 'p', b: 6 },
			],
			// A function of jq would be taken for a key.
			...['.items | length // 9', '.items | (length // 9)', '.items | map(.d // empty)'].map(
				(each) => [each, ''],
			),
			['.none // true', 'none || `true`', true],
			['.none // "a\\"b"', `none || 'a"b'`, 'a"b'],
			['.items[] | select((.d // 2) > 1) | .p', 'items[?(d || 2) > 1].p', [5]],
			// Here each item would have its own.
			...['.items[] | .d // 0', '.items[].d // 0', '[.items[] | {d: (.d // 0)}]'].map((each) => [
				each,
				'',
			]),
		] as const) {
			expect(text(data, program)).toContain('// divides here; what stands in for nothing is ||.');
			expect(mendedOf(data, program)).toBe(mended);
			if (mended !== '') expect(answer(data, mended)).toEqual(expected);
		}
		for (const [expression, expected] of [
			['.items[?p // 3 > 2].p', [10]],
			['max_by(.items, &p).p // 3', 3],
			['let $p = .per in total // $p', 3],
		] as const)
			expect(answer(data, expression)).toEqual(expected);
		for (const program of [".['total'] // 2", "{a: (.total // 2), b: 'x'}"])
			expect(text(data, program)).toContain('// divides here');
		expect(answer(data, 'max_by(items, &p)\n  .p // `3`')).toBe(3);
		const plain = { total: 6, items: [{ n: 6 }] };
		expect(answer(plain, '.items[].{h: n // `2`}')).toEqual([{ h: 3 }]);
		expect(answer(plain, 'items[].{a: `"\\`(.x)"`, h: n // 2}')).toEqual([{ a: '`(.x)', h: 3 }]);
		expect(answer({ total: 6 }, 'total // 2')).toBe(3);
		const links = { links: [{ url: 'https://a.example/' }] };
		const open = "links[?url == 'http://10.0.0.1/a'].{u: url";
		expect(text(links, open)).not.toContain('||');
		expect(answer(links, ".links | [?url == 'https://a.example/'].url")).toEqual([
			'https://a.example/',
		]);
	});

	it('says nothing in the place of a program that asks each item what would be asked of the list', () => {
		const lists = { items: [{ tags: ['a', 'b'] }, { tags: [] }] };
		expect(mendedOf(lists, '.items[] | .tags | length')).toBe('');
		expect(mendedOf(lists, '[.items[] | .tags] | length')).toBe('(items[] | [].tags) | length(@)');
	});

	it('takes no quoted key for a text where the expression is not of jq alone', () => {
		const items = [
			{ id: 1, 'is on': true, 'my tags': ['red'], a: 'x', 'b c': 'x' },
			{ id: 2, 'is on': false, 'my tags': [], a: 'y', 'b c': 'x' },
		];
		for (const [expression, expected] of [
			['.items[?!"is on"].id', [2]],
			['.items[].{id: id, off: !"is on"} | [].off', [false, true]],
			[`.items[?contains("my tags", 'red')].id`, [1]],
			['.items[?a == "b c"].id', [1]],
			['let $a = .items, $k = "max size" in [$k]', [2]],
		] as const)
			expect(answer({ items, 'max size': 2 }, expression)).toEqual(expected);
		expect(mendedOf({ items }, '.items[] | .a == "x"')).toBe('');
	});

	it('is respelled in nothing that is quoted', () => {
		const quoted =
			'a === b,a <> b,this is null,sold in (NY),x | map(y),it’s,“q”,a.@b,sort &a desc,a // b,end.'.split(
				',',
			);
		const items = quoted.map((msg, id) => ({ id, msg }));
		for (const [id, msg] of quoted.entries())
			for (const program of [
				`items[?msg === '${msg}'].id`,
				`items[msg == '${msg}'].id`,
				`.items[] | select(.msg == "${msg}") | .id`,
			])
				expect(answer({ items }, mendedOf({ items }, program))).toEqual([id]);
		const like = { items: [{ n: '50%ers' }, { n: 'x' }] };
		expect(mendedOf(like, "items[?n like '%50%e%']")).toBe("items[?contains(n, '50%e')]");
		const both = { items: [{ p: 4, 'a"b': 1, n: 'a"b' }] };
		expect(answer(both, mendedOf(both, 'items[?"p"%2 === 0].p'))).toEqual([4]);
		expect(answer(both, mendedOf(both, 'items[?n like "%a\\"b%"].p'))).toEqual([4]);
		const kinds = {
			items: [
				{ kind: 'label', label: 'x' },
				{ kind: 'y', label: 'y' },
			],
		};
		expect(answer(kinds, mendedOf(kinds, '.items[] | select(.kind == "label") | .label'))).toEqual([
			'x',
		]);
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
