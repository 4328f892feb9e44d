// Steps and loops of a definition, and checks of values that collect all problems (docs/workflow.md, "Definitions").

import { defined } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { quoted } from '../fault';
import { MAX_ITERATIONS, MAX_LOOP_STEPS, MAX_STEPS } from '../limits';
import type { LoopStep, StepContextAction, StepContextHint, WorkflowStep } from '../types';
import {
	type DefinitionIssue,
	type DefinitionRule,
	type Located,
	type LocatedMap,
	MAX_ISSUES,
	type Place,
} from './tree';

/** Reads a scalar; the error is the broken rule, and what is added to the sentence about it. */
type Read<Value> = (
	value: unknown,
) => Result<Value, readonly [rule: DefinitionRule, more?: string]>;

export const text: Read<string> = (value) =>
	typeof value === 'string' ? ok(value.toWellFormed()) : err(['type']);

const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? ok(value) : err(['type']));

const whole =
	(most: number): Read<number> =>
	(value) => {
		if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return err(['value']);
		return value <= most ? ok(value) : err(['value', `, at most ${most}`]);
	};

const oneOf =
	<Choice extends string>(...choices: readonly Choice[]): Read<Choice> =>
	(value) => {
		const found = choices.find((each) => each === value);
		return found === undefined ? err([typeof value === 'string' ? 'value' : 'type']) : ok(found);
	};

/** The name of a tool. */
const tool: Read<string> = (value) => {
	if (typeof value !== 'string') return err(['type']);
	return /^[A-Za-z0-9_./-]{1,128}$/.test(value) ? ok(value) : err(['name']);
};

/** Collects the problems of a definition while reading continues. */
export class Check {
	readonly issues: DefinitionIssue[] = [];
	/** Parts without effect. */
	readonly warnings: DefinitionIssue[] = [];
	private step: string | undefined;

	/** Reads a step: the problems meanwhile are of it. */
	within<T>(step: string, body: () => T): T {
		const before = this.step;
		this.step = step.slice(0, 200);
		try {
			return body();
		} finally {
			this.step = before;
		}
	}

	fail(rule: DefinitionRule, place: Place, message: string): undefined {
		if (this.issues.length < MAX_ISSUES) this.issues.push(this.issue(rule, place, message));
		return undefined;
	}

	warn(rule: DefinitionRule, place: Place, message: string): void {
		if (this.warnings.length < MAX_ISSUES) this.warnings.push(this.issue(rule, place, message));
	}

	private issue(rule: DefinitionRule, { line, column }: Place, message: string): DefinitionIssue {
		return { ...(this.step !== undefined && { step: this.step }), rule, line, column, message };
	}

	known(node: LocatedMap, what: string, keys: readonly string[]): void {
		for (const [key, { place }] of node.entries) {
			const message = `${what}: key ${quoted(key)} has no effect; known: ${keys.join(', ')}`;
			if (!keys.includes(key)) this.warn('key', place, message);
		}
	}

	/** Reads a member; `must` says what it has to be. */
	read<Value>(
		node: LocatedMap,
		key: string,
		how: Read<Value>,
		must: string | ((value: unknown) => string),
		isRequired = false,
	): Value | undefined {
		const found = node.entries.get(key)?.value;
		if (!found && !isRequired) return undefined;
		const value = found?.kind === 'scalar' ? found.value : undefined;
		const sentence = typeof must === 'string' ? must : must(value);
		if (!found) return this.fail('required', node.place, sentence);
		const read = how(value);
		if (read.ok) return read.value;
		const [rule, more = ''] = read.error;
		return this.fail(rule, found.place, sentence + more);
	}
}

/** Returns the place of a key's value, or of the mapping without it. */
export const placeOf = (node: LocatedMap, key: string): Place =>
	node.entries.get(key)?.value.place ?? node.place;

export const isMapping = (node: Located | undefined): node is LocatedMap => node?.kind === 'map';

const STEP_KEYS =
	'id type title agent instructions n artefacts context tool order loopGroup contextHint';
const LOOP_STEP_KEYS = ['id', 'agent', 'instructions', 'on_fail', 'context'];

/** A dot would make keys of outputs ambiguous. */
const ID = /^[\p{L}\p{N}_-]{1,64}$/u;

const checkId = (
	check: Check,
	node: LocatedMap,
	id: string,
	what: string,
	seen: Map<string, number>,
): void => {
	const place = placeOf(node, 'id');
	const malformed = `${what} ${quoted(id)} must have an 'id' of 1 to 64 letters, digits, '_' or '-'`;
	if (!ID.test(id) || id === '__proto__') check.fail('name', place, malformed);
	const before = seen.get(id);
	const twice = `${what} id ${quoted(id)} is used twice, first in line ${before}`;
	if (before === undefined) seen.set(id, place.line);
	else check.fail('unique', place, twice);
};

const contextOf = (check: Check, node: LocatedMap, who: string): StepContextAction | undefined =>
	check.read(node, 'context', oneOf('compact', 'clear'), (value) =>
		typeof value === 'string'
			? `${who} context must be either 'compact' or 'clear', got: ${value.slice(0, 64)}`
			: `${who} context must be a string`,
	);

