import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { boundedYaml } from '../../src/shared/yaml-data';
import { share } from '../fuzz-runs';

const options = { prettyErrors: false, stringKeys: true, uniqueKeys: false };

describe('a YAML text', () => {
	it.each([
		'a: 1\nb: [1, {c: d}]',
		'',
		'# nothing',
		'a: [1',
		'a: "\\q"',
		'a: 1\n---\nb: 2',
		'%YAML 9\n---\na: 1',
	])('%j is read as the library reads it', (text) => {
		const { document, faults } = boundedYaml(text, options, 20);
		const theirs = parseDocument(text, options);
		expect(faults.map(({ code }) => code)).toEqual(
			[...theirs.errors, ...theirs.warnings].map(({ code }) => code),
		);
		if (faults.length === 0) expect(document?.toJS()).toEqual(theirs.toJS());
	});

	it('with a hundred thousand errors is read as far as the last that is wanted', () => {
		const { document, faults } = boundedYaml(`a: "${'\\q'.repeat(100_000)}"`, options, 20);
		expect(document).toBeUndefined();
		expect(faults).toHaveLength(20);
		expect(faults[19]?.pos[0]).toBeLessThan(100);
	});

	it.each(['- ', '? ', '[', '{a: '])(
		'that goes down further than the stack is a fault: %j',
		(each) => {
			for (const times of share([2_000, 4_000, 20_000], 3, 1))
				for (const end of ['', '\nb', '\n- x'])
					expect(boundedYaml(each.repeat(times) + end, options, 20).faults).not.toEqual([]);
		},
	);
});
