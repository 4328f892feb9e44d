// Figures of groups of calls, as the API gives them, added up for a page and written as CSV.
import type { Group } from '../../../telemetry';

export type { Group };

/** Stands among servers for what all of them and Loadline instruct. */
export const INSTRUCTIONS = 'Instructions of all';

/** Returns the tool of a group. */
export const toolIn = (key: string): string => key.replace(/^playground:/, '');

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

/** Sorts groups by need: results sent over the limits first, then tokens of tools. */
export const byNeed = (groups: readonly Group[]): readonly Group[] =>
	[...groups].sort(
		(a, b) => b.overflowed - a.overflowed || b.originalTokens.sum - a.originalTokens.sum,
	);

const COLUMNS: readonly (readonly [string, (group: Group) => string | number | null])[] = [
	['calls', ({ count }) => count],
	['oversized', ({ oversized }) => oversized],
	['overflowed', ({ overflowed }) => overflowed],
	['tokens', ({ tokens }) => tokens.sum],
	['tokensP95', ({ tokens }) => tokens.p95],
	['originalTokens', ({ originalTokens }) => originalTokens.sum],
	['savedGross', ({ savedTokens }) => savedTokens.gross],
	['savedNet', ({ savedTokens }) => savedTokens.net],
	['errors', ({ outcomes }) => outcomes.error],
	['p50Ms', ({ latencyMs }) => latencyMs.p50],
	['p95Ms', ({ latencyMs }) => latencyMs.p95],
	['within20Percent', ({ accuracy }) => accuracy.within20Percent],
];

/** Groups as CSV (RFC 4180); what could be a formula to a spreadsheet is quoted as text. */
export function csvOf(groups: readonly Group[], name = 'endpoint'): string {
	const rows = groups.map((group) => [group.key, ...COLUMNS.map(([, of]) => of(group) ?? '')]);
	const head = [name, ...COLUMNS.map(([column]) => column)];
	return `${[head, ...rows].map((row) => row.map(cell).join()).join('\r\n')}\r\n`;
}

const cell = (value: string | number): string => {
	const text = String(value);
	const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
