// Keeps `_meta` of a result, and members of it that MCP does not name, within their share of the budget.
import type { ToolResult } from '../shared/tool-result';
import { budgetOf, minus, scale, type Weigh, within } from './budget';
import type { Policy } from './types';

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
