// A folder and a workspace that both go on from what the folder last saw: nothing of a colleague is
// reverted, nothing that was edited here is lost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Step, threeWay } from '../../src/memory/files/three-way';

/** `file=text`, of the object `id` where it is not 1; none where empty. */
type Said = string;

const read = (said: Said) =>
	said
		.split(' ')
		.filter((each) => each !== '')
		.map((each) => {
			const [named = '', id = '1'] = each.split('#');
			const [file = '', hash = ''] = named.split('=');
			return { file: `rules/${file}.md`, hash, id, version: 1, path: `${file}.md` };
		});

const stepsOf = (base: Said, here: Said, there: Said, alike: readonly string[] = []): Step[] =>
	threeWay({
		base: read(base),
		here: read(here),
		there: read(there),
		isAlike: (file) => alike.includes(file),
	});

/** `kind FILE`, with where it comes from, what it goes on from, and whether it is new here. */
const told = (steps: readonly Step[]): string =>
	steps
		.map((step) =>
			[
				step.kind,
				step.file.slice('rules/'.length, -'.md'.length),
				'from' in step && `from ${step.from?.slice('rules/'.length, -'.md'.length)}`,
				'base' in step && `on ${step.base?.hash}`,
				'isNew' in step && (step.isNew ? 'new' : 'over'),
			]
				.filter((word) => word !== false)
				.join(' '),
		)
		.join(', ');

describe('a folder and a workspace', () => {
	it.each([
		// Base, ours, theirs: as the folder saw it, as it lies here, as it is published.
		['A=1', 'A=1', 'A=1', 'same A'],
		['A=1', 'A=2', 'A=1', 'update A'],
		['A=1', 'A=1', 'A=2', 'write A over'],
		['A=1', 'A=2', 'A=3', 'merge A on 1'],
		['A=1', 'A=2', 'A=2', 'same A'],
		['A=1', '', 'A=1', 'withdraw A'],
		['A=1', '', 'A=2', 'write A new'],
		['A=1', 'A=1', '', 'remove A on 1'],
		['A=1', 'A=2', '', 'orphan A on 1'],
		['A=1', '', '', ''],
		['', 'A=1', '', 'create A'],
		['', '', 'A=1', 'write A new'],
		['', 'A=1', 'A=1', 'same A'],
		['', 'A=1', 'A=2', 'merge A'],
	])('that differ as %j, %j and %j: %j', (base, here, there, steps) => {
		expect(told(stepsOf(base, here, there))).toBe(steps);
	});

	it.each([
		// Renamed there.
		['A=1', 'A=1', 'B=1', 'move B from A'],
		['A=1', 'A=1', 'B=2', 'move B from A'],
		['A=1', 'A=2', 'B=2', 'move B from A'],
		['A=1', 'A=2', 'B=1', 'merge B from A on 1'],
		['A=1', 'A=2', 'B=3', 'merge B from A on 1'],
		// Renamed here, or on both sides.
		['A=1', 'B=1', 'A=1', 'rename B from A'],
		['A=1', 'B=1', 'A=2', 'merge B on 1'],
		['A=1', 'B=2', 'A=2', 'merge B on 1'],
		['A=1', 'B=1', 'B=1', 'same B'],
		['A=1', 'B=2', 'B=2', 'same B'],
		['A=1', 'B=1', 'B=2', 'merge B on 1'],
		['A=1', 'B=1', 'C=1', 'merge C from B on 1'],
		['A=1', 'B=2', 'A=1', 'withdraw A, create B'],
		['A=1', 'B=1', 'A=1 B=1#2', 'withdraw A, same B'],
		['A=1', 'B=1', 'A=1 B=2#2', 'withdraw A, merge B'],
		// Two places that are spelled alike are one.
		['A=1', 'a=1', 'A=1', 'same a'],
		['a=1', 'a=1', 'A=1', 'same a'],
		['', 'a=1', 'A=1', 'same a'],
		// Withdrawn, and published anew.
		['A=1', 'A=1', 'A=2#2', 'write A over'],
		['A=1', 'A=2', 'A=3#2', 'merge A on 1'],
		['A=1', '', 'A=2#2', 'write A new'],
		// Several: each goes its own way, and is told by its file.
		['A=1 B=2#2', 'C=1 D=2', 'A=1 B=2#2', 'rename C from A, rename D from B'],
		['A=1 B=1#2', 'C=1', 'A=1 B=1#2', 'withdraw B, rename C from A'],
		['B=1', 'B=1 A=5', 'B=2 C=3#3', 'create A, write B over, write C new'],
	])('where things moved, %j, %j and %j: %j', (base, here, there, steps) => {
		expect(told(stepsOf(base, here, there))).toBe(steps);
	});

	it.each([
		['A=1', 'B=2', 'A=1', 'rename B from A'],
		['A=1', 'B=2', 'A=3', 'merge B on 1'],
		['A=1', 'B=2 C=1', 'A=1', 'create B, rename C from A'],
		['A=1', 'A=2 B=1', 'A=1', 'update A, create B'],
		['A=1', 'B=2', 'A=1 B=3#2', 'withdraw A, merge B'],
	])(
		'where a text goes on from what was published, %j, %j and %j: %j',
		(base, here, there, steps) => {
			expect(told(stepsOf(base, here, there, ['rules/B.md']))).toBe(steps);
		},
	);

	it('lose nothing that was edited on one side alone, whatever was', () => {
		const some = fc.uniqueArray(fc.constantFrom('A', 'B', 'C'), { maxLength: 3 });
		const text = fc.constantFrom('1', '2', '3');
		const side = fc
			.tuple(some, text, text, text)
			.map(([files, ...texts]) =>
				files.map((file, at) => `${file}=${texts[at]}#${'ABC'.indexOf(file)}`).join(' '),
			);
		fc.assert(
			fc.property(side, side, side, fc.subarray(['A', 'B', 'C']), (base, here, there, alike) => {
				const files = alike.map((file) => `rules/${file}.md`);
				const steps = stepsOf(base, here, there, files);
				expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length);
				for (const { file, hash } of read(here)) {
					const seen = read(base).find((each) => each.file === file)?.hash;
					const theirs = read(there).find((each) => each.file === file)?.hash;
					const mine = steps.find(
						(step) => step.file === file || ('from' in step && step.from === file),
					);
					expect(mine).toBeDefined();
					// Written over or removed only where it lies here as it was seen.
					if (mine?.kind === 'write' || mine?.kind === 'remove') expect(hash).toBe(seen);
					// Published over only what was seen.
					if (mine?.kind === 'update') expect(theirs).toBe(seen);
				}
			}),
		);
	});
});
