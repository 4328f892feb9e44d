// Makes commands of routes: a route's parameters become arguments and options, its hints tables and sentences
// (src/contract/route.ts). What a declaration cannot say of a command is its `Work`.
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/v4';
import { type AnswerOf, contract, type ParamsOf, type RouteKey, routeOf } from '../../contract';
import { firstLineOfInput, printWhole } from './input-file';
import { ask, namesOf, type ServerFault, type ServerOptions, withServer } from './server';
import { filled, helpOf, type Lines, print, rowsOf, tableOf, WORDS } from './shown';
import { collect, complainer, confirm, meant, oneLine } from './terminal';

type CommandHint = NonNullable<ReturnType<ReturnType<typeof routeOf>['schemas']>['command']>;

/** Arguments and options as commander read them, by camel-cased name. */
export type Given = ServerOptions & Readonly<Record<string, string | undefined>>;

/** Asks a route; throws where it is refused. */
export type Asker = <Key extends RouteKey>(
	key: Key,
	params?: ParamsOf<Key>,
	json?: object,
	init?: RequestInit,
) => Promise<AnswerOf<Key>>;

/** A command beyond what its route declares. */
export interface Work<Key extends RouteKey> extends Partial<CommandHint> {
	/** Options that are no parameters; a list may be repeated. */
	readonly options?: readonly (readonly [flags: string, help: string, fallback?: string[]])[];
	/** Adds what the route takes beyond what is given; `init` is a request with a body of its own. */
	readonly fill?: (given: Given) => object | Promise<object>;
	readonly show?: (answer: AnswerOf<Key>, given: Given) => Lines | Promise<Lines>;
	readonly fails?: (answer: AnswerOf<Key>) => string | undefined;
	/** A line for each problem that an error lists with its place. */
	readonly issue?: (issue: ServerFault['issues'][number], given: Given) => string;
	/** Asks by itself, where one request is not enough; an object is printed as JSON. */
	readonly run?: (given: Given, api: Asker) => Promise<Lines>;
	/** False where what is printed is no data of the API. */
	readonly hasJson?: false;
}

class Refused extends Error {
	constructor(
		message: string,
		readonly issues: ServerFault['issues'] = [],
		readonly exitCode = 1,
	) {
		super(message);
	}
}

/** Ends a command: a line on standard error, and exit code 1. */
export function refuse(message: string): never {
	throw new Refused(message);
}

/** The same for a command that was called wrongly: exit code 2. */
export function misuse(message: string): never {
	throw new Refused(message, [], 2);
}

/** Says something on standard error: standard output is for other programs. */
export const note = (text: string): void => console.error(oneLine(text));

/** Returns the words of a usage that call the command. */
export const wordsOf = (usage: string) => usage.split(' ').filter((word) => /^\w/.test(word));

/** The routes whose declaration is a command, without those that a flag of another one asks. */
export const commandKeys = (): readonly RouteKey[] =>
	keys().filter(
		(key) => routeOf(key).schemas().command !== undefined && !routeOf(key).schemas().command?.flag,
	);

const keys = () => Object.keys(contract) as RouteKey[];

