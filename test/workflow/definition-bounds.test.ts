// Tests of how large a definition may be, and of how many of its problems are told.
import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../src/workflow/definition/parse';
import { toldOf } from './told';

const ACTION = '{id: a, type: action, instructions: x}';
const list = (many: number, item: (at: number) => string): string =>
	Array.from({ length: many }, (_, at) => item(at)).join(', ');

describe('a definition', () => {
	it.each([
		[
			'steps',
			500,
			(many: number) =>
				`steps: [${list(many, (at) => `{id: s${at}, type: action, instructions: x}`)}]`,
		],
		[
			'agents',
			200,
			(many: number) =>
				`agents: {${list(many, (at) => `a${at}: {description: x}`)}}\nsteps: [${ACTION}]`,
		],
		[
			'loops',
			200,
			(many: number) =>
				`loops: {${list(many, (at) => `l${at}: [{id: s, instructions: x}]`)}}\nsteps: [${ACTION}]`,
		],
		[
			'steps of a loop',
			100,
			(many: number) =>
				`loops: {a: [${list(many, (at) => `{id: s${at}, instructions: x}`)}]}\nsteps: [{id: a, type: loop}]`,
		],
		[
			'characters of a description',
			2_000,
			(many: number) => `description: ${'x'.repeat(many)}\nsteps: [${ACTION}]`,
		],
		['bytes', 262_144, (many: number) => `steps: [${ACTION}]\n#`.padEnd(many, 'x')],
		[
			'levels',
			32,
			(many: number) => `x: ${'['.repeat(many - 1)}${']'.repeat(many - 1)}\nsteps: [${ACTION}]`,
		],
	])('has %s up to %i', (_, most, made) => {
		expect(parseDefinition(made(most), undefined, 'n')).toMatchObject({ ok: true });
		expect(toldOf(made(most + 1))).toHaveLength(1);
	});

	it('stands for a million characters at most, aliases and escapes included', () => {
		const twice = (many: number) =>
			`steps: [{id: a, type: action, instructions: &t "${'\\a'.repeat(many)}"}, {id: b, type: action, instructions: *t}]`;
		expect(toldOf(twice(80_000))).toEqual([]);
		expect(toldOf(twice(90_000))).toEqual([
			'line 1, column 1: the definition stands for more than 1000000 characters (size)',
		]);
	});

	it('lists a hundred problems, and as many warnings', () => {
		const many = (item: string) => `steps: [${ACTION}, ${list(120, () => item)}]`;
		expect(toldOf(many('7'))).toHaveLength(100);
		expect(
			toldOf(
				list(120, (at) => `k${at}: 1`)
					.replaceAll(', ', '\n')
					.concat(`\nsteps: [${ACTION}]`),
			),
		).toHaveLength(100);
		expect(toldOf('a: 1\n'.repeat(120))).toHaveLength(100);
	});
});
