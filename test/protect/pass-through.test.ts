// The short way of a result: the outcome is that of the full way, and what is small takes it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passThrough } from '../../src/protect/pass-through';
import { protectFully } from '../../src/protect/protect';
import type { Policy } from '../../src/protect/types';
import type { Block, ToolResult } from '../../src/shared/tool-result';
import { policy } from './answers';
import { both, json, seeded, text, texts } from './payloads';

const NAMES = Object.keys(texts);

const bodies: fc.Arbitrary<string> = fc
	.tuple(fc.constantFrom(...NAMES), fc.nat(), fc.integer({ min: 1, max: 5_000 }))
	.map(([name, seed, chars]) => texts[name]?.(seeded(seed), chars) ?? '');

const lists = fc
	.tuple(fc.nat(80), fc.jsonValue({ maxDepth: 2 }))
	.map(([count, item]) => Array.from({ length: count }, () => item));
const maps = fc
	.tuple(fc.nat(80), fc.jsonValue({ maxDepth: 1 }))
	.map(([count, item]) =>
		Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, item])),
	);
const values = fc.oneof(
	fc.jsonValue(),
	lists,
	maps,
	lists.map((items) => ({ items })),
	lists.map((items) => ({ page: { total: items.length, items }, id: 7 })),
	bodies.map((data) => ({ id: 7, data })),
);
const spelled = fc
	.tuple(values, fc.boolean(), fc.boolean())
	.map(
		([value, pretty, marked]) =>
			(marked ? '\ufeff' : '') + JSON.stringify(value, null, pretty ? 2 : 0),
	);
const blocks: fc.Arbitrary<Block> = fc.oneof(
	{ weight: 4, arbitrary: fc.oneof(bodies, spelled).map((body) => ({ type: 'text', text: body })) },
	fc.constant({ type: 'image', data: 'aGk=', mimeType: 'image/png' }),
	fc.string().map((name) => ({ type: 'resource_link', uri: 'file:///a', name })),
	bodies.map((body) => ({ type: 'resource', resource: { uri: 'file:///a', text: body } })),
	bodies.map((body) => ({ type: 'text', text: body, _meta: { of: body } })),
);
const results: fc.Arbitrary<ToolResult> = fc.oneof(
	values.map(json),
	fc.oneof(maps, fc.jsonValue()).map(both),
	bodies.map((body) => ({ ...text(body), structured: JSON.stringify({ result: body }) })),
	fc.array(blocks, { maxLength: 6 }).map((content) => ({ content })),
	fc
		.tuple(fc.array(blocks, { maxLength: 3 }), maps, fc.boolean())
		.map(([content, map, isError]) => ({ content, structured: JSON.stringify(map), isError })),
	fc.tuple(blocks, bodies).map(([block, of]) => ({ content: [block], meta: { of } })),
	fc.tuple(blocks, fc.string(), fc.jsonValue()).map(([block, of, value]) => ({
		...{ content: [block], meta: { of }, others: { ttlMs: '0', of: JSON.stringify(value) } },
	})),
);
const policies: fc.Arbitrary<Policy> = fc
	.record(
		{
			pagination: fc.boolean(),
			summarization: fc.boolean(),
			chunking: fc.boolean(),
			whole: fc.boolean(),
			defaultPageSize: fc.constantFrom(1, 5, 50),
			maxPageSize: fc.constantFrom(3, 200),
			tokenBudgetThreshold: fc.constantFrom(100, 600, 4_000),
			itemTokenThreshold: fc.constantFrom(50, 2_000),
			chunkTokenThreshold: fc.constantFrom(50, 2_000),
			hardByteLimit: fc.constantFrom(400, 16_000),
			estimator: fc.constantFrom('calibrated', 'heuristic', 'bytes'),
			tokenFamily: fc.constantFrom(0.5, 1, 1.35),
			itemsPath: fc.constantFrom('items', 'page.items'),
			host: fc.record(
				{
					shows: fc.constantFrom('both', 'structured', 'content'),
					characters: fc.constantFrom(300, 9_000),
					bytes: fc.constantFrom(300, 9_000),
					tokens: fc.constantFrom(90, 3_000),
					lines: fc.constantFrom(5, 100),
				},
				{ requiredKeys: ['shows'] },
			),
		},
		{ requiredKeys: [] },
	)
	.map((some) => ({ ...policy, ...some }) as Policy);

const parts = (outcome: ReturnType<typeof protectFully>) => ({
	...outcome,
	place: [outcome.place([]), outcome.place(null)],
});

describe('what passes', () => {
	it('comes to what the full way comes to, whatever the result and the policy', () => {
		let passed = 0;
		fc.assert(
			fc.property(results, policies, (result, limits) => {
				const outcome = passThrough(result, {}, limits);
				if (!outcome) return;
				passed++;
				expect(parts(outcome)).toEqual(parts(protectFully(result, { view: {} }, limits)));
			}),
			{ numRuns: Number(process.env.PASS_RUNS ?? 300) },
		);
		// Some 70 of 300 do; a run of few is chance.
		expect(passed).toBeGreaterThan(20);
	});

	it('is what is small, also a list of as many items as a page has', () => {
		const items = Array.from({ length: 50 }, (_, id) => ({ id, tags: ['a', 'b'], note: 'x, [y' }));
		for (const result of [both({ ok: true }), text('Done.'), json(items), both({ items })])
			expect(passThrough(result, {}, policy)?.report.act).toBe('passthrough');
	});

	it('is nothing that is asked for, longer than a page, heavy, or with a _meta over its share', () => {
		const small = json({ ok: true });
		expect(passThrough(small, { fields: ['ok'] }, policy)).toBeUndefined();
		for (const [b, act] of [
			['c', 'passthrough'],
			['c '.repeat(2_000), undefined],
		]) {
			const _meta = { b };
			const file = { uri: 'file:///a', text: 'a', _meta };
			for (const result of [
				{ ...small, meta: _meta },
				{ ...small, others: { b: JSON.stringify(b) } },
				{ content: [{ type: 'text', text: 'a', _meta }] },
				{ content: [{ type: 'resource', resource: file }] },
			])
				expect(passThrough(result, {}, policy)?.report.act).toBe(act);
		}
		expect(passThrough(json(Array(51).fill(1)), {}, policy)).toBeUndefined();
		expect(passThrough(both({ '"': Array(51).fill('\\"') }), {}, policy)).toBeUndefined();
		expect(passThrough({ content: Array(51).fill(small.content[0]) }, {}, policy)).toBeUndefined();
		expect(passThrough(text(texts.english?.(seeded(1), 12_000) ?? ''), {}, policy)).toBeUndefined();
	});

	it('may be a longer list where nothing is paged', () => {
		for (const some of [{ pagination: false }, { whole: true }])
			expect(passThrough(json(Array(99).fill(1)), {}, { ...policy, ...some })).toBeDefined();
	});
});
