// The short way of a result that needs no protection: decided from its size and the lengths of its lists alone,
// with the same outcome as the full way, without parsing it or looking for its data.
import type { ToolResult } from '../shared/tool-result';
import {
	budgetOf,
	CEILING_MARGIN,
	isDoubtful,
	minus,
	scale,
	type Weigh,
	type Weight,
	weigher,
	within,
} from './budget';
import { isWithin, sizeOf } from './draft';
import { blockText, budgetNumbers, shown, withReport } from './frame';
import type { Outcome, Policy, Report, View } from './types';

/** UTF-16 units of a text that is worth a look: a longer one rarely is within its limits. */
const LONGEST = 16_384;

/**
 * Returns the outcome of a result that goes out as it is, whatever its data are: within every limit of the policy,
 * no list in it longer than a page, and nothing asked of it.
 * @returns undefined where only {@link protect} can tell; most of these are reduced
 */
export function passThrough(result: ToolResult, view: View, policy: Policy): Outcome | undefined {
	// With a tokenizer at hand the text is doubtful, and is counted once.
	if (policy.count || Object.keys(view).length > 0 || !hasShortLists(result, policy))
		return undefined;
	if (isDoubtful(shown(result).text, policy)) return undefined;
	if (hasMore(result) && trimMeta(result, policy, weigher(policy)).leftOut.length > 0)
		return undefined;
	const size = sizeOf(result, policy);
	const { tokenBudgetThreshold, chunkTokenThreshold, itemTokenThreshold } = policy;
	if (size.tokens > Math.min(tokenBudgetThreshold, chunkTokenThreshold, itemTokenThreshold))
		return undefined;
	const budget = budgetOf(policy);
	// A text has no more tokens than bytes, so that most small results need not be weighed.
	const atMost = Math.ceil(size.bytes * CEILING_MARGIN * policy.tokenFamily);
	const isSmall = !policy.host && atMost <= budget.tokens && size.bytes <= budget.bytes;
	return isSmall || isWithin(result, budget, { policy, weigh: weigher(policy) })
		? untouched(result, size, policy)
		: undefined;
}

/** Tells whether a result has anything beside its data: `_meta`, or members that MCP does not name. */
function hasMore({ content, meta, others }: ToolResult): boolean {
	if (meta || others) return true;
	for (const { _meta, resource } of content) if (_meta ?? resource) return true;
	return false;
}

/** The result as it is, with its budget numbers in `_meta`. */
export function untouched(result: ToolResult, original: Weight, policy: Policy): Outcome {
	const report = {
		act: 'passthrough' as const,
		...budgetNumbers(original.tokens, policy.tokenBudgetThreshold),
		originalTokens: original.tokens,
		bytes: original.bytes,
		originalBytes: original.bytes,
	};
	return { report, positions: [], place: () => withReport(result, report) };
}

/** Returns the report on a result that goes out whole, whatever its limits. */
export const reportUntouched = (result: ToolResult, policy: Policy): Report =>
	untouched(result, sizeOf(result, policy), policy).report;

/** Tells whether a result has neither long texts nor a list that is longer than a page. */
function hasShortLists(
	{ content, structured = '' }: ToolResult,
	{ pagination, whole, defaultPageSize, maxPageSize }: Policy,
): boolean {
	const most = pagination && !whole ? Math.min(defaultPageSize, maxPageSize) : Infinity;
	if (content.length > most || !isShort(structured, most)) return false;
	for (const block of content) if (!isShort(blockText(block) ?? '', most)) return false;
	return true;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Tells whether a text is short, and its largest container has so many members or items, at most, where it is JSON. */
function isShort(text: string, most: number): boolean {
	if (text.length > LONGEST) return false;
	if (text.length < 2 * most) return true;
	const open = [1];
	let isString = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (isString) {
			if (code === BACKSLASH) at++;
			else if (code === QUOTE) isString = false;
		} else if (code === QUOTE) isString = true;
		else if (code === COMMA) {
			const children = (open.pop() ?? 1) + 1;
			if (children > most) return false;
			open.push(children);
		} else if (code === 0x5b || code === 0x7b) open.push(1);
		else if (code === 0x5d || code === 0x7d) open.pop();
	}
	return true;
}

/** Share of the budget that all `_meta` of a result, and what MCP does not name, may take. */
const SHARE = 0.15;
/** Keys that are named, and the characters of each. */
const NAMED = { most: 10, length: 80 };

/**
 * The result without those keys of `_meta`, and members that MCP does not name, that are over their share of the budget,
 * and the names of these: `content/3/_meta` for that of a block.
 */
export function trimMeta(result: ToolResult, policy: Policy, weigh: Weigh) {
	let room = scale(budgetOf(policy), SHARE);
	const leftOut: string[] = [];
	const takes: Takes = (text, name) => {
		const weight = weigh(text);
		const isKept = within(weight, room);
		if (isKept) room = minus(room, weight);
		else leftOut.push(name);
		return isKept;
	};
	const entries: [string, unknown][] = [];
	for (const [key, value] of Object.entries(result.meta ?? {}))
		if (takes(JSON.stringify({ [key]: value }), key)) entries.push([key, value]);
	const others: [string, string][] = [];
	for (const [key, json] of Object.entries(result.others ?? {}))
		if (takes(`${key}:${json}`, key)) others.push([key, json]);
	const content = result.content.map((block, at) => {
		const own = withoutMeta(block, `content/${at}`, takes);
		const resource = own.resource as Members | undefined;
		if (!resource) return own;
		return { ...own, resource: withoutMeta(resource, `content/${at}/resource`, takes) };
	});
	if (leftOut.length === 0) return { result, leftOut };
	const named = leftOut.slice(0, NAMED.most).map((key) => key.slice(0, NAMED.length));
	const { meta: _, others: __, ...rest } = result;
	return {
		result: {
			...rest,
			content,
			...(entries.length > 0 ? { meta: Object.fromEntries(entries) } : {}),
			...(others.length > 0 ? { others: Object.fromEntries(others) } : {}),
		},
		leftOut: named.length < leftOut.length ? [...named, '…'] : named,
	};
}

type Members = Readonly<Record<string, unknown>>;

/** Takes a text if there is room for it, else its name. */
type Takes = (text: string, name: string) => boolean;

/** Removes the `_meta` of a block or resource where there is no room for it. */
function withoutMeta<Of extends Members>(of: Of, path: string, takes: Takes): Of {
	const { _meta: own } = of;
	if (own === undefined || takes(JSON.stringify(own), `${path}/_meta`)) return of;
	const { _meta: _, ...bare } = of;
	return bare as Members as Of;
}