type StepReader<Step> = (
	check: Check,
	step: {
		readonly node: LocatedMap;
		readonly id: string;
		readonly who: string;
		readonly index: number;
	},
	own: <Value>(key: string, how: Read<Value>, must: string) => Value | undefined,
) => Step;

const readLoopStep: StepReader<LoopStep> = (check, { node, id, who }, own) => {
	const told = `${who} must have an 'instructions' string`;
	return {
		id,
		instructions: check.read(node, 'instructions', text, told, true) ?? '',
		...defined({
			agent: own('agent', text, 'a string if provided') || undefined,
			on_fail: own('on_fail', oneOf('retry', 'skip', 'abort'), 'one of: retry, skip, abort'),
			context: contextOf(check, node, who),
		}),
	};
};

const hintOf = (check: Check, node: LocatedMap, who: string): StepContextHint | undefined => {
	const hint = node.entries.get('contextHint')?.value;
	if (hint === undefined) return undefined;
	const shape = `${who} contextHint must be {lifecycle: transient, consumedBy: <tool name>}`;
	if (!isMapping(hint)) return check.fail('type', hint.place, shape);
	check.known(hint, `${who} contextHint`, ['lifecycle', 'consumedBy']);
	if (!node.entries.has('tool'))
		check.fail('required', hint.place, `${who} has a contextHint but no 'tool' that it is about`);
	check.read(hint, 'lifecycle', oneOf('transient'), shape, true);
	const consumedBy = check.read(hint, 'consumedBy', tool, shape, true);
	return consumedBy === undefined ? undefined : { lifecycle: 'transient', consumedBy };
};

const readStep: StepReader<WorkflowStep> = (check, { node, id, who, index }, own) => {
	const types = `${who} must have a 'type' of 'action', 'loop', or 'ralph'`;
	const type = check.read(node, 'type', oneOf('action', 'loop', 'ralph'), types, true);
	const needed = `${type === 'ralph' ? 'Ralph' : 'Action'} step ${quoted(id)} must have an`;
	const told = `${needed} 'instructions' string`;
	const times = `${needed} 'n' field with a positive integer value`;
	return {
		id,
		type: type ?? 'action',
		order: own('order', whole(1_000_000), 'a positive integer') ?? index + 1,
		...defined({
			title: own('title', text, 'a string'),
			agent: own('agent', text, 'a string if provided') || undefined,
			instructions: type && check.read(node, 'instructions', text, told, type !== 'loop'),
			n: type === 'ralph' ? check.read(node, 'n', whole(MAX_ITERATIONS), times, true) : undefined,
			artefacts: own('artefacts', flag, 'true or false'),
			context: contextOf(check, node, who),
			tool: own('tool', tool, 'a tool name'),
			loopGroup: own('loopGroup', text, 'a string'),
			contextHint: hintOf(check, node, who),
		}),
	};
};

/** The lists of steps: of a template, and of its loops; `what` begins sentences about one of them. */
const TEMPLATE = { most: MAX_STEPS, keys: STEP_KEYS.split(' '), read: readStep };
const LOOP = { most: MAX_LOOP_STEPS, keys: LOOP_STEP_KEYS, read: readLoopStep };

/** Reads the well-formed steps of a list, each with its tree. @param loop whose steps they are */
const stepsIn = <Step>(
	check: Check,
	{ items, place }: Extract<Located, { kind: 'list' }>,
	{ most, keys, read }: { most: number; keys: readonly string[]; read: StepReader<Step> },
	loop?: string,
): [Step, LocatedMap][] => {
	const holder = loop === undefined ? 'Template' : `Loop ${quoted(loop)}`;
	const what = loop === undefined ? 'Step' : `${holder} step`;
	if (items.length === 0) check.fail('required', place, `${holder} must have at least one step`);
	if (items.length > most) check.fail('size', place, `${holder} must have at most ${most} steps`);
	const seen = new Map<string, number>();
	return items.slice(0, most).flatMap((node, index): [Step, LocatedMap][] => {
		const which = `${what} ${index}`;
		if (!isMapping(node)) return check.fail('type', node.place, `${which} must be an object`) ?? [];
		const id = check.read(node, 'id', text, `${which} must have an 'id' string`, true);
		if (id === undefined) return [];
		const who = `${what} ${quoted(id)}`;
		const step = check.within(loop === undefined ? id : `${loop}.${id}`, () => {
			checkId(check, node, id, what, seen);
			check.known(node, who, keys);
			return read(check, { node, id, who, index }, (key, how, must) =>
				check.read(node, key, how, `${who} ${key} must be ${must}`),
			);
		});
		return [[step, node]];
	});
};

/** Reads the well-formed steps, each with its tree. */
export const readSteps = (check: Check, node: LocatedMap) => {
	const list = node.entries.get('steps')?.value;
	if (list?.kind === 'list') return stepsIn(check, list, TEMPLATE);
	const needed = "Template must have a 'steps' array";
	return check.fail('required', list?.place ?? node.place, needed) ?? [];
};

/** Reads the well-formed sub-steps of a loop, each with its tree. */
export const readLoop = (check: Check, loop: string, node: Located) =>
	node.kind === 'list'
		? stepsIn(check, node, LOOP, loop)
		: (check.fail('type', node.place, `Loop ${quoted(loop)} must be an array of steps`) ?? []);
