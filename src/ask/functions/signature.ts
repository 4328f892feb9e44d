// Signatures of functions: parameters, argument checks and errors with suggestions.

import { nearestName } from '../../shared/nearest-names';
import { isSpeakable } from '../../shared/shown-text';
import type { Call, Expression } from '../expression/ast';
import { AskFault } from '../fault';
import type { Meter } from '../meter';
import { describe } from '../observations';
import { keysOf, literal, mainList, spelledKey } from '../outline';
import { asNumber, itemsOf, membersOf, Part, typeOf, type Value, valueAt } from '../value';

/** An expression argument, `&expression`. */
export class Reference {
	readonly of: (item: Value) => Value;
	readonly at: number;

	constructor(of: (item: Value) => Value, at: number) {
		this.of = of;
		this.at = at;
	}
}

/** A value or `&expression`. */
export type Argument = Value | Reference;

/** Parameter types; `?` marks nullable ones. */
export type ParameterType =
	| 'any'
	| 'list'
	| 'object'
	| 'string'
	| 'number'
	| 'reference'
	| 'string?'
	| 'countable'
	| 'searchable?';

/** The call being evaluated and its meter. */
export interface CallContext {
	readonly meter: Meter;
	readonly call: Call;
}

export type Checked = readonly Argument[];

/** A function; `run` receives checked arguments. */
export interface Definition {
	/** `sort_by(list, &key)`, for errors. */
	readonly form: string;
	readonly takes: readonly ParameterType[];
	/** Number of optional parameters at the end. */
	readonly optional?: number;
	/** The last parameter may be repeated. */
	readonly variadic?: boolean;
	run(args: Checked, task: CallContext): Value;
}

const TYPE_LABELS: Readonly<Record<ParameterType, string>> = {
	any: 'a value',
	list: 'a list',
	object: 'an object',
	string: 'a string',
	'string?': 'a string',
	number: 'a number',
	reference: 'an expression after &, as in &name',
	countable: 'a list, an object or a string',
	'searchable?': 'a list or a string',
};

const isAccepted = (argument: Argument, accepts: ParameterType): boolean => {
	if (argument instanceof Reference) return accepts === 'reference';
	const type = typeOf(argument);
	switch (accepts) {
		case 'any':
			return true;
		case 'list':
			return type === 'array';
		case 'reference':
			return false;
		case 'string?':
			return type === 'string' || type === 'null';
		case 'countable':
			return type === 'array' || type === 'object' || type === 'string';
		case 'searchable?':
			return type === 'array' || type === 'string' || type === 'null';
		default:
			return type === accepts;
	}
};

const unknown = (call: Call, names: readonly string[]): AskFault => {
	const near = SYNONYMS[call.name] ?? nearestName(call.name, names);
	const meant = near === undefined ? '' : ` Nearest: ${near}().`;
	return new AskFault(
		`There is no function ${call.name.slice(0, 40)}().${meant} There are ${[...names].sort().join(', ')}.`,
		call.at,
	);
};

/** Names of these functions in other languages. */
const SYNONYMS: Readonly<Record<string, string>> = {
	len: 'length',
	mean: 'avg',
	average: 'avg',
	lowercase: 'lower',
	uppercase: 'upper',
	to_lower: 'lower',
	to_upper: 'upper',
	tostring: 'to_string',
	tonumber: 'to_number',
	str: 'to_string',
	int: 'to_number',
	float: 'to_number',
	order_by: 'sort_by',
	select: 'map',
	where: 'filter',
	includes: 'contains',
	startswith: 'starts_with',
	endswith: 'ends_with',
	match: 'matches',
	test: 'matches',
	concat: 'join',
	has: 'contains',
	uniq: 'unique',
	to_entries: 'items',
	entries: 'items',
	from_entries: 'from_items',
	histogram: 'count_by',
	lookup: 'get',
};

const check = (task: CallContext, definition: Definition, args: readonly Argument[]): Checked => {
	const { call } = task;
	const { takes, optional = 0, variadic = false, form } = definition;
	const most = variadic ? Number.POSITIVE_INFINITY : takes.length;
	if (args.length < takes.length - optional || args.length > most)
		throw new AskFault(`${form}: got ${args.length} arguments.`, call.at);
	return args.map((argument, at) => {
		const accepts = takes[Math.min(at, takes.length - 1)] as ParameterType;
		if (!isAccepted(argument, accepts))
			throw typeMismatch(call, form, argument, accepts, at, (object) =>
				listAdvice(call, at, object, task.meter, (list) =>
					canRun(task, definition, args.with(at, list)),
				),
			);
		return argument;
	});
};

