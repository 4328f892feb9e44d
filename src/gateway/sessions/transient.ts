// Marks on a result on its way out: which may leave the context once used, and what used them up
// (docs/client.md). Pairs from the config give the protocol to tools that know nothing of it.
import type { Config } from '../../config';
import { estimate } from '../../protect';
import { collapsedText } from '../../shared/collapsed-text';
import {
	readContextMarks,
	TRANSIENT_NOTE,
	type TransientNote,
	USED_IDS,
} from '../../shared/context-marks';
import { onceFor } from '../../shared/once';
import type { ToolResult } from '../../shared/tool-result';
import { configuredPairs, pairMarks, withMarks } from '../../transient';
import { treatmentOf } from '../contract/call-facts';
import type { Scope } from '../contract/gateway';
import { READ_RESULT, shownFullName } from '../contract/names';

/** A result that is about to go out, and of which call. */
export interface Sent {
	readonly endpoint: string;
	/** As the caller named it. */
	readonly tool: string;
	readonly scope: Scope;
	/** As it goes out. */
	readonly result: ToolResult;
	/** Ids that its call named; asked only of a consumer. */
	readonly named?: () => readonly string[];
	/** As the source gave it, and how many of its items go out; absent when a cursor was followed. */
	readonly original?: { readonly result: ToolResult; readonly items?: number | undefined };
}

/** Returns whether Loadline itself has a tool of this name. */
type IsOwnTool = (name: string) => boolean;

type Pairs = ReturnType<typeof configuredPairs>;

/** Loadline's own tools that fetch and use up; they need no workflow and no configuration. */
const OWN_PAIRS: Pairs = ['search_records', 'find_records'].map((tool) => ({
	tool,
	consumedBy: ['store_analysis_memory'],
	minRecords: 5,
}));

/** Every pair that holds under a configuration, by endpoint names, and the endpoints that they name. */
export const pairsIn = onceFor(({ transient, upstreams }: Config, isOwnTool: IsOwnTool) => {
	const pairs = [...OWN_PAIRS, ...configuredPairs(transient, upstreams, isOwnTool)];
	const endpoints = new Set(pairs.flatMap(({ tool, consumedBy }) => [tool, ...consumedBy]));
	return { pairs, endpoints };
});

/** The result with its marks and, on a transient one, Loadline's note with this id. */
export function marked(sent: Sent, config: Config, newId: () => string, isOwnTool: IsOwnTool) {
	const { endpoint, tool, scope, result, original, named } = sent;
	// An upstream keeps its own marks, whatever is switched off here.
	if (!treatmentOf(config, endpoint).transient)
		return endpoint.includes('__') ? result : withoutMarks(result);
	const { pairs, endpoints } = pairsIn(config, isOwnTool);
	if (result.meta?.context === undefined && !endpoints.has(endpoint)) return result;
	const shownName = (name: string) => shownFullName(name, scope);
	const marksOf = (of: ToolResult, how: Partial<Parameters<typeof pairMarks>[3]>) =>
		pairMarks(pairs, endpoint, of, { shownName, itemsPath: config.itemsPath, ...how });
	const count = original?.items;
	// Identifiers are read before a projection may have taken them away.
	const marks = original
		? marksOf(original.result, count === undefined ? {} : { shown: { from: 0, count } })
		: fetchMarks(marksOf(result, tool === READ_RESULT ? { calledAs: tool } : {}));
	const announced = withMarks(result, marks);
	const { transient, consumed } = readContextMarks({ _meta: announced.meta });
	if (consumed && named) {
		const ids = named();
		return ids.length > 0 ? withMarks(announced, { [USED_IDS]: ids }) : announced;
	}
	if (!transient || announced.isError) return announced;
	const nextCursor = nextCursorOf(announced);
	const { upstream, toolsets } = scope;
	// `expand_result` is listed.
	const isRestorable = upstream === undefined && (!toolsets || toolsets.includes('results'));
	const note: TransientNote = {
		id: newId(),
		...(nextCursor === undefined ? {} : { nextCursor }),
		...(isRestorable ? {} : { restorable: false as const }),
		...(scope.through && { through: scope.through }),
	};
	const collapsedTokens = estimate(collapsedText(transient.summary, tool, note));
	return withMarks(announced, { [TRANSIENT_NOTE]: { ...note, collapsedTokens } });
}

/** To go on reading uses nothing up. */
const fetchMarks = (marks: Readonly<Record<string, unknown>>) => {
	const { consumed: _, ...context } = (marks.context ?? {}) as Record<string, unknown>;
	return Object.keys(context).length > 0 ? { ...marks, context } : {};
};

/** Without what may leave and what was used; what a workflow asks for is no mark of a result. */
const withoutMarks = (result: ToolResult): ToolResult => {
	const { transient, consumed, hints } = readContextMarks({ _meta: result.meta });
	if (!result.meta || !(transient || consumed || hints.length > 0)) return result;
	const { context: _, contextHints: __, ...meta } = result.meta;
	return { ...result, meta };
};

/** `nextCursor` of what the model sees: a member of the object, or of the block behind a list. */
function nextCursorOf({ structured, content }: ToolResult): string | undefined {
	const last = content.at(-1);
	const texts = [structured, typeof last?.text === 'string' ? last.text : undefined];
	for (const text of texts) {
		if (text === undefined || !text.includes('"nextCursor"')) continue;
		const found = /"nextCursor":\s*"([\w.~:+/=-]{1,128})"/.exec(text)?.[1];
		if (found !== undefined) return found;
	}
	return undefined;
}
