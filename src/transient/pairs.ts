// Pairs of tools from the configuration: they give the protocol to servers that know nothing of it.
// Inside, tools go by their endpoint names; hints name them as the caller does.
import type { ContextHint } from '../shared/context-marks';
import type { ToolResult } from '../shared/tool-result';
import { fetchedList, type ListReading } from './fetched-list';
import { CONSUMED, hintsMark, transientMark, withMarks } from './marks';
import { singleSummary } from './single-summary';
import { listSummary } from './summary';

/** One entry of `transient` in the configuration. */
export interface ConfiguredPair {
	readonly tool: string;
	readonly consumedBy: readonly string[];
	/** Records from which a result of `tool` is transient; a detail or a text counts as one. */
	readonly minRecords: number;
}

/**
 * All pairs under endpoint names: those of the whole configuration, and those of each upstream,
 * whose tools go by their own names there. A consumer of another server is named in full there too:
 * `<upstream>__<tool>`. The name of a tool of Loadline's own means that one, and the upstream's
 * should it have one of that name.
 *
 * @param isOwnTool - whether Loadline itself has a tool of this name
 */
export function configuredPairs(
	everywhere: readonly ConfiguredPair[],
	upstreams: readonly { readonly name: string; readonly transient: readonly ConfiguredPair[] }[],
	isOwnTool: (name: string) => boolean,
): readonly ConfiguredPair[] {
	const ofUpstreams = upstreams.flatMap(({ name, transient }) =>
		transient.map(({ tool, consumedBy, minRecords }) => ({
			tool: inFull(name, tool),
			consumedBy: consumedBy.flatMap((consumer) =>
				isOwnTool(consumer) ? [consumer, inFull(name, consumer)] : inFull(name, consumer),
			),
			minRecords,
		})),
	);
	return [...everywhere, ...ofUpstreams];
}

const inFull = (upstream: string, tool: string): string =>
	tool.includes('__') ? tool : `${upstream}__${tool}`;

/** How a result is marked: names as the caller sees them, and how its list is read. */
export interface Marking extends ListReading {
	/** The caller's name of the tool that was called, where it is not the endpoint: `read_result`. */
	readonly calledAs?: string;
	/** The caller's name of an endpoint. */
	readonly shownName: (endpoint: string) => string;
}

/**
 * The marks that the pairs give to a result of an endpoint: transient with its hints when it is a
 * list of enough records, consumed when the endpoint is a consumer. A failed result is left alone.
 *
 * @param result - as the endpoint gave it, before anything was cut
 * @returns values for `_meta`, to be put on what is sent (`withMarks`); empty when there are none
 */
export function pairMarks(
	pairs: readonly ConfiguredPair[],
	endpoint: string,
	result: ToolResult,
	{ shownName, calledAs, ...reading }: Marking,
): Readonly<Record<string, unknown>> {
	const fetching = pairs.filter(({ tool }) => tool === endpoint);
	const isConsumer = pairs.some(({ consumedBy }) => consumedBy.includes(endpoint));
	const fetched = fetching.length > 0 ? fetchedOf(result, reading, shownName(endpoint)) : undefined;
	const enough = fetching.filter(({ minRecords }) => fetched && fetched.count >= minRecords);
	const bare: ToolResult = { content: [], ...(result.isError && { isError: true }) };
	const marked = withMarks(
		bare,
		isConsumer ? { ...CONSUMED } : undefined,
		fetched && enough.length > 0
			? {
					...transientMark(fetched.count, fetched.summary, 0),
					...hintsMark(hintsOf(enough, shownName, calledAs)),
				}
			: undefined,
	);
	return marked.meta ?? {};
}

/** How many records a result counts as, and what takes its place; undefined when it holds nothing. */
function fetchedOf(
	result: ToolResult,
	reading: ListReading,
	tool: string,
): { readonly count: number; readonly summary: string } | undefined {
	const list = fetchedList(result, reading);
	if (list) return { count: list.count, summary: listSummary(list, tool) };
	const summary = singleSummary(result, tool);
	return summary === undefined ? undefined : { count: 1, summary };
}

/** The hints that announce pairs, one for each consumer as the caller names it. */
function hintsOf(
	pairs: readonly ConfiguredPair[],
	shownName: (endpoint: string) => string,
	calledAs: string | undefined,
): ContextHint[] {
	return pairs.flatMap(({ tool, consumedBy }) =>
		[...new Set(consumedBy.map(shownName))].map((consumer) => ({
			tool: calledAs ?? shownName(tool),
			lifecycle: 'transient' as const,
			consumedBy: consumer,
		})),
	);
}