/** Returns true where a call would succeed; references are not evaluated. */
const canRun = (task: CallContext, definition: Definition, args: readonly Argument[]): boolean => {
	if (args.some((argument) => argument instanceof Reference))
		return args.every((argument) => {
			if (argument instanceof Reference) return true;
			const items = itemsOf(argument, task.meter) ?? [];
			return items.length > 0 && items.every((item) => typeOf(item) === 'object');
		});
	try {
		definition.run(check(task, definition, args), task);
		return true;
	} catch (error) {
		if (error instanceof AskFault) return false;
		throw error;
	}
};

const typeMismatch = (
	{ args, at }: Call,
	form: string,
	argument: Argument,
	accepts: ParameterType,
	index: number,
	instead: (object: Value) => string,
): AskFault => {
	const got = argument instanceof Reference ? 'an expression after &' : describe(argument);
	const advice =
		accepts === 'reference'
			? ` Write & before it.`
			: accepts === 'list' && argument !== null && !(argument instanceof Reference)
				? typeOf(argument) === 'object'
					? instead(argument)
					: ' A list of one value per item: [].name.'
				: '';
	const place = args[index]?.at ?? at;
	return new AskFault(
		`${form} takes ${TYPE_LABELS[accepts]}; argument ${index + 1} is ${got}.${advice}`,
		place,
	);
};

export const argumentFault = { unknown, check };

/** Returns a list argument as items. */
export const list = (argument: Argument | undefined, { meter }: CallContext): readonly Value[] =>
	itemsOf(argument as Value, meter) ?? [];

/** Returns a scalar as a key; undefined for lists and objects. */
export const keyOf = (value: Value): string | undefined => {
	if (typeof value === 'string') return value;
	if (value === null || typeof value === 'boolean' || typeof value === 'number')
		return String(value);
	if (value instanceof Part || Array.isArray(value) || value instanceof Map) return undefined;
	return (value as { text: string }).text;
};

export type Numeric = Extract<Value, number> | { readonly text: string; readonly number: number };

/** Returns the numbers of a list without nulls; fails on other types. */
export const numbers = (values: readonly Value[], { call }: CallContext): readonly Value[] => {
	const found: Value[] = [];
	for (const [at, value] of values.entries()) {
		if (value === null) continue;
		if (asNumber(value) === undefined) {
			const advice =
				typeof value === 'string'
					? ` Convert: ${call.name}(….to_number(name)), or leave them out: [?type(name) == 'number'].name.`
					: ' Name the number in each item: [].name.';
			throw new AskFault(
				`${call.name}() takes a list of numbers; item ${at} is ${describe(value)}.${advice}`,
				call.at,
			);
		}
		found.push(value);
	}
	return found;
};

/** Suggests an expression for a function that takes a list and got an object; `works` tries it. */
export const listAdvice = (
	call: Call,
	index: number,
	object: Value,
	meter: Meter,
	works: (list: Value) => boolean,
): string => {
	const given = spelled(call.args[index]);
	const list = object instanceof Part ? mainList(object.tree, object.node) : undefined;
	if (list && object instanceof Part && list.path.split('"').every(isSpeakable)) {
		const path = given === '@' ? list.path : `${given}.${list.path}`;
		return works(valueAt(object.tree, list.node))
			? ` The list is in it: ${withArgument(call, index, path)}.`
			: ` The list in it is ${path}.`;
	}
	const values = (membersOf(object, meter) ?? []).map(([, value]) => value);
	if (values.length > 0 && works(values))
		return ` Its values are a list: ${withArgument(call, index, `values(${given})`)}.`;
	return object instanceof Part ? ` It has ${keysOf(object.tree, object.node)}.` : '';
};

const withArgument = ({ name, args }: Call, index: number, instead: string): string =>
	`${name}(${args.map((arg, at) => (at === index ? instead : spelled(arg))).join(',')})`;

/** Returns short expressions as written, `…` for others. */
const spelled = (part: Expression | undefined): string => {
	switch (part?.type) {
		case 'current':
			return '@';
		case 'field':
			return spelledKey(part.name);
		case 'sub': {
			const [left, right] = [spelled(part.left), spelled(part.right)];
			return left === '…' || right === '…' ? '…' : `${left}.${right}`;
		}
		case 'reference':
			return `&${spelled(part.of)}`;
		case 'literal':
			return typeof part.value === 'string' ? literal(part.value) : '…';
		default:
			return '…';
	}
};
