// Keys that nothing has but in another spelling: read as these, which is told.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tape } from '../../src/shared/json/tape';
import { times } from '../fuzz-runs';
import { select, treeOf } from './in-one-go';
import { asked } from './selected';

const FILMS = [
	{ Title: 'Up', 'Worldwide Gross': 735, meta: { 'content-type': 'film' }, _id: 1 },
	{ Title: 'Cars', 'Worldwide Gross': 462, meta: { 'content-type': 'film' }, _id: 2 },
];

const ran = (data: unknown, expression: string) => {
	const found = asked(data, expression);
	if (!found.ok) throw new Error(found.error);
	return { result: JSON.parse(found.value.result), note: found.value.note };
};

describe('a key that is compared with itself', () => {
	it.each(['==', '!=', '<'])('is the key on both sides: %s', (sign) => {
		const rows = [{ a: 1 }, { b: 1 }];
		expect(ran(rows, `[?"a" ${sign} "a"]`).result).toEqual(sign === '==' ? rows : []);
	});
});

describe('a name in quotes that some items lack', () => {
	const PEOPLE = [
		{ id: 1, 'First Name': 'Anna', 'Last Name': 'Zorn' },
		{ id: 2, 'First Name': 'Anna' },
		{ id: 3, 'Last Name': 'Ek' },
		{ id: 4 },
		{ id: 5, 'First Name': 'Bo', 'Last Name': 'Bo' },
		{ id: 6, 'First Name': 'Last Name' },
	];

	it.each([
		['[?"First Name" < "Last Name"].id', [1]],
		['[?"Last Name" > "First Name"].id', [1]],
		['[?"First Name" == "Last Name"].id', [4, 5]],
		['[?"First Name" != "Last Name"].id', [1, 2, 3, 6]],
		['[].{id: id, same: "First Name" == "Last Name"}[?same].id', [4, 5]],
		['map(&("First Name" == "Last Name"), @)', [false, false, false, true, true, false]],
		['[?!("First Name" == "Last Name") && id > `2`].id', [3, 6]],
	])('is a key of all of them: %s', (expression, result) => {
		expect(ran(PEOPLE, expression)).toEqual({ result, note: undefined });
	});

	it.each([
		[`[?state=='open' && "due" == "end"].id`, [1, 2, 3]],
		[`[?state=='open'] | [?"due" == "end"].id`, [1, 2, 3]],
		[`[?state=='open'] | [?"end" != "due"].id`, []],
		['[:3] | [?state == "end"].id', []],
		[`[?state=='open' && state != "n"].id`, [1, 2, 3]],
		['[].merge(@, {z: state}) | [?z == "due"].id', []],
	])('is a key where what keeps it from them has nothing else: %s', (expression, result) => {
		const state = 'open';
		const rows = [
			{ id: 1, state },
			{ id: 2, state },
			{ id: 3, state, by: { n: 1 } },
		];
		const all = JSON.stringify([...rows, { id: 4, state: 'closed', due: 'x', end: 'y' }]);
		const isKey = !expression.includes('"n"');
		const note = isKey ? undefined : '"n" is read as a text.';
		const told = ran(all.replace('end', '\\u0065nd'), expression);
		expect(told.result).toEqual(result);
		expect(told.note?.match(/"\w+" is read as a text\./)?.[0]).toBe(note);
	});

	it('is looked for again in what is made, with the bounds of a question for itself', () => {
		const rows = Array.from({ length: 200 }, (_, id) => ({ id, a: 'y' }));
		const tree = treeOf(JSON.stringify([...rows, { id: 200, b: 'x' }])) as Tape;
		const found = select(
			'[].merge(@, {z: a}) | [?z == "b"] | length(@)',
			{ tree, complete: true },
			{ steps: 3_000, made: 1e6 },
		);
		expect(found).toMatchObject({ ok: true, value: { result: '0' } });
	});

	it('is one beside a bare name, and of one filter and not of another', () => {
		const rows = [{ id: 1, a: 'a' }, { id: 2, a: 'b', b: 1 }, { id: 3 }];
		expect(ran(rows, '[?a == "a"].id')).toEqual({ result: [1, 2, 3], note: undefined });
		expect(ran(rows, '[?a == "b"].id').result).toEqual([3]);
		expect(ran(rows, '[[?a == "b"].id, [?a == "x" || a == "c"].id]')).toEqual({
			result: [[3], []],
			note: '"x" is read as a text. "c" is read as a text.',
		});
	});

	it('is what `@.` before it makes it, and a text only where the note says so', () => {
		const name = fc.constantFrom('a', 'b c', 'd-e', 'f');
		const row = fc.dictionary(name, fc.constantFrom('a', 'b c', 'd-e', 'f', 'x', 1, 2, null));
		const sign = fc.constantFrom('==', '!=', '<', '>=');
		fc.assert(
			fc.property(
				fc.array(row, { minLength: 1 }),
				...[name, sign, name, fc.boolean()],
				(rows, one, by, other, isBare) => {
					const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
					const bare = isBare && /^\w$/.test(one) ? one : left;
					const found = asked(rows, `[].[${bare} ${by} ${right}]`);
					if (!found.ok) return;
					const isText = (key: string) => found.value.note?.includes(`"${key}" is read as a text.`);
					for (const key of [one, other])
						if (isText(key)) expect(rows.some((each) => Object.hasOwn(each, key))).toBe(false);
					if (isText(one) || isText(other)) return;
					const keys = `[].[@.${left} ${by} @.${right}]`;
					expect([rows, JSON.parse(found.value.result)]).toEqual([rows, ran(rows, keys).result]);
				},
			),
			{ numRuns: times(300, 20_000) },
		);
	});
});

