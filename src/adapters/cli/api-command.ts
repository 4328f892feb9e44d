// Makes a command of a route: its parameters become arguments and options, and a hint presents the answer.
import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/v4';
import { type AnswerOf, type ParamsOf, partsOf, type RouteKey, routeOf } from '../../contract';
import { ask, type ServerFault, type ServerOptions, withServer } from './server';
import { collect, complainer, oneLine } from './terminal';

/** Arguments and options as commander read them, by camel-cased name. */
export type Given = ServerOptions & Readonly<Record<string, string | undefined>>;

/** Asks a route; throws where it is refused. */
export type Asker = <Key extends RouteKey>(
	key: Key,
	params?: ParamsOf<Key>,
	json?: object,
	init?: RequestInit,
) => Promise<AnswerOf<Key>>;

/** Presentation of a route on the command line. */
export interface Hint<Key extends RouteKey> {
	/** The route's summary unless given. */
	readonly description?: string;
	/**
	 * Texts of arguments and options by their flags, `<name>` or `--days <days>`; a list where it has a
	 * default, or may be left out although the route takes it.
	 */
	readonly takes?: Readonly<Record<string, string | readonly [text: string, fallback?: string]>>;
	/** Parameters of the route by the options that have another name for them. */
	readonly as?: Readonly<Record<string, string>>;
	/** Flags that may be repeated though no parameter of the route says so. */
	readonly lists?: readonly string[];
	/** Allowed values by flags. */
	readonly choices?: Readonly<Record<string, readonly string[]>>;
	/** A flag that asks another route of the same kind. */
	readonly or?: readonly [flag: string, text: string, key: RouteKey];
	/** Adds what the route takes beyond what is given; `init` is a request with a body of its own. */
	readonly fill?: (given: Given) => object | Promise<object>;
	/** Lines, or cells of them; what a server wrote cannot begin a line, and spaces before one stay. */
	readonly show?: (answer: AnswerOf<Key>, given: Given) => Lines;
	/** A line for each problem that an error lists with its place. */
	readonly issue?: (issue: ServerFault['issues'][number], given: Given) => string;
	/** Asks and prints by itself, where one request is not enough. */
	readonly run?: (given: Given, api: Asker) => Promise<Lines>;
}
/** An object is printed as JSON. */
type Line = string | object | readonly string[];
type Lines = string | readonly Line[];

class Refused extends Error {
	constructor(
		message: string,
		readonly issues: ServerFault['issues'] = [],
	) {
		super(message);
	}
}

/** Ends a command: a line on standard error, and exit code 1. */
export function refuse(message: string): never {
	throw new Refused(message);
}

/** Says something on standard error: standard output is for other programs. */
export const note = (text: string): void => console.error(oneLine(text));

/** Returns a command that only holds others. */
export const group = (name: string, description: string, ...commands: Command[]): Command =>
	commands.reduce((all, each) => all.addCommand(each), new Command(name).description(description));

/** Makes the command of a route. @param usage as commander has it, `create <name>` */
export function apiCommand<Key extends RouteKey>(
	usage: string,
	key: Key,
	hint: Hint<Key> = {},
): Command {
	const { description = routeOf(key).summary, takes = {}, or } = hint;
	const [name = '', ...names] = usage.split(' ');
	const command = withServer(new Command(name).description(description));
	for (const each of names) command.argument(each, [takes[each] ?? ''].flat()[0]);
	if (or) command.option(or[0], or[1]);
	const known = parametersOf(key);
	for (const [flags, said] of Object.entries(takes)) {
		if (!flags.startsWith('--')) continue;
		const [text, fallback] = [said].flat();
		const option = new Option(flags, text).default(fallback);
		const parameter = known.get(hint.as?.[option.attributeName()] ?? option.attributeName());
		const { [flags]: choices = parameter?.choices ?? [] } = hint.choices ?? {};
		if (choices.length > 0) option.choices(choices);
		const isList = parameter?.type === 'array' || hint.lists?.includes(flags);
		if (isList) option.default([]).argParser(choices.length > 0 ? collectOf(choices) : collect);
		if (parameter?.type === 'number' && fallback === undefined) option.argParser(Number);
		command.addOption(
			option.makeOptionMandatory(parameter?.isRequired === true && typeof said === 'string'),
		);
	}
	return command.action(async (...all) => {
		const args = names.map((each, at) => [each.replaceAll(/[<>[\].]/g, ''), all[at]]);
		const given: Given = { ...command.opts(), ...Object.fromEntries(args) };
		try {
			const chosen = or && given[or[0].slice(2)] ? (or[2] as Key) : key;
			const lines = hint.run
				? await hint.run(given, askerFor(given))
				: await run(chosen, given, hint);
			for (const line of tableOf([lines].flat())) console.log(line);
		} catch (error) {
			complainer(groupOf(command))((error as Error).message);
			const issues = error instanceof Refused && hint.issue ? error.issues : [];
			for (const each of issues) note(hint.issue?.(each, given) ?? '');
		}
	});
}

