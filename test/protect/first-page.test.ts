// Tests of how much of a list the first answer shows: more where more is allowed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listings } from '../../examples/demo/listings';
import { times } from '../fuzz-runs';
import { policy, sent } from './answers';
import { json } from './payloads';

interface Seen {
	readonly items: number;
	readonly fields: string;
}

const firstPage = (list: readonly unknown[], tokens: number): Seen => {
	const firstAnswerTokens = { list: tokens, object: 600, text: 400 };
	const { answer } = sent(json(list), {}, { ...policy, firstAnswerTokens });
	const shown = JSON.parse(String(answer.content[0]?.text)) as Record<string, unknown>[];
	return { items: shown.length, fields: Object.keys(shown[0] ?? {}).join() };
};

/** Rows of one make: how long each of their fields is, and how many there are. */
const lists = fc
	.tuple(fc.array(fc.nat(20), { minLength: 4, maxLength: 8 }), fc.integer({ min: 30, max: 150 }))
	.map(([lengths, count]) =>
		Array.from({ length: count }, (_, id) => ({
			id,
			...Object.fromEntries(
				lengths.map((length, at) => [
					`part${at}`,
					`${at} ${id} ${'words of it '.repeat(5)}`.slice(0, 2 + length),
				]),
			),
		})),
	);

describe('the first page of a list', () => {
	it('shows no fewer items, of the same fields, where it may be longer', () => {
		fc.assert(
			fc.property(
				lists,
				fc.integer({ min: 300, max: 1_000 }),
				fc.nat(200),
				(list, tokens, more) => {
					const small = firstPage(list, tokens);
					const large = firstPage(list, tokens + more);
					if (large.fields === small.fields)
						expect(large.items).toBeGreaterThanOrEqual(small.items);
				},
			),
			{ numRuns: times(20, 60) },
		);
	});

	it('has eight items at least, in fewer fields where it may be no longer', () => {
		const seen = [300, 450, 600, 1_200, 3_000].map((tokens) => firstPage(listings(), tokens));
		for (const { items } of seen) expect(items).toBeGreaterThanOrEqual(8);
		expect(seen[0]?.fields).toContain('id,name');
		expect(seen.at(-1)?.items).toBeGreaterThan(40);
	});

	it('has other fields in its items before those of which every value is counted beside them', () => {
		const rows = (differ: number) =>
			Array.from({ length: 60 }, (_, id) => ({
				...{ id, title: `Thing ${id} of them`, owner: `somebody ${id % differ}` },
				...{ assignee: `another ${id}`, total: id * 7, seats: id * 3 },
				...{
					room: `place ${id}`,
					text: 'word '.repeat(60) + id,
					note: `${'said '.repeat(60)}${id}`,
				},
			}));
		const [few, many] = [4, 60].map((differ) => firstPage(rows(differ), 420).fields.split(','));
		expect(many).toContain('owner');
		expect(few).not.toContain('owner');
		expect(few).toContain('room');
	});

	it('names each field in its items, in its shape or among those that are left out, once', () => {
		const rows = Array.from({ length: 60 }, (_, id) => ({
			...{ id, title: `Thing ${id} of them`, state: id % 2 ? 'open' : 'shut' },
			...{ note: `said ${'words '.repeat(30)}${id}`, at: `2026-01-01T00:00:${10 + (id % 50)}Z` },
			...Object.fromEntries(
				['a', 'b', 'c', 'd'].map((name) => [name, `${name} ${id} ${'x'.repeat(50)}`]),
			),
			kind: 'thing',
			body: `${'said '.repeat(90)}${['a', 'b'][id % 2]}`,
		}));
		const { answer } = sent(json(rows));
		const [items, more] = answer.content.map(({ text }) => JSON.parse(String(text)));
		const { shape, truncatedFields } = more.summary;
		expect(shape).toContain('kind=thing');
		// Of how many values is none of them.
		expect(shape).toContain('body 2 values');
		for (const name of Object.keys(rows[0] as object)) {
			const isTold = name !== 'body' && new RegExp(`(?:^|; )${name}[ =]`).test(shape);
			expect([name, isTold || name in items[0] || truncatedFields.includes(name)]).toEqual([
				name,
				true,
			]);
			expect([name, isTold && truncatedFields.includes(name)]).toEqual([name, false]);
		}
	});
});
