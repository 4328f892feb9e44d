import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ceiling } from '../../../src/protect/tokens/ceiling';
import { countExact } from '../../../src/protect/tokens/exact';
import { times } from '../../fuzz-runs';

/** Values that come down to signs, each of which repeated was once counted too low. */
const VALUES: Readonly<Record<string, unknown>> = {
	'empty objects': {},
	'empty arrays': [],
	'arrays of empty arrays': [[]],
	'arrays of arrays of objects': [[{}]],
	'empty strings': '',
	'empty keys': { '': '' },
	'empty objects within': { b: {} },
	'lists within objects within lists': [{ a: [{ b: [1] }] }],
	nulls: [null, null],
	booleans: { ok: true },
	'single letters': 't',
	'quotes and backslashes': '"\\"',
	'signs as text': '{}[]:,',
	dashes: '-',
	slashes: '/',
	dots: '...',
	'notes of objects': '{…12 fields}',
	'notes of lists': '[…37 items]',
	'notes of left-out fields': { '…': '+3' },
	'notes of cut texts': 'A room… [+1234 chars; fields="x"]',
	'JSON within JSON': JSON.stringify([{ a: '' }, { b: [{}] }]),
};

type Spell = (values: readonly unknown[]) => string;

const keyed = (values: readonly unknown[]) =>
	Object.fromEntries(values.map((v, at) => [`k${at}`, v]));

const SPELLINGS: Readonly<Record<string, Spell>> = {
	'a list': (values) => JSON.stringify(values),
	'an object': (values) => JSON.stringify(keyed(values)),
	'rows with ids': (values) => JSON.stringify(values.map((value, id) => ({ id, value }))),
	'an indented list': (values) => JSON.stringify(values, null, 2),
	'an object indented by tabs': (values) => JSON.stringify(keyed(values), null, '\t'),
	'a text of JSON': (values) => JSON.stringify({ text: JSON.stringify(values) }),
	lines: (values) => values.map((value) => JSON.stringify(value)).join('\n'),
};

const leaf = fc.oneof(
	fc.constantFrom<unknown>(null, true, false, '', {}, []),
	fc.nat(99),
	fc.constantFrom('a', 'ok', 'x y', '"', 'name'),
);
const key = fc.constantFrom('a', 'b', 'id', 'k1', 'name', 'tags', 'url');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		leaf,
		fc.array(tie('value'), { maxLength: 5 }),
		fc.dictionary(key, tie('value'), { maxKeys: 5 }),
	),
}));
const values = fc.array(value, { minLength: 40, maxLength: 80 });

describe('the ceiling of JSON', () => {
	it.each(Object.entries(VALUES))('is not exceeded by %s without end', async (_, repeated) => {
		// No more: exact counting cuts runs of 256 characters, which adds tokens.
		const all = Array.from({ length: 25 }, () => repeated);
		for (const [spelling, spell] of Object.entries(SPELLINGS)) {
			const text = spell(all);
			expect((await countExact(text)).tokens, spelling).toBeLessThanOrEqual(ceiling(text));
		}
	});

	it('is not exceeded by random documents, however they are spelled', async () => {
		await fc.assert(
			fc.asyncProperty(values, fc.constantFrom(...Object.values(SPELLINGS)), async (all, spell) => {
				const text = spell(all);
				const { tokens } = await countExact(text);
				expect(tokens).toBeLessThanOrEqual(Math.ceil(ceiling(text) * 1.01));
			}),
			{ numRuns: times(60, 300) },
		);
	});

	it('is never exceeded by the signs of JSON alone', async () => {
		const signs = fc.string({
			unit: fc.constantFrom(...'{}[]":,\\…'),
			minLength: 1,
			maxLength: 60,
		});
		const ends = fc.constantFrom(['', ''], [' ', ''], ['', '\n'], [' ', '\n\n'], ['k1', 'k2']);
		await fc.assert(
			fc.asyncProperty(signs, ends, async (run, [before, after]) => {
				const text = `${before}${run}${after}`;
				expect((await countExact(text)).tokens).toBeLessThanOrEqual(ceiling(text));
			}),
			{ numRuns: times(200, 1000) },
		);
	});

	it('stays near the exact count of ordinary documents', async () => {
		const items = Array.from({ length: 40 }, (_, id) => ({
			id,
			name: `Booking ${id}`,
			tags: ['sea', 'quiet'],
			guest: { name: 'Ann Lee', notes: null, rooms: [{ floor: 2, beds: [] }] },
		}));
		for (const text of [JSON.stringify(items), JSON.stringify(items, null, 2)]) {
			expect((await countExact(text)).tokens / ceiling(text)).toBeGreaterThan(0.8);
		}
	});
});