describe('a key in another spelling', () => {
	it('is read as the only one that differs by case, blanks and signs alone, and that is told', () => {
		expect(ran(FILMS, 'max_by(@, &worldwide_gross).title')).toEqual({
			result: 'Up',
			note: 'worldwide_gross is read as "Worldwide Gross". title is read as Title.',
		});
		expect(ran(FILMS, "[?meta.contentType == 'film'].ID").result).toEqual([1, 2]);
		expect(
			ran(FILMS, 'sort_by(@, &WorldwideGross)[].{name: title, gross: worldwideGross}'),
		).toEqual({
			result: [
				{ name: 'Cars', gross: 462 },
				{ name: 'Up', gross: 735 },
			],
			note: expect.stringContaining('worldwideGross is read as "Worldwide Gross".'),
		});
	});

	it('is read in quotes too where it is compared with a literal: of two texts nothing would be asked', () => {
		expect(ran(FILMS, '[?"worldwide gross"==`735`].Title')).toEqual({
			result: ['Up'],
			note: '"worldwide gross" is read as "Worldwide Gross".',
		});
		const two = 'length([?"worldwide gross">`1` && \'Up\'!="title"])';
		expect(ran(FILMS, two).result).toBe(1);
		expect(ran(FILMS, 'length([?true==`true`])').result).toBe(2);
		const listed = asked(FILMS, '[?contains(["Up","x"], Title)]');
		expect(listed.ok ? '' : listed.error).toContain("contains(['Up','x'], Title)".slice(0, 12));
		const unknown = asked(FILMS, '[?"zzz"==\'Texas\']');
		expect(unknown.ok ? '' : unknown.error).toContain('has the key zzz');
		expect(ran(FILMS, '[?Title=="Up"]._id').result).toEqual([1]);
	});

	it('is read beside a second name in quotes, which is the text then, and in arithmetic', () => {
		for (const [expression, result, note] of [
			['[?"title"=="Up"]._id', [1], 'title is read as Title. "Up" is read as a text.'],
			['[?"title"!="Up"]._id', [2], 'title is read as Title. "Up" is read as a text.'],
			['[?"worldwide_gross"+`0`>`500`]._id', [1], 'worldwide_gross is read as "Worldwide Gross".'],
			['[?-"worldwide gross">-`500`]._id', [2], '"worldwide gross" is read as "Worldwide Gross".'],
			['[?"title"!=null]._id', [1, 2], 'title is read as Title.'],
			['[?null!="title"]._id', [1, 2], 'title is read as Title.'],
			['[?"Title"=="Up"]._id', [1], '"Up" is read as a text.'],
			['[?"Up"=="Title"]._id', [1], '"Up" is read as a text.'],
		] as const)
			expect([expression, ran(FILMS, expression)]).toEqual([expression, { result, note }]);
		const unknown = asked(FILMS, '[?"zzz"!="Up"]');
		expect(unknown.ok ? '' : unknown.error).toContain('No item of [] has the key zzz.');
		const number = asked(FILMS, '[?"_id">"1"].Title');
		expect(number.ok ? '' : number.error).toContain('Works here: [?"_id">1].Title');
	});

	it('is null in quotes where an item has it not, beside a text and beside null', () => {
		const some = [{ id: 1, at: 'x' }, { id: 2 }, { id: 3, at: null }];
		expect(ran(some, '[?"at"!=null].id').result).toEqual([1]);
		expect(ran(some, '[?"at"==null].id').result).toEqual([2, 3]);
		expect(ran(some, '[?"at"!="x"].id').result).toEqual([2, 3]);
		const both = ran([{ a: 'b', b: 'c' }], '[?"a"=="b"]');
		expect(both.note).toBe("None of 1: a is 'b' 1; \"b\" is a key here too: a text is in '…'.");
	});

	it('is told by its places where it is read in two spellings', () => {
		const data = { orders: [{ total: 1 }], items: [{ TOTAL: 2 }], meta: { TOTAL: 2 } };
		expect(ran(data, '[orders[].Total, items[].Total, Meta.TOTAL]')).toEqual({
			result: [[1], [2], 2],
			note: 'Total is read as total in orders[], TOTAL in items[]. Meta is read as meta.',
		});
	});

	it('is read at every level of a path', () => {
		const data = { Items: [{ Fields: { Status: { Name: 'open' } } }] };
		expect(ran(data, "items[?fields.status.name=='open'] | [0].fields.status.name").result).toBe(
			'open',
		);
	});

	it('is not touched where an item has it, in the names of what is made, in texts', () => {
		const mixed = [{ title: 'a' }, { Title: 'b' }];
		expect(ran(mixed, '[].title')).toEqual({ result: ['a'], note: undefined });
		expect(ran(FILMS, "[].{title: Title, of: 'title'}").result[0]).toEqual({
			title: 'Up',
			of: 'title',
		});
		expect(ran(FILMS, '[?not_null(title, Title)].Title')).toEqual({
			result: ['Up', 'Cars'],
			note: undefined,
		});
	});

	it('is an error where two differ by that alone, and where it is another word', () => {
		const two = asked([{ user_id: 1, userId: 2 }], '[].userid');
		expect(two.ok).toBe(false);
		const other = asked(FILMS, '[].Titel');
		expect(!other.ok && other.error).toContain('No item of [] has the key Titel. Nearest: Title.');
	});

	it('tells the fault that is left in the expression as it was read', () => {
		const found = asked(FILMS, '[?title == `3`].year');
		expect(!found.ok && found.error).toContain('At character');
		expect(!found.ok && found.error).toMatch(/Title|year/);
	});

	it('is never taken for a text, for another word, or where another document has another', () => {
		const issues = [
			{ title: 'Bug: x', bug: 'e', kind: 'closed' },
			{ title: 'fine', bug: '', kind: 'open' },
		];
		for (const expression of [
			'[?contains(title, "Bug")]',
			'[?starts_with(title, "Bug")]',
			'[].{k: "Kind"}',
			'[].[kind && "Kind"]',
			'[]["Kind"]',
		]) {
			const found = asked(issues, expression);
			expect(found.ok && found.value.note).not.toContain('is read as');
		}
		for (const [data, expression] of [
			[{ C: 1 }, '"C++"'],
			[{ '11.1.0': 1 }, '"1.11.0"'],
			[{ '+1': 1, a: 2 }, '"-1"'],
			[{ दान: 1 }, '"दिन"'],
			[{ a: [{ total: 1 }], b: { c: [{ TOTAL: 2 }] } }, '[a, b.c][][].Total'],
		] as const)
			expect(asked(data, expression).ok && ran(data, expression).note).not.toContain('is read as');
	});

	it('is not offered for a text of signs, digits or one letter', () => {
		for (const [data, expression] of [
			[{ C: 1 }, '"C++"'],
			[[{ C: 1 }], '[]."C++"'],
			[{ '11.1.0': 1 }, '"1.11.0"'],
			[[{ e: 1, v: 'x' }], '[]."É"'],
		] as const) {
			const found = asked(data, expression);
			expect(!found.ok && found.error).toMatch(/ has (?:no|the) key /);
			expect(!found.ok && found.error).not.toMatch(/Nearest|Works here/);
		}
	});

	it('leaves alone what a default stands in for', () => {
		const data = {
			total: 57,
			errors: [1, 2],
			items: [{ status: 'a' }, { status: 'b' }, { status: 'b' }],
		};
		expect(asked(data, '{t: total || `0`, c: count_by(@, &status)}').ok).toBe(false);
	});

	it('is found in the main list of a document that is asked as one', () => {
		const found = asked({ films: FILMS, total: 2 }, '{n: length(@), by: count_by(@, &title)}');
		if (!found.ok) throw new Error(found.error);
		expect(JSON.parse(found.value.result)).toEqual({ n: 2, by: { Up: 1, Cars: 1 } });
		expect(found.value.over).toEqual({ items: 2, complete: true, list: 'films' });
		expect(found.value.note).toBe('title is read as Title. It is asked of the list films.');
		const neither = asked({ films: FILMS, total: 2 }, '{n: total, by: count_by(@, &Title)}');
		expect(!neither.ok && neither.error).toContain('count_by(list, &key) takes a list');
	});

	it('gives what the exact spelling gives', () => {
		const key = fc.stringMatching(/^[a-z]{2,6}(?:[ _-][a-z]{2,6}){0,2}$/);
		const spelled = [
			(name: string) => name.toUpperCase(),
			(name: string) => name.replaceAll(/[ _-]/g, ''),
			(name: string) => name.replaceAll(/[ _-]/g, '_'),
			(name: string) => name.replaceAll(/[ _-](.)/g, (_, letter: string) => letter.toUpperCase()),
		];
		fc.assert(
			fc.property(
				key,
				fc.constantFrom(...spelled),
				fc.array(fc.nat(9), { minLength: 1 }),
				(name, other, values) => {
					const data = values.map((value, at) => ({ at, [name]: value }));
					const exact = ran(data, `[].${JSON.stringify(name)}`);
					const meant = ran(data, `[].${JSON.stringify(other(name))}`);
					expect(meant.result).toEqual(exact.result);
					if (other(name) !== name) expect(meant.note).toContain(' is read as ');
				},
			),
			{ numRuns: times(60, 2_000) },
		);
	});
});
