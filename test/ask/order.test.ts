// Tests that what an order hides is told: items that share an extreme, and numbers that are ordered as texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tape } from '../../src/ask/value';
import { times } from '../fuzz-runs';
import { select, treeOf } from './in-one-go';

const MONTHS =
	'January February March April May June July August September October November December'.split(
		' ',
	);

const asked = (data: unknown, expression: string) => {
	const found = select(expression, {
		tree: treeOf(JSON.stringify(data)) as Tape,
		complete: true,
	});
	if (!found.ok) throw new Error(found.error);
	const { result, note, over } = found.value;
	return { result: JSON.parse(result), note, over };
};

describe('an order', () => {
	const extremes = fc.constantFrom(['max_by', Math.max], ['min_by', Math.min] as const);

	it('says how many items share its extreme and how many are null, and nothing of one that is alone', () => {
		fc.assert(
			fc.property(
				fc.array(fc.option(fc.integer({ min: 0, max: 4 })), { minLength: 1 }),
				extremes,
				(numbers, [name, extreme]) => {
					const { result, note } = asked(
						numbers.map((n) => ({ n })),
						`${name}(@, &n).n`,
					);
					const all = numbers.filter((n) => n !== null);
					const best = (extreme as typeof Math.max)(...all);
					expect(result).toBe(all.length > 0 ? best : null);
					const count = all.filter((n) => n === best).length;
					const word = name === 'max_by' ? 'maximum' : 'minimum';
					const nulls = numbers.length - all.length;
					const told = [
						count > 1 ? [`${count} items share this ${word}.`] : [],
						nulls > 0
							? [`${nulls} of ${numbers.length} ${nulls > 1 ? 'are' : 'is'} null: passed over.`]
							: [],
					].flat();
					expect(note).toBe(told.join(' ') || undefined);
				},
			),
			{ numRuns: times(20, 60) },
		);
	});

	it('says that numbers are kept as texts where they are ordered otherwise, with what orders them', () => {
		fc.assert(
			fc.property(
				fc.array(fc.nat(20_000), { minLength: 1 }),
				fc.constantFrom("sort_by(@, &a.w, 'desc')[0]", 'max_by(@, &a.w)'),
				(numbers, expression) => {
					const items = numbers.map((n) => ({ a: { w: String(n) } }));
					const { result, note } = asked(items, expression);
					const isOrdered = Number(result.a.w) === Math.max(...numbers);
					if (!isOrdered) expect(note).toMatch(/^a\.w holds numbers as text, .*&to_number\(a\.w\)/);
					else if (expression.startsWith('max')) expect(note ?? '').not.toContain('text');
					const mended = expression.replace('&a.w', '&to_number(a.w)');
					expect(Number(asked(items, mended).result.a.w)).toBe(Math.max(...numbers));
				},
			),
			{ numRuns: times(20, 60) },
		);
	});

	const part = fc.nat(30);
	const version = fc.tuple(part, part, part, fc.option(part)).map((numbers) => ({
		numbers: numbers.map((number) => number ?? 99),
		text: numbers.slice(0, 3).join('.') + (numbers[3] === null ? '' : `-rc.${numbers[3]}`),
	}));
	const byNumbers = (a: readonly number[], b: readonly number[]): number => {
		const at = a.findIndex((number, place) => number !== b[place]);
		return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
	};

	it('is that of the numbers of versions, and of a literal too', () => {
		fc.assert(
			fc.property(fc.array(version, { minLength: 1, maxLength: 40 }), version, (made, limit) => {
				const items = made.map(({ text }) => ({ v: text }));
				const sorted = made.toSorted((a, b) => byNumbers(a.numbers, b.numbers));
				expect(asked(items, 'sort_by(@, &v)[].v').result).toEqual(sorted.map(({ text }) => text));
				expect(asked(items, 'max_by(@, &v).v').result).toBe(sorted.at(-1)?.text);
				const over = made.filter(({ numbers }) => byNumbers(numbers, limit.numbers) >= 0);
				expect(asked(items, `[?v >= '${limit.text}'].v`).result).toEqual(
					over.map(({ text }) => text),
				);
			}),
			{ numRuns: times(80, 800) },
		);
	});

	const written = fc
		.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
		.chain((date) => {
			const [day, month] = [date.getUTCDate(), MONTHS[date.getUTCMonth()] as string];
			const [year, short] = [date.getUTCFullYear(), month.slice(0, 3)];
			return fc
				.constantFrom(
					`${short} ${day} ${year}`,
					`${month} ${day}, ${year}`,
					`${day} ${month} ${year}`,
					`${String(day).padStart(2, '0')}-${short}-${year}`,
					`Mon, ${day} ${short} ${year} 00:00:00 GMT`,
				)
				.map((text) => ({ text, day: date.toISOString().slice(0, 10) }));
		});

	it('is that of time for dates that are written with their month, which year() reads', () => {
		fc.assert(
			fc.property(fc.array(written, { minLength: 1, maxLength: 30 }), written, (made, limit) => {
				const items = made.map(({ text }) => ({ d: text }));
				const sorted = made.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
				expect(asked(items, 'sort_by(@, &d)[].d').result).toEqual(sorted.map(({ text }) => text));
				for (const literal of [limit.text, limit.day])
					expect(asked(items, `[?d >= '${literal}'].d`).result).toEqual(
						made.filter(({ day }) => day >= limit.day).map(({ text }) => text),
					);
				expect(asked(items, '[].[year(d), month(d), day(d)]').result).toEqual(
					made.map(({ day }) => day.split('-').map(Number)),
				);
			}),
			{ numRuns: times(80, 800) },
		);
	});

	it('has no place for words among versions and dates, which come last, are passed over, and are told', () => {
		const word = fc.constantFrom('', 'unknown', 'TBD', 'n/a');
		const lists = fc.oneof(
			fc
				.array(version, { minLength: 1, maxLength: 12 })
				.map((made) => made.map(({ text }) => text)),
			fc
				.array(written, { minLength: 1, maxLength: 12 })
				.map((made) => made.map(({ text }) => text)),
		);
		fc.assert(
			fc.property(lists, fc.array(word, { maxLength: 12 }), fc.nat(), (texts, words, place) => {
				// Half of the different texts at least have to be placed.
				const some = words.slice(0, new Set(texts).size);
				const mixed = [...texts];
				for (const [at, each] of some.entries())
					mixed.splice((place * (at + 1)) % (mixed.length + 1), 0, each);
				const items = mixed.map((v) => ({ v }));
				const alone = texts.map((v) => ({ v }));
				for (const expression of ['sort_by(@, &v)[].v', "sort_by(@, &v, 'desc')[].v"]) {
					const { result, note } = asked(items, expression);
					expect(result.slice(texts.length).toSorted()).toEqual(some.toSorted());
					const ranks = asked(alone, expression).result;
					expect(new Set(result.slice(0, texts.length))).toEqual(new Set(ranks));
					if (some.length > 0) expect(note).toContain(`${some.length} of ${mixed.length} `);
				}
				const { result, note } = asked(items, 'max_by(@, &v).v');
				expect(asked([...alone, { v: result }], 'max_by(@, &v).v').note).toContain('share');
				if (some.length > 0) expect(note).toContain(`${some.length} of ${mixed.length} `);
				for (const expression of [`[?v >= '${texts[0]}'].v`, `[?v < '${texts[0]}'].v`])
					expect(asked(items, expression).result.filter((v: string) => !/\d/.test(v))).toEqual([]);
			}),
			{ numRuns: times(80, 800) },
		);
		const numbers = ['9', '', '10'].map((v) => ({ v }));
		for (const name of ['max_by', 'min_by'])
			expect(asked(numbers, `${name}(@, &v).v`).note).toMatch(/^v holds numbers as text/);
	});

	it('is that of microseconds too, and has no place for words among dates and numbers as they stand', () => {
		const at = (text: string) => ({ v: `2026-01-02T03:04:05.000${text}Z` });
		const stamps = ['200', '100', '300'].map(at);
		expect(asked(stamps, 'max_by(@, &v).v')).toMatchObject({ result: at('300').v });
		expect(asked(stamps, 'sort_by(@, &v)[].v').result).toEqual(
			['100', '200', '300'].map((text) => at(text).v),
		);
		expect(asked(stamps, `[?v > '${at('100').v}'].v`).result).toHaveLength(2);
		const dates = ['2021-05-05', '2019-01-01', 'TBD', ''].map((v) => ({ v }));
		expect(asked(dates, 'max_by(@, &v).v').result).toBe('2021-05-05');
		expect(asked(dates, 'min_by(@, &v).v').result).toBe('2019-01-01');
		const versions = ['22.1.0', 'lts/iron', 'unknown', '', '9.1.0'].map((v) => ({ v }));
		for (const literal of ['22', '22.0', '22.0.0', 'v22'])
			expect(asked(versions, `[?v >= '${literal}'].v`).result).not.toContain('unknown');
		expect(asked(versions.slice(0, 1), "[?v >= '4.17.20'].v").note).toBeUndefined();
	});

	it('says of dates by day or month that they are ordered as text, and of numbers that are compared', () => {
		const dates = ['8/1/2004', '12/1/2003'].map((d) => ({ d }));
		for (const expression of ['max_by(@, &d)', 'sort_by(@, &d)', "[?d > '12/1/2003']"])
			expect(asked(dates, expression).note).toMatch(
				/^d holds dates such as \d+\/1\/200\d, (?:ordered|compared) as text here, not by time: split\(d, '\/'\)\[2\] is the year\.$/,
			);
		const numbers = ['9', '70', '99'].map((n) => ({ n }));
		expect(asked(numbers, "[?n > '50'].n").note).toBe(
			'n holds numbers as text, compared as text here: to_number(n) compares them as numbers.',
		);
		expect(asked(numbers, "[?n == '50' || n < '95'].n").note).toBeUndefined();
	});

	it('says nothing of dates, of names, and of what is ordered for each item', () => {
		const days = [{ d: '2026-10-01' }, { d: '2026-09-01' }];
		expect(asked(days, 'max_by(@, &d)').note).toBeUndefined();
		const lists = [
			[{ n: 1 }, { n: 1 }],
			[{ n: 2 }, { n: 2 }],
		];
		expect(asked(lists, '[].n').note).toBeUndefined();
		expect(asked(lists, 'map(&max_by(@, &n).n, @)')).toMatchObject({ result: [1, 2] });
		expect(asked(lists, 'map(&max_by(@, &n).n, @)').note).toBeUndefined();
	});

	it.each(['max_by', 'min_by', 'sort_by'])(
		'%s names the members of a key that is an object',
		(by) => {
			const elements = [{ name: 'Os', density: { kind: 'x', stp: 22.59, liquid: 20 } }];
			const found = select(`${by}([?density], &density)`, {
				tree: treeOf(JSON.stringify(elements)) as Tape,
				complete: true,
			});
			const error = found.ok ? '' : found.error;
			expect(error).toContain(
				'the key of item 0 is an object {kind: string, stp: number, liquid: number}. At character',
			);
			expect(error).toMatch(/⟨here⟩&density\)?$/);
		},
	);
});

it('counts the members of a map that is asked by a key', () => {
	const map = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a-${at}`, { name: at }]));
	expect(asked(map, '"a-7".name')).toMatchObject({ result: 7, over: { items: 20 } });
	expect(asked({ a: { name: 1 }, b: { name: 2 } }, 'a.name').over.items).toBe(1);
});
