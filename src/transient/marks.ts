// What the server writes on results (docs/client.md): that one may leave the context, that another
// has used it up, and which tools belong together.
import {
	type ContextHint,
	TRANSIENT_NOTE,
	type TransientNote,
	USED_IDS,
} from '../shared/context-marks';
import { isRecord } from '../shared/is-record';
import type { ToolResult } from '../shared/tool-result';
import { fetchedList, type ListReading, listSummary, singleSummary } from './summary';

/** Records from which a result is worth leaving out again, where nothing else is configured. */
const MIN_RECORDS = 5;

/** This result may leave once it was used. */
export interface TransientMark {
	readonly context: { readonly lifecycle: 'transient'; readonly summary: string };
}

/** This result has used another up. */
export interface ConsumedMark {
	readonly context: { readonly consumed: true };
}

/**
 * The mark of a result that fetched records; undefined below `minRecords`. A look-up of one record
 * is for the caller not to ask about: it never is transient.
 */
export const transientMark = (
	count: number,
	summary: string,
	minRecords = MIN_RECORDS,
): TransientMark | undefined =>
	count >= minRecords ? { context: { lifecycle: 'transient', summary } } : undefined;

/** The mark of a consumer's success. */
export const CONSUMED: ConsumedMark = { context: { consumed: true } };

/** What a consumer's call named, beside its mark; undefined where it named nothing. */
export const usedMark = (
	ids: readonly string[],
): Readonly<Record<string, readonly string[]>> | undefined =>
	ids.length > 0 ? { [USED_IDS]: ids } : undefined;

/** The hints of a workflow step's group, or of a pair that nobody else announces. */
export const hintsMark = (
	hints: readonly ContextHint[],
): { contextHints: readonly ContextHint[] } => ({
	contextHints: hints,
});

/** Loadline's own note on a transient result, for `expand_result` and for equal totals. */
export const transientNote = (note: TransientNote): Readonly<Record<string, TransientNote>> => ({
	[TRANSIENT_NOTE]: note,
});

/**
 * A result with marks beside its own `_meta`. A failed result gets none; what the result says of
 * its context itself stays, and so does a `context` of some other meaning.
 */
export function withMarks(
	result: ToolResult,
	...marks: readonly (object | undefined)[]
): ToolResult {
	if (result.isError === true) return result;
	const meta: Record<string, unknown> = { ...result.meta };
	let changed = false;
	for (const [key, mark] of marks.flatMap((given) => Object.entries(given ?? {}))) {
		const own = meta[key];
		if (own === undefined) meta[key] = mark;
		else if (key === 'context' && isRecord(own) && isRecord(mark)) meta[key] = { ...mark, ...own };
		else if (Array.isArray(own) && Array.isArray(mark)) meta[key] = joined(own, mark);
		else continue;
		changed = true;
	}
	return changed ? { ...result, meta } : result;
}

/** Each entry once: a pair may be announced by several. */
const joined = (own: readonly unknown[], more: readonly unknown[]): unknown[] => {
	const known = new Set(own.map((each) => JSON.stringify(each)));
	return [...own, ...more.filter((each) => !known.has(JSON.stringify(each)))];
};

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
