// Figures of groups of calls, as the API gives them, added up for a page and written as CSV; the cost of tool definitions
// and instructions in a context, estimated from what clients get: one measure for all pages.
import { estimate } from '../../../protect';
import { type Group, isFound } from '../../../telemetry';
import { type Api, mcpOf, type Tool } from './api';
import type { Session } from './sessions';
import { withQuery } from './table';

export type { Group };

/** Stands among servers for what all of them and Loadline instruct. */
export const INSTRUCTIONS = 'Instructions of all';

/** Returns the tool of a group. */
export const toolIn = (key: string): string => key.replace(/^(?:playground|demo):/, '');

/** Adds up groups that share no call. */
export function totalsOf(groups: readonly Group[]) {
	const sum = (of: (group: Group) => number) => groups.reduce((all, each) => all + of(each), 0);
	const sampled = sum(({ accuracy }) => accuracy.sampled);
	const close = sum(({ accuracy }) => (accuracy.sampled * (accuracy.within20Percent ?? 0)) / 100);
	return {
		calls: sum(({ count }) => count),
		sent: sum(({ tokens }) => tokens.sum),
		original: sum(({ originalTokens }) => originalTokens.sum),
		gross: sum(({ savedTokens }) => savedTokens.gross),
		net: sum(({ savedTokens }) => savedTokens.net),
		overflowed: sum(({ overflowed }) => overflowed),
		errors: sum(({ outcomes }) => outcomes.error),
		sampled,
		/** From 0 to 1; undefined without samples. */
		accurate: sampled > 0 ? close / sampled : undefined,
	};
}

/** Sums over all groups of a period. */
export type Totals = ReturnType<typeof totalsOf>;

/** A tool: its calls in the time asked for, absent where there are none. */
export interface Row {
	readonly key: string;
	readonly group?: Group;
}

/** Figures of every tool: tokens of its definition where it is listed, and of first answers in force. */
export interface Told {
	readonly definitions: ReadonlyMap<string, number>;
	readonly budgetOf: (endpoint: string) => Readonly<Partial<Record<Kind, number | undefined>>>;
}

/** Kinds of results with a budget of their own. */
export const KINDS = ['list', 'object', 'text'] as const;
type Kind = (typeof KINDS)[number];

/** Orders of tools, each with its words and what it goes by; among equals by what tools gave, those that nobody called last. */
export const ORDERS = {
	need: ['Most sent over the limits', ({ group }: Row) => group?.overflowed ?? 0],
	sent: ['Most sent', ({ group }: Row) => group?.tokens.sum ?? 0],
	definition: [
		'Largest definition',
		({ key }: Row, { definitions }: Told) => definitions.get(toolIn(key)) ?? 0,
	],
	failed: ['Most failed', ({ group }: Row) => group?.outcomes.error ?? 0],
} as const;

/** Lists tools with these words, in an order. */
export function rowsOf(
	groups: readonly Group[],
	told: Told,
	{ search, by }: { readonly search: string; readonly by: keyof typeof ORDERS },
): readonly Row[] {
	const called = new Set(groups.map(({ key }) => key));
	const byTokens = groups.toSorted((a, b) => b.originalTokens.sum - a.originalTokens.sum);
	const [, value] = ORDERS[by];
	return [
		...byTokens.map((group) => ({ key: group.key, group })),
		...[...told.definitions.keys()].filter((key) => !called.has(key)).map((key) => ({ key })),
	]
		.filter(({ key }) => isFound(search, key))
		.sort((a, b) => value(b, told) - value(a, told));
}

/** Returns whether a call of a group gave a result: of none there are no percentiles. */
export const isAnswered = ({ count, outcomes }: Group): boolean => count > outcomes.error;

const COLUMNS: readonly (readonly [string, (group: Group) => string | number | null])[] = [
	['calls', ({ count }) => count],
	['oversized', ({ oversized }) => oversized],
	['overflowed', ({ overflowed }) => overflowed],
	['tokens', ({ tokens }) => tokens.sum],
	['tokensP50', (group) => (isAnswered(group) ? group.tokens.p50 : null)],
	['tokensP95', (group) => (isAnswered(group) ? group.tokens.p95 : null)],
	['originalTokens', ({ originalTokens }) => originalTokens.sum],
	['savedGross', ({ savedTokens }) => savedTokens.gross],
	['askedLater', ({ savedTokens: { gross, net } }) => gross - net],
	['savedNet', ({ savedTokens }) => savedTokens.net],
	['errors', ({ outcomes }) => outcomes.error],
	['p50Ms', ({ latencyMs }) => latencyMs.p50],
	['p95Ms', ({ latencyMs }) => latencyMs.p95],
	['within20Percent', ({ accuracy }) => accuracy.within20Percent],
];

/** Tools as CSV (RFC 4180), all that the table of them shows; what could be a formula to a spreadsheet is quoted as text. */
export function csvOf(rows: readonly Row[], { definitions, budgetOf }: Told): string {
	const lines = rows.map(({ key, group }) => {
		const tool = toolIn(key);
		const budget = key.includes('__') ? budgetOf(tool) : {};
		const own = [definitions.get(tool), ...KINDS.map((kind) => budget[kind])];
		return [key, ...COLUMNS.map(([, of]) => group && of(group)), ...own];
	});
	const head = [
		'tool',
		...COLUMNS.map(([column]) => column),
		'definition',
		...KINDS.map((kind) => `budget_${kind}`),
	];
	return `${[head, ...lines].map((line) => line.map((value) => cell(value ?? '')).join()).join('\r\n')}\r\n`;
}

const cell = (value: string | number): string => {
	const text = String(value);
	const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Tokens of the definitions at `/mcp` by server; own tools under `Loadline`, and what it instructs under `INSTRUCTIONS`. */
export type Definitions = ReadonlyMap<string, number>;

/** Loadline's own beside those of one server. */
export const OWN_TOOLS: ReadonlySet<string> = new Set(['read_result', 'find_tools', 'call_tool']);

/** Returns the tokens of one definition. */
export const definitionTokens = ({ name, description, inputSchema }: Tool): number =>
	estimate(JSON.stringify({ name, description, inputSchema }));

/** Reads what the address that a client came by lists, the most costly server first; undefined where it does not tell. */
export async function definitionsOf(
	api: Api,
	{ server: of, toolsets, tools: listed }: NonNullable<Session['client']> = {},
): Promise<Definitions | undefined> {
	const address = withQuery(of === undefined ? '/mcp' : mcpOf(of), { toolsets, tools: listed });
	const [tools, told] = await Promise.all([
		api.tools(address),
		api.mcp('server/discover', {}, address),
	]);
	if (tools === undefined) return undefined;
	const tokens = new Map<string, number>();
	for (const tool of tools) {
		const [server = '', ...rest] = tool.name.split('__');
		const isOwn = of === undefined ? rest.length === 0 : OWN_TOOLS.has(tool.name);
		const owner = isOwn ? 'Loadline' : (of ?? server);
		tokens.set(owner, (tokens.get(owner) ?? 0) + definitionTokens(tool));
	}
	const instructions = told?.instructions;
	if (typeof instructions === 'string') tokens.set(INSTRUCTIONS, estimate(instructions));
	return new Map([...tokens].sort(([, a], [, b]) => b - a));
}
