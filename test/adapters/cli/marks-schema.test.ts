// The schema of the extension beside the check that clients and servers are tested by.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markFaults } from '../../../src/transient';
import { times } from '../../fuzz-runs';

it('marks have the form of docs/context-extension.schema.json', () => {
	const schema = JSON.parse(readFileSync('docs/context-extension.schema.json', 'utf8')) as object;
	const isValid = new Ajv({ strictTypes: false }).compile(schema);
	const name = fc.oneof(fc.constantFrom('a', '', 'x'.repeat(201)), fc.integer());
	const hint = fc.record(
		{
			tool: name,
			lifecycle: fc.constantFrom('transient', 'gone'),
			consumedBy: fc.oneof(name, fc.array(name, { maxLength: 2 })),
			step: fc.constantFrom(1, 'one'),
		},
		{ requiredKeys: ['tool'] },
	);
	const marks = fc.record(
		{
			lifecycle: fc.constantFrom('transient', 'transient', 1),
			summary: fc.constantFrom('fine', ' ', 'x'.repeat(1_001), 7),
			consumed: fc.constantFrom(true, 'yes'),
			used: fc.oneof(fc.array(name, { maxLength: 2 }), fc.constant('a')),
			hints: fc.oneof(fc.array(hint, { maxLength: 2 }), fc.constant({})),
		},
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(fc.oneof(marks, fc.constantFrom(null, 'transient', [])), (each) => {
			expect(markFaults(each).length === 0).toBe(isValid(each));
		}),
		{ numRuns: times(170, 500) },
	);
});
