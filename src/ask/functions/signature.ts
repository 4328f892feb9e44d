// Signatures of functions: parameters, argument checks and errors with suggestions.

import type { Slices } from '../../shared/slices';
import { keyName } from '../as-text';
import type { Call, Expression } from '../expression/ast';
import { parseExpression } from '../expression/parse';
import { AskFault } from '../fault';
import { keysOf } from '../keys';
import type { Meter, Pace } from '../meter';
import { describe, type Observations } from '../observations';
import type { Meant } from '../readings';
import { asNumber, itemsOf, Part, typeOf, type Value } from '../value';
import { areConverted, argumentMends, meantName, nameMends } from './mends';

/** An expression argument, `&expression`. */
export class Reference {
	constructor(
		/** Its values of items, until one is the last. */
		readonly over: (
			items: readonly Value[],
			isLast?: (value: Value) => boolean,
		) => Slices<readonly Value[]>,
		readonly at: number,
	) {}
}

/** The expression that is applied to each item; a name in quotes, or without &, is understood as one. */
export const referred = (
	arg: Expression,
	takes: ParameterType | undefined,
): Expression | undefined => {
	if (arg.type === 'reference') return arg.of;
	if (takes !== 'reference') return undefined;
	if (arg.type !== 'literal') return arg;
	return typeof arg.value === 'string' ? parseExpression(arg.value) : undefined;
};

/** A value or `&expression`. */
export type Argument = Value | Reference;

/** Parameters by their types, `?` where null is one: how errors call them, and the types of values they take, all where none is named. */
const PARAMETERS = {
	any: ['a value'],
	list: ['a list', 'array'],
	object: ['an object', 'object'],
	string: ['a string', 'string'],
	'string?': ['a string', 'string', 'null'],
	number: ['a number', 'number'],
	reference: ['an expression after &, as in &name', 'none'],
	countable: ['a list, an object or a string', 'array', 'object', 'string'],
	'searchable?': ['a list or a string', 'array', 'string', 'null'],
} as const;
type ParameterType = keyof typeof PARAMETERS;

/** The call being evaluated and its meter. */
export interface CallContext {
	readonly meter: Meter;
	readonly pace: Pace;
	readonly call: Call;
	readonly observed: Observations;
	/** Returns what the arguments are by others of their keys. */
	readonly meant: () => Meant | undefined;
}

export type Checked = readonly Argument[];

/** A function; `run` receives checked arguments. */
export interface Definition {
	/** `sort_by(list, &key)`, for errors. */
	readonly form: string;
	readonly takes: readonly ParameterType[];
	/** Number of parameters that may be left out, or `VARIADIC`: the last may be repeated. */
	readonly optional: number;
	run(args: Checked, task: CallContext): Value | Slices<Value>;
}

export const VARIADIC = -1;

/** Defines a function, none of whose parameters may be left out unless `optional` says so. */
export const define = (
	form: string,
	takes: readonly ParameterType[],
	run: Definition['run'],
	optional = 0,
): Definition => ({ form, takes, run, optional });

const isAccepted = (argument: Argument, accepts: ParameterType): boolean => {
	if (argument instanceof Reference) return accepts === 'reference';
	const [, ...types]: readonly string[] = PARAMETERS[accepts];
	return types.length === 0 || types.includes(typeOf(argument));
};

const unknown = (call: Call, names: readonly string[]): AskFault => {
	const near = meantName(call.name, names);
	const meant = near === undefined ? '' : ` Nearest: ${near}().`;
	return new AskFault(
		`There is no function ${call.name.slice(0, 40)}().${meant}`,
		call.at,
		nameMends(call, names),
		` There are ${[...names].sort().join(', ')}; slices [0], [-1], [:10], filters [?a == 'b' && c > 1], + - * / %, a ? b : c, a || b.`,
	);
};

const check = (task: CallContext, definition: Definition, args: readonly Argument[]): Checked => {
	const { call } = task;
	const { takes, optional, form } = definition;
	const most = optional === VARIADIC ? Number.POSITIVE_INFINITY : takes.length;
	if (args.length < takes.length - Math.max(0, optional) || args.length > most)
		throw new AskFault(
			`${form}: got ${args.length} arguments.`,
			call.at,
			argumentMends(call, Math.min(args.length, most), undefined),
		);
	for (const [at, argument] of args.entries()) {
		const accepts = takes[Math.min(at, takes.length - 1)] as ParameterType;
		if (!isAccepted(argument, accepts)) throw typeMismatch(call, form, argument, accepts, at);
	}
	return args;
};

const typeMismatch = (
	call: Call,
	form: string,
	argument: Argument,
	accepts: ParameterType,
	index: number,
): AskFault => {
	const given = argument instanceof Reference ? undefined : argument;
	const got = given === undefined ? 'an expression after &' : describe(given);
	const keys =
		accepts === 'list' && given instanceof Part && typeOf(given) === 'object'
			? ` It has ${keysOf([given]).text}.`
			: '';
	return new AskFault(
		`${form} takes ${PARAMETERS[accepts][0]}; argument ${index + 1} is ${got}.${keys}`,
		call.args[index]?.at ?? call.at,
		argumentMends(call, index, given),
	);
};

export const argumentFault = { unknown, check };

/** Returns a list argument as items. */
export const list = (argument: Argument | undefined, { meter }: CallContext): readonly Value[] =>
	itemsOf(argument as Value, meter) ?? [];

/** Says which of several values are empty texts, and how these are left out; '' where none is. */
export const emptyTexts = (values: readonly Value[], name: string): string => {
	const found = [...values.keys()].filter((at) => values[at] === '');
	const items = `${found.slice(0, 5).join(', ')}${found.length > 5 ? ', …' : ''}`;
	const few = `${found.length} of ${values.length} are "" (items ${items})`;
	return found.length === 0 ? '' : ` ${few}: [?${name} != ''] leaves them out.`;
};

/** Returns the numbers of a list without nulls; fails on other types. */
export const numbers = (values: readonly Value[], { call }: CallContext): readonly Value[] => {
	const found: Value[] = [];
	for (const [at, value] of values.entries()) {
		if (value === null) continue;
		if (asNumber(value) === undefined) {
			const [of, , key = of && 'right' in of ? of.right : undefined] = call.args;
			const name = keyName(key);
			const converted = areConverted(values)
				? 'Convert each with to_number()'
				: `to_number() does not read all of them: replace(${name}, part, by) takes currencies and the like away`;
			throw new AskFault(
				`${call.name}() takes a list of numbers; item ${at} is ${describe(value)}.${emptyTexts(values, name)} ${converted}, or keep [?type(${name}) == 'number'].`,
				call.at,
				argumentMends(call, 0, values),
			);
		}
		found.push(value);
	}
	return found;
};
