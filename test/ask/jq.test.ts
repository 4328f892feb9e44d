// Programs of jq where an expression of `select` is asked for: read as they are meant, or mended.
import { describe, expect, it } from 'vitest';
import { answer, mendedOf, orders, text } from './selected';

describe('an expression as jq has it', () => {
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

	it('never divides by the alternative of jq, and puts nothing in its place: || takes empty texts for nothing', () => {
		const data = { total: 6, per: 2, none: null, items: [{ d: 1, p: 10 }, { p: 5 }] };
		for (const program of [
			'.total // 2',
			'.total//.per',
			'(.total) // 2',
			'.total-.per//3',
			'.items[-1].p // 2',
			'.items | .[-1].p // 2',
			'.items[ 0 ].p // .total',
			'{a: (.none // "p"), b: (.total // 2)}',
			'.items | length // 9',
			'.items | (length // 9)',
			'.items | map(.d // empty)',
			'.none // true',
			'.none // "a\\"b"',
			'.items[] | select((.d // 2) > 1) | .p',
			'.items[] | .d // 0',
			'[.items[] | {d: (.d // 0)}]',
		]) {
			expect(text(data, program)).toContain('// divides here; what stands in for nothing is ||.');
			expect(mendedOf(data, program)).toBe('');
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

	it('takes no text and no key of jq for a mark of JMESPath', () => {
		const data = { total: 6, none: null, let: null, items: [{ t: '!', p: 1 }, { p: 2 }] };
		for (const program of [
			...['!', '&', '[?', 'let', '`', '$'].map((each) => `.none // "${each}"`),
			'.let // 5',
			'.none // .let',
			'{let: (.total // 2)}',
			'.none // []',
			'{a: (.none // {})}',
		])
			expect(text(data, program), program).toContain('// divides here');
		expect(mendedOf(data, '.items[] | select(.t == "!") | .p')).toBe("items[?t == '!'].p");
		expect(answer(data, 'let $let = `2` in .total // $let')).toBe(3);
	});

	it('says nothing in the place of a program that asks each item what would be asked of the list', () => {
		const lists = { items: [{ tags: ['a', 'b'] }, { tags: [] }] };
		expect(mendedOf(lists, '.items[] | .tags | length')).toBe('');
		expect(mendedOf(lists, '[.items[] | {n: .tags[]}] | length')).toBe('');
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
});
