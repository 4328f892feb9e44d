import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../src/workflow/definition/parse';
import { issueLine } from '../../src/workflow/definition/tree';
import { definitionOf, SAMPLE } from './sample';

const root = resolve(import.meta.dirname, '../..');
const head = 'name: n\ndescription: d\n';
const action = '  - {id: a, type: action, instructions: x}\n';

/** The problems of a text, a line each. */
const problems = (yaml: string): string[] => {
	const parsed = parseDefinition(yaml);
	return parsed.ok ? [] : parsed.error.map(issueLine);
};

describe('a definition', () => {
	it('keeps what it says, orders counted where they are not given', () => {
		const { steps, loops, agents } = definitionOf(SAMPLE);
		expect(steps.map(({ id, order }) => [id, order])).toEqual([
			['plan', 1],
			['work', 2],
			['refine', 3],
			['close', 4],
		]);
		expect(loops.work?.[0]).toEqual({
			id: 'build',
			agent: 'coder',
			context: 'clear',
			instructions: 'Build {task.id}: {task.title} [{task.description}]',
			on_fail: 'retry',
		});
		expect(agents).toEqual({ coder: { description: 'writes' } });
	});

	it('names the step, the rule, the line and the column of every problem', () => {
		const parsed = parseDefinition(
			`${head}steps:\n  - id: a\n    type: ralph\n    n: 0\n    agent: ghost\n    instructions: x\n  - id: a\n    type: loop\n`,
		);
		expect(parsed.ok ? [] : parsed.error).toEqual([
			{
				step: 'a',
				rule: 'value',
				line: 6,
				column: 8,
				message: "Ralph step 'a' must have an 'n' field with a positive integer value",
			},
			expect.objectContaining({ rule: 'reference', line: 7, column: 12 }),
			{
				step: 'a',
				rule: 'unique',
				line: 9,
				column: 9,
				message: "Step id 'a' is used twice, first in line 4",
			},
			expect.objectContaining({ message: "Loop step 'a' references unknown loop definition" }),
		]);
	});

	it.each([
		['a tag', `${head}steps: !!js/function x\n`, 'tag'],
		['broken YAML', `${head}steps: [\n`, 'Invalid YAML syntax'],
		['nesting without end', '['.repeat(100_000), 'Invalid YAML syntax: '],
		['no text', '', 'Template must be an object'],
	])('with %s is refused', (_, yaml, problem) => {
		expect(problems(yaml).join('\n')).toContain(problem);
	});

	it('is one document', () => {
		expect(problems(`${head}steps:\n${action}---\nname: b\n`)).toEqual([
			'line 5, column 1: Invalid YAML syntax: Source contains multiple documents (syntax)',
		]);
	});

	it('may repeat itself by aliases, within reason', () => {
		const yaml = `${head}steps:\n  - {id: a, type: action, instructions: &same Do it}\n  - {id: b, type: action, instructions: *same}\n`;
		expect(definitionOf(yaml).steps[1]?.instructions).toBe('Do it');
		const bomb = Array.from({ length: 40 }, (_, i) => `b${i + 1}: &b${i + 1} [*b${i}, *b${i}]\n`);
		expect(problems(`${head}b0: &b0 [x, x]\n${bomb.join('')}`)).toContainEqual(
			expect.stringMatching(/^line 1[0-9], column \d+: aliases stand for more than 100000 values/),
		);
		expect(problems(`${head}steps: &a\n  - *a\n`)).toEqual([
			"line 4, column 5: anchor 'a' refers to itself (alias)",
		]);
		expect(problems(`${head}steps: *nowhere\n`)[0]).toContain('nowhere');
	});

	it('is refused above 256 KiB, with its size', () => {
		expect(problems(`${head}steps:\n${action}# ${'x'.repeat(1_048_576)}`)[0]).toMatch(
			/the definition has at least \d{7} bytes; at most 262144/,
		);
		expect(problems(`${head}# ${'é'.repeat(140_000)}`)[0]).toContain('bytes; at most 262144');
	});

	it('warns of what has no effect, and works', () => {
		const parsed = parseDefinition(
			`${head}loops:\n  spare:\n    - {id: s, instructions: x}\nsteps:\n  - {id: a, type: action, instructions: x, contxt: clear}\n`,
		);
		expect(parsed.ok ? parsed.value.warnings.map(({ message }) => message) : []).toEqual([
			"Loop 'spare' is used by no step",
			expect.stringContaining("Step 'a': key 'contxt' has no effect"),
		]);
	});

	it('never makes the parser throw', () => {
		const piece = fc.constantFrom(
			'steps:',
			'\n',
			'  - ',
			'id: a',
			'&a ',
			'*a',
			'{',
			'}',
			'[',
			']',
			'n: ',
			'!!',
			'? ',
			': ',
			'loops:',
			'type: loop',
		);
		fc.assert(
			fc.property(
				fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 30 }),
				(parts) => {
					const parsed = parseDefinition(`${head}${parts.join('')}`);
					if (!parsed.ok)
						for (const { line, column } of parsed.error)
							expect(Math.min(line, column)).toBeGreaterThanOrEqual(1);
				},
			),
		);
	});
});

describe('the bundled workflows', () => {
	const files = globSync('examples/workflows/*.yaml', { cwd: root });

	it.each(files)('hold a valid definition without warnings: %s', (file) => {
		const name = file.replace(/^.*[/\\]|\.yaml$/g, '');
		expect(parseDefinition(readFileSync(join(root, file), 'utf8'), name)).toMatchObject({
			ok: true,
			value: { warnings: [] },
		});
	});
});
