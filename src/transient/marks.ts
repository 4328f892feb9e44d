// Marks on results (docs/client.md): transient, consumed and paired tools, also for servers that do not
// speak the protocol. Pairs use endpoint names inside; hints use the caller's names.
import { CONTEXT_EXTENSION, type ContextHint, isName, USED_IDS } from '../shared/context-marks';
import { isRecord } from '../shared/json-values';
import type { ToolResult } from '../shared/tool-result';
import { type ListReading, singleSummary, summarizeList } from './summary';

/** Default number of records from which a result is worth leaving out. */
const MIN_RECORDS = 5;

/** Returns the transient mark for a list of records; undefined below `minRecords`. */
export const transientMark = (count: number, summary: string, minRecords = MIN_RECORDS) =>
	count >= minRecords ? { context: { lifecycle: 'transient', summary } } : undefined;

/** The mark of a consumer's success: it has used another result up. */
export const CONSUMED = { context: { consumed: true } } as const;

/** Returns the hints of a workflow step's group or of configured pairs, for `_meta`. */
export const hintsMark = (contextHints: readonly ContextHint[]) => ({ contextHints });

/** Adds marks to a result's `_meta`. A failed result is left alone, and the result's own marks win. */
export function withMarks(result: ToolResult, ...marks: readonly (object | undefined)[]) {
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

/** Merges two lists without duplicates. */
const joined = (own: readonly unknown[], more: readonly unknown[]): unknown[] => {
	const known = new Set(own.map((each) => JSON.stringify(each)));
	return [...own, ...more.filter((each) => !known.has(JSON.stringify(each)))];
};

/** An entry of `transient` in the configuration. */
export interface ConfiguredPair {
	readonly tool: string;
	readonly consumedBy: readonly string[];
	/** Minimum number of records for a transient result; a single record or a text counts as one. */
	readonly minRecords: number;
}

/**
 * Returns all configured pairs under endpoint names. An upstream's tools go by their own names in its
 * section; a consumer of another upstream is `<upstream>__<tool>`, and the name of one of Loadline's own
 * tools means both that tool and the upstream's.
 */
export function configuredPairs(
	everywhere: readonly ConfiguredPair[],
	upstreams: readonly { readonly name: string; readonly transient: readonly ConfiguredPair[] }[],
	isOwnTool: (name: string) => boolean,
): readonly ConfiguredPair[] {
	const ofUpstreams = upstreams.flatMap(({ name, transient }) =>
		transient.map(({ tool, consumedBy, minRecords }) => ({
			tool: qualifiedName(name, tool),
			consumedBy: consumedBy.flatMap((consumer) =>
				isOwnTool(consumer)
					? [consumer, qualifiedName(name, consumer)]
					: qualifiedName(name, consumer),
			),
			minRecords,
		})),
	);
	return [...everywhere, ...ofUpstreams];
}

const qualifiedName = (upstream: string, tool: string): string =>
	tool.includes('__') ? tool : `${upstream}__${tool}`;

/** Options for marking a result: names as the caller sees them, and the location of its list. */
export interface Marking extends ListReading {
	/** The caller's name of the called tool, where it is not the endpoint (`read_result`). */
	readonly calledAs?: string;
	/** Returns the caller's name of an endpoint. */
	readonly shownName: (endpoint: string) => string;
}

/**
 * Returns the `_meta` marks that pairs give to an endpoint's uncut result: transient with hints for a list
 * of enough records, consumed for a consumer, none for a failed result.
 */
export function pairMarks(
	pairs: readonly ConfiguredPair[],
	endpoint: string,
	result: ToolResult,
	{ shownName, calledAs, ...reading }: Marking,
): Readonly<Record<string, unknown>> {
	const fetching = pairs.filter(({ tool }) => tool === endpoint);
	const isConsumer = pairs.some(({ consumedBy }) => consumedBy.includes(endpoint));
	const tool = shownName(endpoint);
	const fetched =
		fetching[0] && (summarizeList(result, tool, reading) ?? singleSummary(result, tool));
	const enough = fetching.filter(({ minRecords }) => fetched && fetched.count >= minRecords);
	const marked = withMarks(
		{ content: [], ...(result.isError && { isError: true }) },
		isConsumer ? CONSUMED : undefined,
		fetched && enough.length > 0
			? {
					...transientMark(fetched.count, fetched.summary, 0),
					...hintsMark(hintsOf(enough, shownName, calledAs)),
				}
			: undefined,
	);
	return marked.meta ?? {};
}

/** Returns a hint per consumer, as the caller names it. */
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

/** Members of the extension in `_meta`, by whichever name they came. */
export type NamedMarks = Readonly<
	Partial<Record<'lifecycle' | 'summary' | 'consumed' | 'used' | 'hints', unknown>>
>;

/** Returns the marks under the extension's name, and those under the short ones. */
export function marksIn(meta: unknown): { readonly named?: unknown; readonly short?: NamedMarks } {
	if (!isRecord(meta)) return {};
	const { [CONTEXT_EXTENSION]: named, [USED_IDS]: used, context, contextHints: hints } = meta;
	const short: NamedMarks = {
		...(isRecord(context) ? context : context !== undefined && { lifecycle: context }),
		...(used !== undefined && { used }),
		...(hints !== undefined && { hints }),
	};
	const isShort = [context, used, hints].some((each) => each !== undefined);
	return { ...(named !== undefined && { named }), ...(isShort && { short }) };
}

const isText = (value: unknown, most: number): boolean =>
	typeof value === 'string' && value.trim() !== '' && value.length <= most;

const isHint = (hint: unknown): boolean =>
	isRecord(hint) &&
	isName(hint.tool) &&
	hint.lifecycle === 'transient' &&
	(hint.step === undefined || typeof hint.step === 'number') &&
	(isName(hint.consumedBy) ||
		(Array.isArray(hint.consumedBy) &&
			hint.consumedBy.length > 0 &&
			hint.consumedBy.every(isName)));

/** Returns the members of marks that have not their form. */
export function markFaults(marks: unknown): readonly string[] {
	if (!isRecord(marks)) return ['it is no object'];
	const { lifecycle, summary, consumed, used, hints } = marks as NamedMarks;
	const forms: readonly (readonly [name: string, value: unknown, is: boolean])[] = [
		['lifecycle', lifecycle, lifecycle === 'transient'],
		['summary', summary, isText(summary, 1_000)],
		['consumed', consumed, typeof consumed === 'boolean'],
		['used', used, Array.isArray(used) && used.length <= 200 && used.every(isName)],
		['hints', hints, Array.isArray(hints) && hints.length <= 500 && hints.every(isHint)],
	];
	const wrong = forms.flatMap(([name, value, is]) => (value === undefined || is ? [] : [name]));
	return lifecycle !== undefined && summary === undefined ? [...wrong, 'summary'] : wrong;
}