/** Makes the command of a route. */
export function apiCommand<Key extends RouteKey>(key: Key, work: Work<Key> = {}): Command {
	const hint = { usage: '', ...routeOf(key).schemas().command, ...work };
	const { usage, as = {}, reads, hasJson = true } = hint;
	const words = wordsOf(usage);
	const command = new Command(words.at(-1)).description(
		hint.help ?? routeOf(key).schemas().summary,
	);
	const known = parametersOf(key).map((parameter) => {
		const { name, isList } = parameter;
		return { ...parameter, called: as[name] ?? WORDS[name] ?? (isList ? singular(name) : name) };
	});
	const inUsage = usage.split(' ').filter((word) => !/^\w/.test(word));
	const names = inUsage.map((word) => word.replaceAll(/[<>[\].]/g, ''));
	const parameterOf = new Map<string, string>();
	for (const [at, name] of names.entries()) {
		const parameter = known.find(({ called }) => called === name);
		const argument = new Argument(inUsage[at] ?? '', parameter?.help ?? '');
		command.addArgument(parameter ? parsed(argument, parameter) : argument);
		parameterOf.set(name, parameter?.name ?? name);
	}
	const taken = work.run ? (hint.takes ?? '') : hint.takes;
	for (const parameter of known) {
		const { name, called, help, isRequired, isList, type, isInPath } = parameter;
		const isTaken =
			taken === undefined || (isInPath && !work.run) || taken.split(' ').includes(name);
		const isArgument = names.includes(called);
		if (name in WORDS && (isArgument || isTaken))
			command.addOption(new Option(`--${name} <text>`, help).hideHelp());
		if (isArgument || name === reads || !isTaken) continue;
		const flag = `--${called.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
		const option = new Option(type === 'boolean' ? flag : `${flag} <${nounOf(parameter)}>`, help);
		if (isList) option.default([]);
		command.addOption(parsed(option, parameter).makeOptionMandatory(isRequired));
		parameterOf.set(option.attributeName(), name);
	}
	for (const [flags, help, fallback] of hint.options ?? [])
		if (fallback) command.option(flags, help, collect, fallback);
		else command.option(flags, help);
	const others = keys().filter(
		(other) => other !== key && routeOf(other).schemas().command?.usage === usage,
	) as Key[];
	const flagOf = (other: RouteKey) => routeOf(other).schemas().command?.flag ?? ['', ''];
	for (const other of others) command.option(...flagOf(other));
	if (hint.asks) command.option('--yes', 'without asking');
	if (hasJson) command.option('--json', 'the answer of the API, as JSON');
	return withServer(command).action(async (...all) => {
		const args = names.map((name, at) => [name, all[at]]);
		const given: Given = { ...command.opts(), ...Object.fromEntries(args) };
		try {
			const other = others.find((each) => given[flagOf(each)[0].slice(2)]);
			if (hint.asks && !given.yes && (await confirm(filled(hint.asks, given))) === false)
				refuse('nothing was done');
			if (work.run) return print(await work.run(given, askerFor(given)));
			const renamed = Object.entries(given)
				.filter(([, value]) => value !== undefined)
				.map(([name, value]) => [parameterOf.get(name) ?? name, value]);
			const value = reads === undefined ? {} : { [reads]: await firstLineOfInput() };
			const all = { ...Object.fromEntries(renamed), ...value, ...(await work.fill?.(given)) };
			const answer = await answered(other ?? key, all, askerFor(given), hint.columns !== undefined);
			const [member = '', none = ''] = hint.unless ?? [];
			const isNone = /^0?$/.test(String((answer as Readonly<Record<string, unknown>>)[member]));
			if (given.json) print([answer as object]);
			else if (!isNone) print(await shown(answer, given, hint));
			const failure = isNone ? filled(none, given) : work.fails?.(answer);
			if (failure !== undefined) refuse(failure);
		} catch (error) {
			const { message, exitCode = 1, issues = [] } = error as Refused;
			complainer(words.slice(0, Math.max(1, words.length - 1)).join(' '))(message, exitCode);
			if (hint.issue) for (const each of issues) note(hint.issue(each, given));
		}
	});
}

const askerFor =
	(given: ServerOptions): Asker =>
	async (...asking) => {
		const answer = await ask(given, ...asking);
		if (answer.ok) return answer.value;
		const { message, issues, code = '' } = answer.error;
		// A file may be wrong where the command is not.
		const hasFile = asking[3] !== undefined;
		const wrong = hasFile ? /^invalid_parameter$/ : /^invalid_(?:parameter|body|config)$/;
		throw new Refused(message, issues, wrong.test(code) ? 2 : 1);
	};

const PAGE = 200;

/** Asks a route with those of the given members that it takes. @param isWhole true to read all pages of a list */
export async function answered<Key extends RouteKey>(
	key: Key,
	all: Readonly<Record<string, unknown>> & { readonly init?: RequestInit },
	api: Asker,
	isWhole: boolean,
): Promise<AnswerOf<Key>> {
	const { query = {}, body } = routeOf(key).schemas();
	const among = (names: readonly string[]) =>
		Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name]]] : [])));
	const params = among([...pathNames(key), ...Object.keys(query)]) as ParamsOf<Key>;
	const members = body instanceof z.ZodObject ? among(Object.keys(body.shape)) : undefined;
	const ofPage = (offset: number) =>
		api(key, isPaged ? { ...params, limit: PAGE, offset } : params, members, all.init);
	const isPaged = isWhole && 'offset' in query && !('limit' in params || 'offset' in params);
	const answer = await ofPage(0);
	const { total = 0 } = answer as { readonly total?: number };
	const [name, first] =
		Object.entries(answer as object).find(([, each]) => Array.isArray(each)) ?? [];
	if (!isPaged) {
		const shownTo = Number(all.offset ?? 0) + (first?.length ?? 0);
		if ('offset' in query && shownTo < total)
			note(`${first?.length} of ${total} are shown; --offset ${shownTo} shows the next`);
		return answer;
	}
	const items: unknown[] = [...(first ?? [])];
	while (items.length < total) {
		const more = rowsOf((await ofPage(items.length)) as object, name);
		if (more.length === 0) break;
		items.push(...more);
	}
	return { ...(answer as object), [name ?? '']: items } as AnswerOf<Key>;
}

async function shown<Key extends RouteKey>(
	answer: AnswerOf<Key>,
	given: Given,
	{ show, says, once, columns, rows, empty, prints, hides }: Work<Key>,
): Promise<Lines> {
	const { more, problem, ...members } = answer as Readonly<Record<string, unknown>>;
	if (typeof problem === 'string') note(problem);
	if (show) return show(answer, given);
	const said = says === undefined ? [] : [filled(says, members)];
	if (prints !== undefined) {
		const trouble = printWhole(String(members[prints]), given.file);
		if (trouble !== undefined) refuse(trouble);
		const isHiding = hides !== undefined && String(members[prints]).includes('***');
		for (const line of said) note(isHiding ? `${line}; ${hides}` : line);
		return [];
	}
	if (columns !== undefined) {
		const found = rowsOf(answer as object, rows);
		if (found.length === 0) note(empty ?? 'There is none.');
		if (typeof more === 'number' && more > 0) note(`${more} more are not shown`);
		const people = /\b(?:principal|author|by)\b/.test(columns) ? await namesOf(given) : new Map();
		return [...(found.length === 0 ? [] : tableOf(columns.split(' '), found, people)), ...said];
	}
	if (once === undefined) return said;
	for (const line of said) note(line);
	return String(members[once] ?? '') || [];
}

/** Returns what a number is within; the bounds that every integer has say nothing. */
const boundsOf = ({ minValue, maxValue }: z.ZodNumber): readonly [number, number] => {
	const most = maxValue ?? Infinity;
	return [minValue ?? 0, most >= Number.MAX_SAFE_INTEGER ? Infinity : most];
};

const SCALARS = ['string', 'number', 'boolean', 'enum'];

type Parameter = ReturnType<typeof parametersOf>[number];

/** Parameters of a route that fit on a command line; `choices` are empty where any value is allowed. */
function parametersOf(key: RouteKey) {
	const { query = {}, body } = routeOf(key).schemas();
	const members: object = body instanceof z.ZodObject ? body.shape : {};
	const inPath = pathNames(key).map((name) => [name, z.string().describe(`the ${name}`)] as const);
	const all = [...inPath, ...Object.entries<z.ZodType>({ ...query, ...members })];
	const types = all.map(([name, schema], at) => {
		const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
		const inner = isWrapped ? (schema.unwrap() as z.ZodType) : schema;
		const value = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner;
		return {
			...{ name, type: value.type, isList: value !== inner, isInPath: at < inPath.length },
			help: helpOf(schema.description ?? inner.description),
			choices: value instanceof z.ZodEnum ? value.options.map(String) : [],
			bounds: value instanceof z.ZodNumber ? boundsOf(value) : undefined,
			isRequired: !schema.isOptional(),
		};
	});
	return types.filter(({ type }) => SCALARS.includes(type));
}

const singular = (name: string): string => name.replace(/s$/, '');

const nounOf = ({ name, type, choices, isList }: Parameter): string =>
	type === 'number' ? 'number' : isList || choices.length > 0 ? singular(name) : 'text';

/** Checks the values of an argument or option, and names the nearest one that is allowed. */
function parsed<Part extends Argument | Option>(
	part: Part,
	{ type, choices, isList, bounds: [least, most] = [0, Infinity] }: Parameter,
): Part {
	if (choices.length > 0) part.choices(choices);
	part.argParser((text: string, before?: unknown) => {
		const isWithin = /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most;
		if (type === 'number' && !isWithin)
			throw new InvalidArgumentError(
				`It takes a whole number${most < Infinity ? ` from ${least} to ${most}` : ''}.`,
			);
		if (choices.length > 0 && !choices.includes(text))
			throw new InvalidArgumentError(`It is one of ${choices.join(', ')}.${meant(text, choices)}`);
		if (isList) return collect(text, before as readonly string[]);
		return type === 'number' ? Number(text) : text;
	});
	if (type === 'boolean') Object.assign(part, { parseArg: undefined });
	return part;
}

const pathNames = (key: RouteKey) => [...key.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
