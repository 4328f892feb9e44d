// Steps and loops of a definition, and checks of values that collect all problems (docs/workflow.md, "Definitions").

import { defined } from '../../shared/json-values';
import { quoted } from '../fault';
import { MAX_ITERATIONS, MAX_LOOP_STEPS, MAX_STEPS } from '../limits';
import type { LoopStep, OnFail, StepContextAction, StepContextHint, WorkflowStep } from '../types';
import {
	type DefinitionIssue,
	type DefinitionRule,
	type Located,
	type LocatedMap,
	MAX_ISSUES,
	type Place,
} from './tree';

/** Collects the problems of a definition while reading continues. */
export class Check {
	readonly issues: DefinitionIssue[] = [];
	/** Parts without effect. */
	readonly warnings: DefinitionIssue[] = [];
	private step: string | undefined;

	within<T>(step: string | undefined, body: () => T): T {
		const before = this.step;
		this.step = step;
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
		for (const [key, { place }] of node.entries)
			if (!keys.includes(key))
				this.warn(
					'key',
					place,
					`${what}: key ${quoted(key)} has no effect; known: ${keys.join(', ')}`,
				);
	}

	/** Reads a string; `message` reports another type, or a missing required value. */
	text(node: LocatedMap, key: string, required: boolean, message: string): string | undefined {
		const value = node.entries.get(key)?.value;
		if (value === undefined)
			return required ? this.fail('required', node.place, message) : undefined;
		if (value.kind === 'scalar' && typeof value.value === 'string')
			return value.value.toWellFormed();
		return this.fail('type', value.place, message);
	}

	whole(
		node: LocatedMap,
		key: string,
		most: number,
		required: boolean,
		message: string,
	): number | undefined {
		const value = node.entries.get(key)?.value;
		if (value === undefined)
			return required ? this.fail('required', node.place, message) : undefined;
		const number = value.kind === 'scalar' ? value.value : undefined;
		if (typeof number !== 'number' || !Number.isInteger(number) || number < 1)
			return this.fail('value', value.place, message);
		return number <= most ? number : this.fail('value', value.place, `${message}, at most ${most}`);
	}

	flag(node: LocatedMap, key: string, message: string): boolean | undefined {
		const value = node.entries.get(key)?.value;
		if (value === undefined) return undefined;
		if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
		return this.fail('type', value.place, message);
	}

	/** Reads one of several words; `typeMessage` reports another type. */
	choice<T extends string>(
		node: LocatedMap,
		key: string,
		choices: readonly T[],
		message: (got: string) => string,
		typeMessage: string,
	): T | undefined {
		const text = this.text(node, key, false, typeMessage);
		if (text === undefined) return undefined;
		const found = choices.find((each) => each === text);
		return found ?? this.fail('value', placeOf(node, key), message(text.slice(0, 64)));
	}
}

/** Returns the place of a key's value, or of the mapping without it. */
export const placeOf = (node: LocatedMap, key: string): Place =>
	node.entries.get(key)?.value.place ?? node.place;

export const isMapping = (node: Located | undefined): node is LocatedMap => node?.kind === 'map';

const STEP_KEYS =
	'id type title agent instructions n artefacts context tool order loopGroup contextHint'.split(
		' ',
	);
const LOOP_STEP_KEYS = ['id', 'agent', 'instructions', 'on_fail', 'context'];
const TYPES = ['action', 'loop', 'ralph'] as const;
const CONTEXTS: readonly StepContextAction[] = ['compact', 'clear'];
const ON_FAIL: readonly OnFail[] = ['retry', 'skip', 'abort'];

/** A dot would make keys of outputs ambiguous. */
const ID = /^[\p{L}\p{N}_-]{1,64}$/u;
const TOOL = /^[A-Za-z0-9_./-]{1,128}$/;

const checkId = (
	check: Check,
	node: LocatedMap,
	id: string,
	what: string,
	seen: Map<string, number>,
): void => {
	const place = placeOf(node, 'id');
	if (!ID.test(id) || id === '__proto__')
		check.fail(
			'name',
			place,
			`${what} ${quoted(id)} must have an 'id' of 1 to 64 letters, digits, '_' or '-'`,
		);
	const before = seen.get(id);
	if (before === undefined) seen.set(id, place.line);
	else
		check.fail('unique', place, `${what} id ${quoted(id)} is used twice, first in line ${before}`);
};

const contextOf = (check: Check, node: LocatedMap, who: string): StepContextAction | undefined =>
	check.choice(
		node,
		'context',
		CONTEXTS,
		(got) => `${who} context must be either 'compact' or 'clear', got: ${got}`,
		`${who} context must be a string`,
	);

/** Reads a step of a loop; undefined after a failure. */
const readLoopStep = (
	check: Check,
	loop: string,
	index: number,
	node: Located,
	seen: Map<string, number>,
): LoopStep | undefined => {
	if (!isMapping(node))
		return check.fail('type', node.place, `Loop ${quoted(loop)} step ${index} must be an object`);
	const nameless = `Loop ${quoted(loop)} step ${index} must have an 'id' string`;
	const id = check.text(node, 'id', true, nameless);
	if (id === undefined) return undefined;
	const who = `Loop ${quoted(loop)} step ${quoted(id)}`;
	return check.within(`${loop}.${id}`.slice(0, 200), () => {
		checkId(check, node, id, `Loop ${quoted(loop)} step`, seen);
		check.known(node, who, LOOP_STEP_KEYS);
		const onFail = `${who} on_fail must be one of: ${ON_FAIL.join(', ')}`;
		return {
			id,
			instructions:
				check.text(node, 'instructions', true, `${who} must have an 'instructions' string`) ?? '',
			...defined({
				agent:
					check.text(node, 'agent', false, `${who} agent must be a string if provided`) ||
					undefined,
				on_fail: check.choice(node, 'on_fail', ON_FAIL, () => onFail, onFail),
				context: contextOf(check, node, who),
			}),
		};
	});
};

