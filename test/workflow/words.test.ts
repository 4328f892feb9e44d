// Words that a run and the workflows of a workspace say: whole, since a model acts by them.
import { describe, expect, it } from 'vitest';
import { Definitions } from '../../src/workflow/definitions';
import { listed, quoted } from '../../src/workflow/fault';
import { instructionsOf, stepText } from '../../src/workflow/instructions';
import { openSql } from '../adapters/sqlite/open';
import { play } from './play';
import { advance, definitionOf, SAMPLE } from './sample';

const atRefine = [{ type: 'set_tasks', loop: 'work', tasks: [] } as const, advance(), advance()];

describe('instructions', () => {
	it('of a step that is repeated say which time it is, and why', () => {
		const [first, second] = [play(...atRefine), play(...atRefine, advance())];
		expect(instructionsOf(first.run).trim()).toBe(
			'Refine\n\n[Ralph Loop - Iteration 1 of 2]\nThis task will be repeated 2 times to iteratively improve the result. After you complete this iteration, you will receive the SAME TASK again to refine your work. Each iteration is an opportunity to improve quality.',
		);
		expect(instructionsOf(second.run).trim()).toBe(
			'Refine\n\n[Ralph Loop - Iteration 2 of 2]\nYou are receiving THE SAME TASK again to refine and improve your previous result. This is intentional - you should work on this task again, NOT skip it. Your goal is to iterate and improve the quality of the work from iteration 1.',
		);
	});

	it('of a loop without its tasks are none, and those of a run that has ended say so', () => {
		expect(instructionsOf(play(advance()).run)).toBe('');
		expect(instructionsOf(play(...atRefine, advance(), advance(), advance()).run)).toBe(
			'Workflow complete.',
		);
	});
});

describe('the text of a step', () => {
	const text = (yaml: string, step: number | string) => {
		const found = stepText(definitionOf(yaml), step);
		return found.ok ? found.value : found.error.message;
	};

	it('names what repeats, who does it and what comes next', () => {
		expect(text(SAMPLE, 'work')).toMatchObject(
			expect.objectContaining({
				text: expect.stringMatching(
					/^## Step 2: work — loop \(repeat for each task\)\n\n\*\*Context:\*\* before this the user runs `\/compact`[\s\S]*#### build \(agent: coder\)\n\nBuild \{task\.id\}[\s\S]*#### check\n\nCheck[\s\S]*Call get_workflow_step\(\{ workflow: "sample", step: 3 \}\) — do NOT proceed without it\.$/,
				),
			}),
		);
		expect(text(SAMPLE, '3')).toMatchObject({
			text: expect.stringMatching(
				/Do this 2 times, refining the same result\.\n\n---\n\*\*REQUIRED next action:\*\* Call/,
			),
		});
		expect(text(SAMPLE, 4)).toMatchObject({
			text: expect.stringMatching(/\*\*Workflow complete\.\*\* No step comes after this one\.$/),
		});
		expect(text(SAMPLE, 'nope')).toBe(
			"Step 'nope' not found in workflow 'sample'. Available: 1, 2, 3, 4.",
		);
		expect(text(SAMPLE, 9)).toMatch(/^Step 9 not found/);
	});
});

describe('the workflows of a workspace', () => {
	const open = (bundled: readonly string[] = []) =>
		new Definitions({ sql: openSql(), bundled, now: () => 1 });
	const put = (definitions: Definitions, name: string, yaml = SAMPLE.replace('sample', name)) =>
		definitions.put({ name, yaml, principal: 'ada' });

	it('refuse a text with its first fault, its place, and how many more there are', () => {
		const said = (yaml: string) => {
			const done = put(open(), 'sample', yaml);
			return done.ok ? '' : done.error.message;
		};
		expect(
			said(SAMPLE.replace('    type: action\n    instructions: Plan', '    type: other')),
		).toBe(
			"The definition is not valid and nothing was stored. Line 19, column 11: Step 'plan' must have a 'type' of 'action', 'loop', or 'ralph'.",
		);
		expect(said(SAMPLE.replaceAll('type: action', 'type: other'))).toMatch(
			/^The definition is not valid and nothing was stored\. Line 19, column 11: .+; and 1 more\.$/,
		);
		expect(said('')).toMatch(/^The definition is not valid and nothing was stored\. Line 1, /);
		expect(put(open(), 'Not a name')).toMatchObject({
			error: {
				message:
					"the workflow name 'Not a name' must be 1 to 64 lower-case letters, digits, '_' or '-', beginning with a letter or digit",
			},
		});
	});

	it('have a version for each text, and none for the same again', () => {
		const definitions = open();
		expect(put(definitions, 'w')).toMatchObject({ value: { version: 1, outcome: 'created' } });
		const changed = SAMPLE.replace('sample', 'w').replace('everything', 'all');
		const more = [put(definitions, 'w', changed), put(definitions, 'w', changed)];
		expect(more).toMatchObject([
			{ value: { version: 2, outcome: 'updated' } },
			{ value: { version: 2, outcome: 'unchanged' } },
		]);
		expect(definitions.versions('w').map(({ version }) => version)).toEqual([2, 1]);
	});

	it('do not begin with a bundled one that is none', () => {
		expect(() => open(['name: x'])).toThrow(/^bundled workflow: .+/);
		expect(open([SAMPLE]).find('nope')).toMatchObject({
			error: { message: "Workflow 'nope' not found. Available: sample." },
		});
		expect(open().find('nope')).toMatchObject({
			error: { message: "Workflow 'nope' not found. Available: none." },
		});
	});
});

describe('names in a message', () => {
	it('are fifty at most, each short and on one line', () => {
		const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
		expect(listed(names(50))).toBe(names(50).join(', '));
		expect(listed(names(52))).toBe(`${names(50).join(', ')} and 2 more`);
		expect(quoted('x'.repeat(64))).toBe(`'${'x'.repeat(64)}'`);
		expect(quoted('x'.repeat(65))).toBe(`'${'x'.repeat(64)}…'`);
		expect(quoted('a\nb')).toBe("'a b'");
	});
});
