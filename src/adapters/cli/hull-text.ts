// A conversation's context as a chart for a terminal: calls from left to right, tokens held upward.
import { type LedgerCall, occupancyOf } from '../../transient';

type ContextOccupancy = ReturnType<typeof occupancyOf>;

import { oneLine } from './terminal';

const WIDE = 60;
/** Most columns of one call. */
const WIDEST = 6;
const HIGH = 12;
const MOST_TOOLS = 8;

export const number = (value: number): string => Math.round(value).toLocaleString('en-US');

/** @param calls in call order */
export function hullText(calls: readonly LedgerCall[]): string {
	const hull = occupancyOf(calls);
	const held = hull.held.at(-1) ?? 0;
	const raw = hull.raw.at(-1) ?? 0;
	return [
		...picture(hull),
		'',
		`${number(held)} tokens are held of ${number(raw)} that tools gave (${share(held, raw)}), in ${calls.length} calls`,
		...heldByTool(calls).map(
			({ tool, tokens, results }) =>
				`  ${number(tokens).padStart(10)}  ${share(tokens, held).padStart(5)}  ${oneLine(tool)}, ${results === 1 ? 'one result' : `${results} results`}`,
		),
	].join('\n');
}

const share = (part: number, whole: number): string =>
	whole > 0 ? `${Math.round((100 * part) / whole)} %` : '–';

/** Draws `█` for held tokens, `░` for used ones still there, `┄` for what tools gave. */
function picture(hull: ContextOccupancy): string[] {
	const { held, raw } = hull;
	const each = Math.max(1, Math.min(WIDEST, Math.floor(WIDE / held.length)));
	const columns = Math.min(WIDE, held.length * each);
	const callOf = (column: number) => Math.ceil(((column + 1) * held.length) / columns) - 1;
	const most = Math.max(...held, 1);
	const top = Math.max(most, Math.min(raw.at(-1) ?? 0, most * 2));
	const rows = Array.from({ length: HIGH }, (_, at) => {
		const [from, to] = [((HIGH - 1 - at) * top) / HIGH, ((HIGH - at) * top) / HIGH];
		const cells = Array.from({ length: columns }, (_cell, column) => {
			const call = callOf(column);
			const middle = (from + to) / 2;
			if (middle <= (held[call] ?? 0)) return isUsedAt(hull, call, middle) ? '░' : '█';
			const given = raw[call] ?? 0;
			return given > from && given <= to ? '┄' : ' ';
		});
		const label = at === 0 ? number(top) : '';
		return `${label.padStart(10)} │${cells.join('')}`.trimEnd();
	});
	return [...rows, `${'0'.padStart(10)} └${'─'.repeat(columns)}`];
}

function isUsedAt({ layers }: ContextOccupancy, call: number, height: number): boolean {
	for (const { runs } of layers)
		for (const { from, to, base, tokens, isUsed } of runs)
			if (from <= call && call < to && base <= height && height < base + tokens) return isUsed;
	return false;
}

export interface HeldByTool {
	readonly tool: string;
	readonly tokens: number;
	readonly results: number;
}

/** Sums the tokens that each tool's results hold, largest first. */
export function heldByTool(calls: readonly LedgerCall[]): readonly HeldByTool[] {
	const tools = new Map<string, HeldByTool>();
	for (const { tool, tokensAfter, state } of calls) {
		if (state === 'forgotten') continue;
		const { tokens = 0, results = 0 } = tools.get(tool) ?? {};
		tools.set(tool, { tool, tokens: tokens + tokensAfter, results: results + 1 });
	}
	return [...tools.values()].sort((a, b) => b.tokens - a.tokens).slice(0, MOST_TOOLS);
}
