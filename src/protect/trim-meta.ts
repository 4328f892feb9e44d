// Keeps `_meta` of a result, and members of it that MCP does not name, within their share of the budget.
import type { Block, ToolResult } from '../shared/tool-result';
import { budgetOf, minus, scale, type Weigh, type Weight, within } from './budget';
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
	const takes = (value: unknown): boolean => takesText(JSON.stringify(value) ?? '');
	const takesText = (text: string): boolean => {
		const weight: Weight = weigh(text);
		if (!within(weight, room)) return false;
		room = minus(room, weight);
		return true;
	};
	const entries = Object.entries(result.meta ?? {}).filter(([key, value]) => {
		const isKept = takes({ [key]: value });
		if (!isKept) leftOut.push(key);
		return isKept;
	});
	const others = Object.entries(result.others ?? {}).filter(([key, json]) => {
		const isKept = takesText(`${key}:${json}`);
		if (!isKept) leftOut.push(key);
		return isKept;
	});
	const content = result.content.map((block, at) =>
		trimBlock(block, `content/${at}`, takes, leftOut),
	);
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

function trimBlock(
	block: Block,
	path: string,
	takes: (value: unknown) => boolean,
	leftOut: string[],
): Block {
	const { _meta: own, ...bare } = block as Block & { _meta?: unknown };
	let trimmed: Block = block;
	if (own !== undefined && !takes(own)) {
		leftOut.push(`${path}/_meta`);
		trimmed = bare as Block;
	}
	const resource = trimmed.resource as { _meta?: unknown } | undefined;
	if (resource?._meta === undefined || takes(resource._meta)) return trimmed;
	leftOut.push(`${path}/resource/_meta`);
	const { _meta: _, ...inner } = resource;
	return { ...trimmed, resource: inner } as Block;
}
