// Programs of jq: what is answered or offered for one gives exactly what jq 1.7 gave, else nothing is offered.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asked, text } from './selected';

type Recorded = readonly [of: string, program: string, outputs: readonly unknown[] | null];

/** The data, then a line for each program. */
const [data, ...answers] = readFileSync('test/fixtures/jq.ndjson', 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line)) as [{ items: unknown; m: unknown }, ...Recorded[]];
const documents: Readonly<Record<string, unknown>> = { data, list: data.items, map: data.m };

/** Paths alone are JMESPath, which leaves nulls out. */
const isPath = (program: string): boolean => !/[|(]|\/\//.test(program);

const worksOf = (document: unknown, program: string): string | undefined =>
	asked(document, program).ok ? program : / Works here: (.*)$/.exec(text(document, program))?.[1];

describe('a program of jq', () => {
	it('is answered, or mended, with the values that jq gives, of data with nulls and empty values', () => {
		let offered = 0;
		for (const [of, program, outputs] of answers) {
			const works = worksOf(documents[of], program);
			if (works === undefined || outputs === null) continue;
			offered++;
			const found = JSON.parse(text(documents[of], works));
			if (isPath(program) && works === program) {
				const there = outputs.flat().filter((each) => each !== null);
				expect([found].flat(), program).toEqual(there);
				continue;
			}
			// One output may be the value itself, or the stream of it.
			const right = outputs.length === 1 ? [outputs, outputs[0]] : [outputs];
			expect(right, program).toContainEqual(found);
		}
		expect(offered).toBeGreaterThan(answers.length * 0.75);
	});

	it.each([
		['.items[] | .name // "none"', true],
		['[.items[] | select(.name | test("A";"i"))] | length', true],
		['.items | map(.price // 0)', true],
		['.items[] | select(has("name") | not)', true],
		['.items[] | .o.k?', true],
		['.total // 2', true],
		['map(select(.name > "b"))', false],
		['map(select(.tags == []))', false],
		['.items[] | .id * 2', false],
		['.items | group_by(.on)', false],
		['.items[] | "\\(.id)"', false],
	])('%s: offered or answered: %s', (program, isOffered) => {
		expect(worksOf(data, program) !== undefined).toBe(isOffered);
	});

	it('never divides by its alternative', () => {
		expect(text(data, '.total // 2')).toMatch(
			/^jq gives something else .* Works here: total \|\| 2$/,
		);
		expect(text(data, 'total // 3')).toBe('3');
	});
});
