import { describe, expect, it } from 'vitest';
import { usageOf } from '../../src/memory/hub/publishing';
import type { Tally } from '../../src/memory/store';

const constraint = (id: string, text = id) => ({
	id,
	name: id,
	text,
	textHash: id,
	key: `k-${id}`,
});
const subject = (id: string, names: readonly string[], content = id) => ({
	object: {
		...{ id, category: 'rule' as const, kind: 'rule' as const, path: `${id}.md`, hash: 'h2' },
		...{ version: 2, createdAt: 0, updatedAt: 0, deleted: false },
	},
	constraints: names.map((name) => constraint(name)),
	content,
	// The first came with the second version.
	constraintsAt: (hash: string) =>
		new Set(names.slice(hash === 'h1' ? 1 : 0).map((name) => `k-${name}`)),
});
const tally = (objectId: string, what: Tally['what'], key: string, count: number, lastAt = 0) =>
	({ objectId, what, key, count, lastAt }) satisfies Tally;
const estimate = (text: string) => text.length;

describe('usage', () => {
	it('counts per object and per constraint, by key or by the id of earlier days', () => {
		const tallies = [
			tally('a', 'load', 'h1', 2, 1),
			tally('a', 'load', 'h2', 3, 2),
			tally('a', 'activate', '', 4, 3),
			tally('a', 'activate', 'k-two', 4, 3),
			tally('a', 'refer', 'k-one', 1, 4),
			tally('a', 'refer', 'two', 2, 5),
			tally('a', 'reject', '', 1, 9),
			tally('a', 'reject', 'k-two', 1, 9),
			tally('b', 'load', 'h2', 1, 6),
		];
		const { objects } = usageOf(
			[subject('a', ['one', 'two']), subject('c', [])],
			tallies,
			estimate,
		);
		expect(objects).toStrictEqual([
			{
				...{ id: 'a', kind: 'rule', path: 'a.md' },
				...{ loads: 9, references: 3, rejections: 1, lastUsed: 5 },
				constraints: [
					{ id: 'one', loads: 3, references: 1, rejections: 0, lastUsed: 4 },
					{ id: 'two', loads: 9, references: 2, rejections: 1, lastUsed: 5 },
				],
			},
			{
				...{ id: 'c', kind: 'rule', path: 'c.md', loads: 0, references: 0, rejections: 0 },
				constraints: [],
			},
		]);
	});

	it('names what nobody referred to, the most loaded first, with what that cost', () => {
		const tallies = [
			tally('a', 'load', 'h2', 1),
			tally('b', 'load', 'h2', 2),
			tally('b', 'refer', 'k-three', 1),
		];
		const subjects = [subject('a', ['one']), subject('b', ['three', 'fifth'])];
		expect(usageOf(subjects, tallies, estimate).neverReferred).toStrictEqual([
			{ ruleId: 'b', constraintId: 'fifth', path: 'b.md', loads: 2, tokens: 5, cost: 10 },
			{ ruleId: 'a', constraintId: 'one', path: 'a.md', loads: 1, tokens: 3, cost: 3 },
		]);
	});

	it('names rules that were loaded five times for nothing, the dearest first', () => {
		const subjects = [
			subject('short', ['x'], '12'),
			subject('long', ['x'], '1234'),
			subject('used', ['x']),
			subject('fresh', ['x']),
			subject('context', []),
		];
		const tallies = [
			tally('short', 'load', 'h2', 5),
			tally('long', 'load', 'h2', 6),
			tally('used', 'load', 'h2', 9),
			tally('used', 'refer', 'k-x', 1),
			tally('fresh', 'load', 'h2', 4),
			tally('context', 'load', 'h2', 9),
		];
		expect(usageOf(subjects, tallies, estimate).dead).toStrictEqual([
			{ id: 'long', path: 'long.md', loads: 6, tokens: 4, cost: 24 },
			{ id: 'short', path: 'short.md', loads: 5, tokens: 2, cost: 10 },
		]);
	});
});
