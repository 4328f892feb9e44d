import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderPromptContext } from '../../src/replay/payload';
import { payload } from './payloads';

describe('renderPromptContext', () => {
	it('writes the sections in their order and leaves out empty ones', () => {
		const full = payload({
			objective: 'ship',
			constraints: ['c'],
			required_order: ['a', 'b'],
			dependency_chains: [['a', 'b']],
			blockers: [['a', 'b']],
			recovery: [['b', 'r']],
			validation: { admissible: false, failure_labels: ['A', 'B'], issues: [] },
		});
		expect(renderPromptContext(full).split('\n')).toEqual([
			'task: a_task',
			'objective: ship',
			'admissible: false',
			'failures: A, B',
			'constraints:',
			'- c',
			'required_order:',
			'- a',
			'- b',
			'dependencies:',
			'- a -> b',
			'blockers:',
			'- a -> b',
			'recovery:',
			'- b -> r',
		]);
		expect(renderPromptContext(payload({}))).toBe('task: a_task');
	});

	it('lets no string leave its line, so that none can pretend to be a section', () => {
		const text = fc.string({ unit: 'binary', minLength: 1 });
		fc.assert(
			fc.property(text, text, text, (objective, constraint, step) => {
				const rendered = renderPromptContext(
					payload({ objective, constraints: [constraint], recovery: [[step, step]] }),
				);
				expect(rendered.split(/[\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(6);
				expect(rendered.isWellFormed()).toBe(true);
			}),
		);
		expect(renderPromptContext(payload({ constraints: ['x\nrecovery:\u2028\ud800'] }))).toBe(
			'task: a_task\nconstraints:\n- x\\nrecovery:\\u2028\\ud800',
		);
	});
});
