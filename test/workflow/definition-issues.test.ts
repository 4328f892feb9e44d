// Tests of the issues of a definition that is not as it should be: place, words, rule and step, as they are read.
import { describe, expect, it } from 'vitest';
import { toldOf } from './told';

const TOLD: readonly (readonly [string, ...string[]])[] = [
	['steps: 7', "line 1, column 8: Template must have a 'steps' array (required)"],
	['name: n', "line 1, column 1: Template must have a 'steps' array (required)"],
	['steps: []', 'line 1, column 8: Template must have at least one step (required)'],
	[
		'steps: [7, {}, {id: 7}]',
		'line 1, column 9: Step 0 must be an object (type)',
		"line 1, column 12: Step 1 must have an 'id' string (required)",
		"line 1, column 21: Step 2 must have an 'id' string (type)",
	],
	['- a', 'line 1, column 1: Template must be an object (type)'],
	[
		'steps: [{id: a}]',
		"line 1, column 9: Step 'a' must have a 'type' of 'action', 'loop', or 'ralph' (required) in a",
	],
	[
		'steps: [{id: a, type: 7}]',
		"line 1, column 23: Step 'a' must have a 'type' of 'action', 'loop', or 'ralph' (type) in a",
	],
	[
		'steps: [{id: a, type: wait}]',
		"line 1, column 23: Step 'a' must have a 'type' of 'action', 'loop', or 'ralph' (value) in a",
	],
	[
		'steps: [{id: a, type: action}]',
		"line 1, column 9: Action step 'a' must have an 'instructions' string (required) in a",
	],
	[
		'steps: [{id: a, type: ralph}]',
		"line 1, column 9: Ralph step 'a' must have an 'instructions' string (required) in a",
		"line 1, column 9: Ralph step 'a' must have an 'n' field with a positive integer value (required) in a",
	],
	[
		'steps: [{id: a, type: ralph, n: two, instructions: x}]',
		"line 1, column 33: Ralph step 'a' must have an 'n' field with a positive integer value (value) in a",
	],
	[
		'steps: [{id: a, type: ralph, n: [2], instructions: x}]',
		"line 1, column 33: Ralph step 'a' must have an 'n' field with a positive integer value (value) in a",
	],
	[
		'steps: [{id: a, type: ralph, n: 1.5, instructions: x}]',
		"line 1, column 33: Ralph step 'a' must have an 'n' field with a positive integer value (value) in a",
	],
	[
		'steps: [{id: a, type: ralph, n: 1001, instructions: x}]',
		"line 1, column 33: Ralph step 'a' must have an 'n' field with a positive integer value, at most 1000 (value) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, order: 0}]',
		"line 1, column 55: Step 'a' order must be a positive integer (value) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, order: x}]',
		"line 1, column 55: Step 'a' order must be a positive integer (value) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, title: 7}]',
		"line 1, column 55: Step 'a' title must be a string (type) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, agent: 7}]',
		"line 1, column 55: Step 'a' agent must be a string if provided (type) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, agent: ghost}]',
		"line 1, column 55: Step 'a' references unknown agent 'ghost' (reference) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, context: 7}]',
		"line 1, column 57: Step 'a' context must be a string (type) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, context: wipe}]',
		"line 1, column 57: Step 'a' context must be either 'compact' or 'clear', got: wipe (value) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, artefacts: yes please}]',
		"line 1, column 59: Step 'a' artefacts must be true or false (type) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, artefacts: [true]}]',
		"line 1, column 59: Step 'a' artefacts must be true or false (type) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, tool: 7}]',
		"line 1, column 54: Step 'a' tool must be a tool name (type) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, tool: a b}]',
		"line 1, column 54: Step 'a' tool must be a tool name (name) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, loopGroup: 7}]',
		"line 1, column 59: Step 'a' loopGroup must be a string (type) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, tool: t, contextHint: 7}]',
		"line 1, column 70: Step 'a' contextHint must be {lifecycle: transient, consumedBy: <tool name>} (type) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, tool: t, contextHint: {}}]',
		"line 1, column 70: Step 'a' contextHint must be {lifecycle: transient, consumedBy: <tool name>} (required) in a",
		"line 1, column 70: Step 'a' contextHint must be {lifecycle: transient, consumedBy: <tool name>} (required) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, tool: t, contextHint: {lifecycle: forever, consumedBy: b}}]',
		"line 1, column 82: Step 'a' contextHint must be {lifecycle: transient, consumedBy: <tool name>} (value) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, tool: t, contextHint: {lifecycle: transient, consumedBy: a b}}]',
		"line 1, column 105: Step 'a' contextHint must be {lifecycle: transient, consumedBy: <tool name>} (name) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, contextHint: {lifecycle: transient, consumedBy: b}}]',
		"line 1, column 61: Step 'a' has a contextHint but no 'tool' that it is about (required) in a",
	],
	[
		'name: 7\nsteps: [{id: a, type: action, instructions: x}]',
		"line 1, column 7: Template must have a 'name' string (type)",
	],
	[
		'name: Ünder\nsteps: [{id: a, type: action, instructions: x}]',
		"line 1, column 7: Template name 'Ünder' must be 1 to 64 lower-case letters, digits, '_' or '-', beginning with a letter or digit (name)",
	],
	[
		'description: 7\nsteps: [{id: a, type: action, instructions: x}]',
		'line 1, column 14: Template description must be a string if provided (type)',
	],
	[
		'agents: 7\nsteps: [{id: a, type: action, instructions: x}]',
		"line 1, column 9: 'agents' must be an object if provided (type)",
	],
	[
		'agents: {x: 7}\nsteps: [{id: a, type: action, instructions: x}]',
		"line 1, column 13: Agent 'x' must be an object (type)",
	],
	[
		'agents: {x: {}}\nsteps: [{id: a, type: action, instructions: x}]',
		"line 1, column 13: Agent 'x' must have a 'description' string (required)",
	],
	[
		'agents: {x: {description: 7}}\nsteps: [{id: a, type: action, instructions: x}]',
		"line 1, column 27: Agent 'x' must have a 'description' string (type)",
	],
	[
		'loops: 7\nsteps: [{id: a, type: action, instructions: x}]',
		"line 1, column 8: 'loops' must be an object if provided (type)",
	],
	[
		'loops: {a: 7}\nsteps: [{id: a, type: loop}]',
		"line 1, column 12: Loop 'a' must be an array of steps (type)",
	],
	[
		'loops: {a: []}\nsteps: [{id: a, type: loop}]',
		"line 1, column 12: Loop 'a' must have at least one step (required)",
	],
	[
		'loops: {a: [7]}\nsteps: [{id: a, type: loop}]',
		"line 1, column 13: Loop 'a' step 0 must be an object (type)",
	],
	[
		'loops: {a: [{}]}\nsteps: [{id: a, type: loop}]',
		"line 1, column 13: Loop 'a' step 0 must have an 'id' string (required)",
	],
	[
		'loops: {a: [{id: s}]}\nsteps: [{id: a, type: loop}]',
		"line 1, column 13: Loop 'a' step 's' must have an 'instructions' string (required) in a.s",
	],
	[
		'loops: {a: [{id: s, instructions: 7}]}\nsteps: [{id: a, type: loop}]',
		"line 1, column 35: Loop 'a' step 's' must have an 'instructions' string (type) in a.s",
	],
	[
		'loops: {a: [{id: s, instructions: x, agent: 7, on_fail: stop, context: wipe}]}\nsteps: [{id: a, type: loop}]',
		"line 1, column 45: Loop 'a' step 's' agent must be a string if provided (type) in a.s",
		"line 1, column 57: Loop 'a' step 's' on_fail must be one of: retry, skip, abort (value) in a.s",
		"line 1, column 72: Loop 'a' step 's' context must be either 'compact' or 'clear', got: wipe (value) in a.s",
	],
	[
		'loops: {a: [{id: s, instructions: x, agent: ghost, on_fail: 7}]}\nsteps: [{id: a, type: loop}]',
		"line 1, column 45: Loop 'a' step 's' references unknown agent 'ghost' (reference) in a.s",
		"line 1, column 61: Loop 'a' step 's' on_fail must be one of: retry, skip, abort (type) in a.s",
	],
	[
		'loops: {a: [{id: s, instructions: x}, {id: s, instructions: x}]}\nsteps: [{id: a, type: loop}]',
		"line 1, column 44: Loop 'a' step id 's' is used twice, first in line 1 (unique) in a.s",
	],
	[
		'loops: {a: [{id: s.1, instructions: x}]}\nsteps: [{id: a, type: loop}]',
		"line 1, column 18: Loop 'a' step 's.1' must have an 'id' of 1 to 64 letters, digits, '_' or '-' (name) in a.s.1",
	],
	[
		'steps: [{id: a, type: loop}]',
		"line 1, column 14: Loop step 'a' references unknown loop definition (reference) in a",
	],
	[
		'steps: [{id: __proto__, type: action, instructions: x}]',
		"line 1, column 14: Step '__proto__' must have an 'id' of 1 to 64 letters, digits, '_' or '-' (name) in __proto__",
	],
	[
		'steps: [{id: a, type: action, instructions: x}, {id: a, type: action, instructions: x}]',
		"line 1, column 54: Step id 'a' is used twice, first in line 1 (unique) in a",
	],
	[
		'steps: [{id: a, type: action, instructions: x, order: 3}, {id: b, type: action, instructions: x}]',
		"line 1, column 59: Step 'b' has order 2; it must be above 3, the order of the step before it (order) in b",
	],
	[
		'steps: [{id: a, type: action, instructions: x, loopGroup: g}, {id: b, type: action, instructions: x}, {id: c, type: action, instructions: x, loopGroup: g}]',
		"line 1, column 153: Step 'c' is apart from the other steps of loopGroup 'g'; steps of a group stand together (order) in c",
	],
	[
		'? [a]\n: b',
		'line 1, column 3: Invalid YAML syntax: With stringKeys, all keys must be strings (syntax)',
	],
	['a: *b', "line 1, column 4: alias 'b' has no anchor (alias)"],
	['a: &a [*a]', "line 1, column 8: anchor 'a' refers to itself (alias)"],
	['a: !!binary aGk=', 'line 1, column 13: YAML tags are not accepted (syntax)'],
	['a: ! b', 'line 1, column 6: YAML tags are not accepted (syntax)'],
	['a: 1\na: 2', "line 2, column 1: key 'a' is given twice (key)"],
	['{__proto__: 1}', "line 1, column 2: key '__proto__' is not accepted (key)"],
	[
		`a: ${'['.repeat(33)}1${']'.repeat(33)}`,
		'line 1, column 36: nested deeper than 32 levels (value)',
	],
	[
		'steps: [',
		'line 1, column 9: Invalid YAML syntax: Flow sequence in block collection must be sufficiently indented and end with a ] (syntax)',
	],
	['a: "\\q"', 'line 1, column 5: Invalid YAML syntax: Invalid escape sequence \\q (syntax)'],
	[
		`name: N\u0001${'x'.repeat(63)}`,
		"line 1, column 1: Template must have a 'steps' array (required)",
		`line 1, column 7: Template name 'N ${'x'.repeat(62)}…' must be 1 to 64 lower-case letters, digits, '_' or '-', beginning with a letter or digit (name)`,
	],
	[
		`${'k'.repeat(80)}: 1\n${'k'.repeat(80)}: 2`,
		`line 2, column 1: key '${'k'.repeat(64)}' is given twice (key)`,
	],
	[
		'x: 1\nagents: {a: {description: x, y: 1}}\nloops: {a: [{id: s, instructions: x, z: 1}], b: [{id: s, instructions: x}]}\nsteps: [{id: a, type: loop, w: 1, tool: t, contextHint: {lifecycle: transient, consumedBy: b, v: 1}}]',
		"line 1, column 1: Template: key 'x' has no effect; known: name, description, agents, loops, steps (key)",
		"line 2, column 30: Agent 'a': key 'y' has no effect; known: description (key)",
		"line 3, column 8: Loop 'b' is used by no step (reference)",
		"line 3, column 38: Loop 'a' step 's': key 'z' has no effect; known: id, agent, instructions, on_fail, context (key) in a.s",
		"line 4, column 29: Step 'a': key 'w' has no effect; known: id, type, title, agent, instructions, n, artefacts, context, tool, order, loopGroup, contextHint (key) in a",
		"line 4, column 95: Step 'a' contextHint: key 'v' has no effect; known: lifecycle, consumedBy (key) in a",
	],
];

describe('a definition', () => {
	it.each(TOLD)('is told what is wrong with %j', (text, ...issues) => {
		expect(toldOf(text)).toEqual(issues);
	});
});