const askerFor =
	(given: ServerOptions): Asker =>
	async (...asking) => {
		const answer = await ask(given, ...asking);
		if (!answer.ok) throw new Refused(answer.error.message, answer.error.issues);
		return answer.value;
	};

async function run<Key extends RouteKey>(key: Key, given: Given, hint: Hint<Key>): Promise<Lines> {
	const named = Object.entries(given).map(([name, value]) => [hint.as?.[name] ?? name, value]);
	const all = { ...Object.fromEntries(named), ...(await hint.fill?.(given)) };
	const { query = {}, body } = routeOf(key).schemas();
	const among = (names: readonly string[]) =>
		Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name]]] : [])));
	const params = among([...pathNames(key), ...Object.keys(query)]) as ParamsOf<Key>;
	const members = body instanceof z.ZodObject ? among(Object.keys(body.shape)) : undefined;
	const answer = await askerFor(given)(key, params, members, all.init);
	return hint.show?.(answer, given) ?? [];
}

/** A parameter of a route; `choices` are empty where any value is allowed. */
type Known = readonly [
	name: string,
	{ readonly type: string; readonly choices: readonly string[]; readonly isRequired: boolean },
];

/** The type of each parameter of a route, and whether it must be given. */
function parametersOf(key: RouteKey) {
	const { query = {}, body } = routeOf(key).schemas();
	const members: object = body instanceof z.ZodObject ? body.shape : {};
	const types = Object.entries<z.ZodType>({ ...query, ...members }).map(([name, schema]): Known => {
		const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
		const inner = isWrapped ? (schema.unwrap() as z.ZodType) : schema;
		const value = inner instanceof z.ZodArray ? inner.element : inner;
		const choices = value instanceof z.ZodEnum ? value.options.map(String) : [];
		return [name, { type: inner.type, choices, isRequired: !schema.isOptional() }];
	});
	const inPath = pathNames(key).map(
		(name): Known => [name, { type: 'string', choices: [], isRequired: true }],
	);
	return new Map([...inPath, ...types]);
}

const pathNames = (key: RouteKey): readonly string[] =>
	[...partsOf(key)[1].matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** The words that a command's faults begin with. */
function groupOf(command: Command): string {
	const names: string[] = [];
	for (let at: Command | null = command; at && at.name() !== 'loadline'; at = at.parent)
		names.unshift(at.name());
	return names.slice(0, Math.max(1, names.length - 1)).join(' ');
}

/** Formats lines: cells are aligned in columns on a terminal, and parted by tabs for programs. */
function tableOf(lines: readonly Line[]): readonly string[] {
	const rows = lines.map((line) => (Array.isArray(line) ? line.map(oneLine) : line));
	const widths: number[] = [];
	for (const row of rows)
		if (Array.isArray(row))
			for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
	return rows.map((row) => {
		if (typeof row === 'string') return `${/^ */.exec(row)?.[0] ?? ''}${oneLine(row)}`;
		if (!Array.isArray(row)) return JSON.stringify(row);
		if (!process.stdout.isTTY) return row.join('\t').trimEnd();
		return row
			.map((cell, at) => cell.padEnd(widths[at] ?? 0))
			.join('  ')
			.trimEnd();
	});
}

/** Collects the values of an option that may be repeated, each one of `choices`. */
const collectOf = (choices: readonly string[]) => (value: string, before: readonly string[]) => {
	if (!choices.includes(value))
		throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
	return collect(value, before);
};
