// Notes on what was not found: each claim against the data, by a checker of its own.
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { type Item, items, scalar } from './made-items';
import { asked, noteOf, text } from './selected';

type Scalar = string | number | boolean | null;

interface Condition {
	readonly text: string;
	readonly met: (item: Item) => boolean;
	/** Conditions that must hold, part by part. */
	readonly parts: readonly Condition[];
}
const literalOf = (value: Scalar): string =>
	typeof value === 'string' ? `'${value.replace("'", "\\'")}'` : `\`${value}\``;
const comparison = (keys: readonly string[]): fc.Arbitrary<Condition> =>
	fc
		.tuple(fc.constantFrom(...keys), fc.constantFrom('==', '<', '>='), scalar, fc.boolean())
		.map(([key, operator, value, isNegated]) => {
			const compare = (given: unknown): boolean => {
				if (operator === '==') return given === value;
				if (typeof given !== typeof value || !['number', 'string'].includes(typeof given))
					return false;
				// A word has no place before or after a date or a number.
				const isDated = [given, value].some((each) => /^\d/.test(String(each)));
				if (isDated && /\d/.test(String(given)) !== /\d/.test(String(value))) return false;
				return operator === '<'
					? (given as string) < (value as string)
					: (given as string) >= (value as string);
			};
			const text = `${key} ${operator} ${literalOf(value)}`;
			const met = (one: Item) => compare(one[key] ?? null) !== isNegated;
			const self: Condition = { text: isNegated ? `!(${text})` : text, met, parts: [] };
			return { ...self, parts: [self] };
		});
const condition = (keys: readonly string[]): fc.Arbitrary<Condition> =>
	fc.oneof(
		comparison(keys),
		fc.tuple(comparison(keys), comparison(keys)).map(([one, other]) => ({
			text: `${one.text} && ${other.text}`,
			met: (it: Item) => one.met(it) && other.met(it),
			parts: [one, other],
		})),
		fc.tuple(comparison(keys), comparison(keys)).map(([one, other]) => {
			const met = (it: Item) => one.met(it) || other.met(it);
			const text = `(${one.text} || ${other.text})`;
			return { text, met, parts: [{ text, met, parts: [] }] };
		}),
	);

/** A value as a note spells it. */
const spelled = (value: unknown): string =>
	typeof value !== 'string'
		? String(value ?? null)
		: value.includes("'")
			? `"${value}"`
			: `'${value}'`;

/** Said beside it of texts that have no order in common: `a is compared as text: "5" and "x" have …`. */
const COMPARED = /(?: ?\w+ (?:is|holds numbers as text,) compared as text[^.]*\.)+$/;

const checkNote = (note: string, over: readonly Item[], { parts }: Condition): void => {
	const [, count, told = ''] = /^None of (\d+): (.*)\.$/.exec(note) ?? [];
	expect(Number(count)).toBe(over.length);
	if (told === 'no item meets the condition') return;
	const together = /^each condition is met alone \(in (.*)\), not together$/.exec(told);
	const alone = parts.map(({ met }) => over.filter(met).length);
	if (together) {
		expect(together[1]).toBe(alone.join(', '));
		expect(Math.min(...alone)).toBeGreaterThan(0);
		return;
	}
	expect(Math.min(...alone)).toBe(0);
	for (const one of told.split('; ')) {
		const [, differ, distinct, each] =
			/^(\w+) has (\d+) different values, (?:such as|the nearest) (.*)$/.exec(one) ?? [];
		if (differ !== undefined) {
			const all = new Set(over.map((it) => spelled(it[differ])));
			expect(Number(distinct)).toBe(all.size);
			for (const value of (each ?? '').split(', ')) expect(all).toContain(value);
			continue;
		}
		const [, key = '', list = '', of] = /^(\w+) is (.*?)(?:, of (\d+) values)?$/.exec(one) ?? [];
		// Told is a key of a part that no item meets.
		expect(parts.some(({ text }, at) => alone[at] === 0 && text.includes(key))).toBe(true);
		const counts = new Map<string, number>();
		for (const each of over)
			counts.set(spelled(each[key]), (counts.get(spelled(each[key])) ?? 0) + 1);
		const shown = list.split(', ').map((pair) => pair.split(/ (?=\d+$)/) as [string, string]);
		for (const [value, times] of shown)
			expect([value, counts.get(value)]).toEqual([value, Number(times)]);
		expect(of === undefined ? shown.length : Number(of)).toBe(counts.size);
	}
};