const hintOf = (check: Check, node: LocatedMap, who: string): StepContextHint | undefined => {
	const hint = node.entries.get('contextHint')?.value;
	if (hint === undefined) return undefined;
	const shape = `${who} contextHint must be {lifecycle: transient, consumedBy: <tool name>}`;
	if (!isMapping(hint)) return check.fail('type', hint.place, shape);
	check.known(hint, `${who} contextHint`, ['lifecycle', 'consumedBy']);
	if (!node.entries.has('tool'))
		check.fail('required', hint.place, `${who} has a contextHint but no 'tool' that it is about`);
	const lifecycle = check.text(hint, 'lifecycle', true, shape);
	if (lifecycle !== undefined && lifecycle !== 'transient')
		check.fail('value', placeOf(hint, 'lifecycle'), shape);
	const consumedBy = check.text(hint, 'consumedBy', true, shape);
	if (consumedBy === undefined) return undefined;
	if (!TOOL.test(consumedBy)) check.fail('name', placeOf(hint, 'consumedBy'), shape);
	return { lifecycle: 'transient', consumedBy };
};

const readStep = (
	check: Check,
	index: number,
	node: Located,
	seen: Map<string, number>,
): WorkflowStep | undefined => {
	if (!isMapping(node)) return check.fail('type', node.place, `Step ${index} must be an object`);
	const id = check.text(node, 'id', true, `Step ${index} must have an 'id' string`);
	if (id === undefined) return undefined;
	const who = `Step ${quoted(id)}`;
	return check.within(id.slice(0, 200), () => {
		checkId(check, node, id, 'Step', seen);
		check.known(node, who, STEP_KEYS);
		const typeMessage = `${who} must have a 'type' of 'action', 'loop', or 'ralph'`;
		const type = check.choice(node, 'type', TYPES, () => typeMessage, typeMessage);
		if (!node.entries.has('type')) check.fail('required', node.place, typeMessage);
		const kind = type === 'ralph' ? 'Ralph step' : 'Action step';
		const told = `${kind} ${quoted(id)} must have an 'instructions' string`;
		const times = `Ralph step ${quoted(id)} must have an 'n' field with a positive integer value`;
		const tool = check.text(node, 'tool', false, `${who} tool must be a tool name`);
		if (tool !== undefined && !TOOL.test(tool))
			check.fail('name', placeOf(node, 'tool'), `${who} tool must be a tool name`);
		return {
			id,
			type: type ?? 'action',
			order:
				check.whole(node, 'order', 1_000_000, false, `${who} order must be a positive integer`) ??
				index + 1,
			...defined({
				title: check.text(node, 'title', false, `${who} title must be a string`),
				agent:
					check.text(node, 'agent', false, `${who} agent must be a string if provided`) ||
					undefined,
				instructions:
					type === undefined ? undefined : check.text(node, 'instructions', type !== 'loop', told),
				n: type === 'ralph' ? check.whole(node, 'n', MAX_ITERATIONS, true, times) : undefined,
				artefacts: check.flag(node, 'artefacts', `${who} artefacts must be true or false`),
				context: contextOf(check, node, who),
				tool,
				loopGroup: check.text(node, 'loopGroup', false, `${who} loopGroup must be a string`),
				contextHint: hintOf(check, node, who),
			}),
		};
	});
};

/** Reads the well-formed steps of a list, each with its tree. */
const stepsIn = <Step>(
	check: Check,
	{ items, place }: Extract<Located, { kind: 'list' }>,
	who: string,
	most: number,
	read: (item: Located, index: number, seen: Map<string, number>) => Step | undefined,
): [Step, LocatedMap][] => {
	if (items.length === 0) check.fail('required', place, `${who} must have at least one step`);
	if (items.length > most) check.fail('size', place, `${who} must have at most ${most} steps`);
	const seen = new Map<string, number>();
	return items.slice(0, most).flatMap((item, index): [Step, LocatedMap][] => {
		const step = read(item, index, seen);
		return step === undefined || !isMapping(item) ? [] : [[step, item]];
	});
};

/** Reads the well-formed steps, each with its tree. */
export const readSteps = (check: Check, node: LocatedMap): [WorkflowStep, LocatedMap][] => {
	const list = node.entries.get('steps')?.value;
	if (list?.kind === 'list')
		return stepsIn(check, list, 'Template', MAX_STEPS, (item, index, seen) =>
			readStep(check, index, item, seen),
		);
	check.fail('required', list?.place ?? node.place, "Template must have a 'steps' array");
	return [];
};

/** Reads the well-formed sub-steps of a loop, each with its tree. */
export const readLoop = (check: Check, loop: string, node: Located): [LoopStep, LocatedMap][] => {
	const who = `Loop ${quoted(loop)}`;
	if (node.kind === 'list')
		return stepsIn(check, node, who, MAX_LOOP_STEPS, (item, index, seen) =>
			readLoopStep(check, loop, index, item, seen),
		);
	check.fail('type', node.place, `${who} must be an array of steps`);
	return [];
};
