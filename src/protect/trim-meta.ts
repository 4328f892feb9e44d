// Keeps `_meta` of a result, and members of it that MCP does not name, within their share of the budget.
import type { Block, ToolResult } from '../shared/tool-result';
import { budgetOf, minus, scale, type Weigh, within } from './budget';
import type { Policy } from './types';

/** Share of the budget that all `_meta` of a result, and what MCP does not name, may take. */
const SHARE = 0.15;
/** Keys that are named, and the characters of each. */
const NAMED = { most: 10, length: 80 };

/** A result whose `_meta` fits its share of the budget. */
interface Trimmed {
	readonly result: ToolResult;
	/** Keys that were left out: of the result, or `content/3/_meta` of a block. */
	readonly leftOut: readonly string[];
}

/** The result without those keys of `_meta`, and members that MCP does not name, that are over their share of the budget, and the names of these. */
export function trimMeta(result: ToolResult, policy: Policy, weigh: Weigh): Trimmed {
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
	const content: Block[] = [];
	for (const [at, block] of result.content.entries())
		content.push(trimBlock(block, `content/${at}`, takes));
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

/** Takes a text if there is room for it, else its name. */
type Takes = (text: string, name: string) => boolean;

function trimBlock(block: Block, path: string, takes: Takes): Block {
	const { _meta: own } = block as Block & { _meta?: unknown };
	let trimmed = block;
	if (own !== undefined && !takes(JSON.stringify(own), `${path}/_meta`)) {
		const { _meta: _, ...bare } = block as Block & { _meta?: unknown };
		trimmed = bare as Block;
	}
	const resource = trimmed.resource as { _meta?: unknown } | undefined;
	const inside = resource?._meta;
	if (inside === undefined || takes(JSON.stringify(inside), `${path}/resource/_meta`))
		return trimmed;
	const { _meta: _, ...inner } = resource as { _meta?: unknown };
	return { ...trimmed, resource: inner } as Block;
}