describe('a note on what nothing met', () => {
	it('is true of all items that were asked', () => {
		const inner = (data: readonly Item[]) => data.flatMap(({ sub }) => sub as Item[]);
		let notes = 0;
		fc.assert(
			fc.property(items, condition(['a', 'b', 'c']), condition(['k', 'm']), (data, outer, deep) => {
				const cases: [string, readonly Item[], Condition][] = [
					[`[?${outer.text}]`, data, outer],
					[`[?${outer.text}].sub[]`, data, outer],
					[`[?sub[?${deep.text}]].nul`, inner(data), deep],
					[`[].sub[?${deep.text}][]`, inner(data), deep],
					[`length([].sub[] | [?${deep.text}])`, inner(data), deep],
					[`let $l = @ in [?${outer.text}]`, data, outer],
				];
				for (const [expression, over, its] of cases) {
					const found = asked(data, expression);
					if (!found.ok) continue;
					const note = found.value.note?.replace(COMPARED, '') ?? '';
					if (note === '') continue;
					notes++;
					expect(over.some(its.met), expression).toBe(false);
					checkNote(note, over, its);
				}
			}),
			{ numRuns: times(110, 600) },
		);
		expect(notes).toBeGreaterThan(50);
	});

	it('tells the nearest values, by distance and then by spelling, and of how many', () => {
		const rows = Array.from({ length: 300 }, (_, id) => ({
			id: id === 7 ? 'x' : id,
			at: `2026-01-${10 + (id % 20)}`,
			name: id === 299 ? 'rare' : 'usual',
		}));
		expect(noteOf(rows, '[?id==`301`]')).toBe(
			'None of 300: id has 300 different values, the nearest 299, 298, 297.',
		);
		expect(noteOf(rows, 'let $n = `301` in [?id==$n]')).toContain('the nearest 299, 298, 297.');
		expect(noteOf(rows, "[?at>'2027-01-01']")).toMatch(/at is '2026-01-29' 15, '2026-01-28' 15/);
		expect(noteOf(rows, "[?name=='rar']")).toBe("None of 300: name is 'rare' 1, 'usual' 299.");
		expect(noteOf([{ a: 5 }, { a: '5' }], '[?a==`6`]')).toBe("None of 2: a is 5 1, '5' 1.");
		expect(
			noteOf(
				[
					{ a: 5, b: 1 },
					{ a: 1, b: 6 },
				],
				'[?a==`5` && b==`6`]',
			),
		).toBe('None of 2: each condition is met alone (in 1, 1), not together.');
		expect(noteOf([{ a: 'x' }], "[?type(a)=='number' && a > 1 && round(a) == 2]")).toMatch(
			/^None of 1/,
		);
		expect(noteOf(rows, "[?id=='y']")).toMatch(
			/^None of 300: id has 300 different values, such as/,
		);
		const rare = rows.map((row, at) => (at === 299 ? { ...row, error: 1 } : row));
		expect(noteOf(rare, '[?id==`5`].error')).toBe(undefined);
	});
});

describe('a note of values that all differ', () => {
	it('is bounded in every script', () => {
		const rows = Array.from({ length: 40 }, (_, at) => ({
			状態の説明: `処理が完了しました${'状態'.repeat(at % 5)}`,
			担当者の名前: `東京都新宿区の担当者${'山田'.repeat(at % 4)}`,
		}));
		const note =
			noteOf(rows, `["状態の説明"=='未処理' && "担当者の名前"=='鈴木']`.replace('[', '[?')) ?? '';
		expect(note).toMatch(/^None of 40: /);
		expect(countTokens(note)).toBeLessThanOrEqual(90);
	});

	it('takes 60 tokens at most, and tells values that are there', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.string({ maxLength: 80 }), { minLength: 7, maxLength: 40 }),
				fc.string({ minLength: 1, maxLength: 12 }),
				(names, wanted) => {
					fc.pre(!names.includes(wanted));
					const note = noteOf(
						names.map((name) => ({ name })),
						`[?name==${JSON.stringify(wanted).includes('\\') ? "'§§'" : literalOf(wanted.replaceAll("'", ''))}]`,
					);
					fc.pre(note?.startsWith('None of') === true);
					expect(note).toMatch(/name has \d+ different values, (such as|the nearest) /);
					expect(note?.length).toBeLessThan(240);
				},
			),
			{ numRuns: times(200, 1_000) },
		);
		const people = Array.from({ length: 60 }, (_, id) => ({
			name: `Person ${id} of a long list of names`,
			id,
		}));
		for (const condition of ["name=='Zebra'", "contains(name, 'zebra')", 'id==`-5`'])
			expect(countTokens(noteOf(people, `[?${condition}]`) ?? '')).toBeLessThanOrEqual(60);
	});
});

describe('a count of lists that items have', () => {
	const shops = [
		{ rows: [{ v: 60 }, { v: 70 }, { v: 1 }] },
		{ rows: [{ v: 99 }, { v: 98 }] },
		{ rows: [{ v: 2 }] },
	];

	it.each([
		['[].rows[?v>50]|length(@)', '3', '4'],
		['length([].rows)', '3', '6'],
		['{n: count([].rows[?v>50]), m: length(@)}', '{"n":3,"m":3}', '{"n":4,"m":3}'],
	])('says so, and how what they hold is counted: %s', (expression, lists, items) => {
		expect(text(shops, expression)).toBe(lists);
		const [, counts = ''] =
			/^This counts 3 lists, not the \d items in them: (.*) counts these\.$/.exec(
				noteOf(shops, expression) ?? '',
			) ?? [];
		expect(text(shops, counts)).toBe(items);
	});

	it.each([
		['[].rows[] | length(@)', shops],
		['[].[rows, rows] | length(@)', shops],
		[
			'[?[0]>`1`] | length(@)',
			[
				[1, 2],
				[3, 4],
				[5, 6],
			],
		],
	])('is a count of items where these are meant: %s', (expression, data) => {
		expect(noteOf(data, expression)).toBeUndefined();
	});
});
