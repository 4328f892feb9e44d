// Expressions of `select` that lead nowhere: errors that teach, and an expression that works in their place.
import { describe, expect, it } from 'vitest';
import { answer, asked, mendedOf, orders, text } from './selected';

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
		for (const expression of ['count_by(@, &status)', 'sort_by(@, &customer.id)'])
			expect(asked(bookings, expression)).toMatchObject({
				value: { over: { items: 4, complete: true, list: 'bookings' } },
			});
		works(
			{ pages: [bookings] },
			'count_by(pages[0], &status)',
			'count_by(pages[0].bookings, &status)',
		);
		works({ data: bookings }, 'count_by(data, &status)', 'count_by(data.bookings, &status)');
		expect(asked({ 'my list': ['beta', 'alpha'] }, "join(', ', @)")).toMatchObject({
			value: { result: '"beta, alpha"', over: { list: '"my list"' } },
		});
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
			'',
		],
		['[].custmer.id', /Nearest: customer/, '[].customer.id'],
		['[].customer.total', /customer has no key total.*total stands at \[\]\.total/, ''],
		['status', /a list, which has no keys/, '[].status'],
		["[?total > 'ten'].id", /compares the number 10\.1 with the string "ten"/, ''],
		["[?id == '3'].id", /never equal/, '[?id == 3].id'],
		['[?status == 3].id', /never equal/, ''],
		['sum([].status)', /sum\(\) takes a list of numbers; item 0 is the string "open"/, ''],
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
			"[?(status == 'open' || status == 'void')].id",
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
		const both = { items: [{ p: 4, 'a"b': 1, n: 'a"b' }] };
		expect(answer(both, mendedOf(both, 'items[?"p"%2 === 0].p'))).toEqual([4]);
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

	it('is mended where a level is asked by its name that is a number', () => {
		const log = [
			{ level: 30, msg: 'a' },
			{ level: 50, msg: 'b' },
		];
		expect(mendedOf(log, "[?level=='ERROR'].msg")).toBe('[?level==50].msg');
		expect(mendedOf(log, "[?level=='nothing'].msg")).toBe('');
	});

	it('says how keys of one type are kept where those of two are put in order, and leaves none out itself', () => {
		const mixed = [
			{ k: 14, id: 1 },
			{ k: '', id: 2 },
			{ k: 20, id: 3 },
			{ k: null, id: 4 },
		];
		for (const expression of ['max_by(@, &k).id', 'sort_by([], &k)[0].id', 'max([].k)']) {
			expect(text(mixed, expression)).toMatch(
				/cannot order .* Keep those of one type first: \[\?type/,
			);
			expect(mendedOf(mixed, expression)).toBe('');
		}
	});

	it('says which of several values are empty texts, and how they are left out', () => {
		const rows = [{ k: 14 }, { k: '' }, { k: 20 }, { k: '' }];
		expect(text(rows, 'avg([].k)')).toContain(
			`item 1 is the string "". 2 of 4 are "" (items 1, 3): [?k != ''] leaves them out.`,
		);
		expect(text(rows, 'max_by(@, &k)')).toContain(
			`2 of 4 are "" (items 1, 3): [?k != ''] leaves them out.`,
		);
		expect(answer(rows, "avg([?k != ''].k)")).toBe(17);
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

it('names every key that is missing, each with the nearest', () => {
	const found = text(orders, "[?state=='open'].[idd, custmer.id, nothing_like_it]");
	expect(found).toContain('No item of [] has the key state. Nearest: status. Keys there: id');
	expect(found).toContain(
		'No item of [] has the key idd. Nearest: id. No item of [] has the key custmer. Nearest: customer. No item of [] has the key nothing_like_it.',
	);
	expect(found.match(/Keys there/g)).toHaveLength(1);
});

it('says each thing once, and looks for a key below what was asked before it looks elsewhere', () => {
	const twice = text(orders, "[?name=='a'].[name, status]");
	expect(twice.match(/has the key name/g)).toHaveLength(1);
	const tree = {
		other: { lib: { version: '1' } },
		top: { deps: { first: { needs: { lib: { version: '2' } } }, size: 3 } },
	};
	expect(text(tree, 'top.deps.lib.version')).toContain('lib stands at top.deps.first.needs.lib.');
	expect(text({ list: [{ p: { sub: 1 } }] }, 'list[].sub')).toContain(
		'sub stands at list[].p.sub.',
	);
});

it('offers the nearest key in place of a name in quotes that is one of several', () => {
	const foods = [{ 'Food; name': 'Turmeric', 'Iron (Fe); fe': 0.05 }];
	expect(mendedOf(foods, '[].["Food; name", "Iron; fe"]')).toBe(
		'[].["Food; name", "Iron (Fe); fe"]',
	);
});
