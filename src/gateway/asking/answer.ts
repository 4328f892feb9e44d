// The answer to a question as JSON: `{result, over}` or `{total, hits}`, before it is held to a budget.
import { briefOf, finding, type Selected, selecting, selectingAcross } from '../../ask';
import { estimate, type Policy } from '../../protect';
import type { Tape } from '../../shared/json/tape';
import { planFields, project } from '../../shared/json/write';
import { err, ok, type Result } from '../../shared/result';
import type { Slices } from '../../shared/slices';
import { type Queryable, rowsIn, textOf } from './queryable';
import type { AskingCall } from './read-result';

export interface Answered {
	/** A JSON object. */
	readonly json: string;
	/** The member that is a list, or groups with a number each, for its pages. */
	readonly list?: 'result' | 'hits';
	/** A first page that is shorter than there is room for. */
	readonly first?: FirstPage;
	/** Dotted paths of fields that the question was about. */
	readonly fields?: readonly string[];
}

/** First view of hits beyond a page, or of what is told in brief; absent from an answer that shows all. */
export interface FirstPage {
	/** Items after which the cursor goes on; undefined where it needs none. */
	readonly items?: number | undefined;
	/** The answer with these items alone, and the cursor that leads on. */
	json(nextCursor: string | undefined): string;
}

/** Characters of the hits on the first page: of many, a few tell whether it is what was meant. */
const FIRST_CHARACTERS = 300;
const LEAST_HITS = 2;
const MOST_HITS = 8;
/** Hits that all come where they are short. */
const SHORT_HITS = 24;
/** All of a few hits come at once: the cursor for the rest would cost as much. */
const FEW_HITS = 3;
const FEW_CHARACTERS = 1_200;
const SOME_CHARACTERS = 1_500;

const firstHits = (hits: readonly string[]): number => {
	const characters = hits.reduce((sum, { length }) => sum + length, 0);
	const most = hits.length <= FEW_HITS ? FEW_CHARACTERS : SOME_CHARACTERS;
	if (hits.length <= SHORT_HITS && characters <= most) return hits.length;
	// One hit with much around it is a page.
	const least = (hits[0]?.length ?? 0) > FEW_CHARACTERS ? 1 : LEAST_HITS;
	let items = 0;
	for (let left = FIRST_CHARACTERS; items < hits.length && items < MOST_HITS; items++) {
		left -= (hits[items] as string).length;
		if (left < 0 && items >= least) break;
	}
	return items;
};

/** Options of a `select` or `query`, as the call has them. */
export interface AnswerOptions {
	/** Only these fields of each item that is found. */
	readonly fields?: readonly string[];
	readonly limit?: number;
	/** The handle that opens what was asked, where the caller has none yet. */
	readonly handle?: string;
	/** Said where the result is one page of more. */
	readonly more?: string;
	/** The text that stood beside the data, or that they were read from: its comments are in no value. */
	readonly beside?: string | undefined;
	/** Of what a handle opened: the pointer to what is asked; undefined for what a tool answered. */
	readonly pointer?: string;
}

/** Answers a question over a snapshot. The error describes a fault of the question. */
export function* answerTo(asking: AskingCall, askable: Queryable, options: AnswerOptions = {}) {
	if (asking.query !== undefined) return yield* findIn(asking.query, asking, askable, options);
	if (options.fields)
		return err('fields: the expression of "select" chooses the fields, as in [].{id: id}.');
	const source = yield* sourceOf(askable);
	if (!source.ok) return source;
	const asked = asking.select ?? '';
	const selected = yield* selectingFrom(asked, { ...askable, ...source.value });
	if (!selected.ok) return err(`select: ${selected.error}`);
	const { value, result, note } = selected.value;
	const isRoomy = asking.tokens !== undefined || options.limit !== undefined;
	const brief = isRoomy ? undefined : briefOf(value, result, asked, estimate);
	const said = [source.value.note, note].filter(Boolean).join(' ');
	return ok(selectedJson({ ...selected.value, ...(said && { note: said }) }, options, brief));
}

/** Evaluates an expression on a document: of a table on its rows, else as it was sent. */
export function* selectingFrom(
	expression: string,
	{ tree, sent, complete }: { tree: Tape; sent?: Tape; complete: boolean },
): ReturnType<typeof selecting> {
	const selected = yield* selecting(expression, { tree, complete });
	if (!sent || (selected.ok && selected.value.reading === undefined)) return selected;
	const other = yield* selecting(expression, { tree: sent, complete });
	const isSpelled = other.ok && other.value.reading === undefined;
	return isSpelled || (other.ok && !selected.ok) ? other : selected;
}

/** The same for what only takes the value: an expression that was read otherwise than it is spelled is refused. */
export function* selectingExactly(...asked: Parameters<typeof selectingFrom>) {
	const selected = yield* selectingFrom(...asked);
	const reading = selected.ok ? selected.value.reading : undefined;
	return reading === undefined ? selected : err(`${reading} Spell it so.`);
}

/** One expression over several results, each under its name. */
export function* answerAcross(expression: string, named: Readonly<Record<string, Queryable>>) {
	const sources: Record<string, { tree: Tape; complete: boolean }> = {};
	for (const [name, askable] of Object.entries(named)) {
		const source = yield* sourceOf(askable);
		if (!source.ok) return err(`handles.${name}: ${source.error}`);
		sources[name] = { ...source.value, complete: askable.complete };
	}
	const selected = yield* selectingAcross(expression, sources);
	return selected.ok ? ok(selectedJson(selected.value, {})) : err(`select: ${selected.error}`);
}

function* sourceOf(
	askable: Queryable,
): Slices<Result<{ readonly tree: Tape; readonly note?: string | undefined }, string>> {
	if (askable.kind === 'json') return ok({ tree: askable.tree });
	const rows = yield* rowsIn(askable.text);
	return rows
		? ok(rows)
		: err('the text is too long to be asked. Use "query", or "startLine" and "endLine".');
}

const selectedJson = (
	{ result, over, note, fields = [] }: Selected,
	{ handle, more }: AnswerOptions,
	brief?: Brief,
): Answered => {
	const told = over.complete ? [note] : [note, more];
	const json = (list: string, { shown, facts }: Partial<Brief> = {}, cursor?: string): string =>
		`{"result":${list}${member('shown', shown)},"over":${JSON.stringify(over)}${member('note', [facts, ...told].filter(Boolean).join(' ') || undefined)}${member('nextCursor', cursor)}${member('handle', handle)}}`;
	return {
		json: json(result),
		...(result.startsWith('[') || brief?.items !== undefined ? { list: 'result' } : {}),
		fields,
		...(brief && {
			first: {
				items: brief.items,
				json: (cursor) => json(brief.result, brief, cursor),
			},
		}),
	};
};

type Brief = NonNullable<ReturnType<typeof briefOf>>;

const member = (name: string, value: string | undefined): string =>
	value === undefined ? '' : `,"${name}":${JSON.stringify(value.toWellFormed())}`;

function* findIn(
	query: string,
	{ context }: AskingCall,
	askable: Queryable,
	options: AnswerOptions,
): Slices<Result<Answered, string>> {
	const { handle, limit, more } = options;
	const found = yield* foundIn(query, context, askable, options);
	if (!found.ok) return found;
	const { facts, hits, total, listed: held = hits.length, fields: read = [] } = found.value;
	const partial = askable.complete ? [] : [`"complete":false${member('note', more)}`];
	const listed = held < total ? [`"listed":${held}`] : [];
	const withHits = (shown: readonly string[], cursor?: string): string => {
		const members = [...facts, ...partial, ...listed, `"hits":[${shown.join(',')}]`];
		return `{${members.join(',')}${member('nextCursor', cursor)}${member('handle', handle)}}`;
	};
	const items = limit ?? firstHits(hits);
	const json = (cursor: string | undefined): string => withHits(hits.slice(0, items), cursor);
	return ok({
		json: withHits(hits),
		list: 'hits',
		fields: read,
		...(hits.length > items ? { first: { items, json } } : {}),
	});
}

/** A query of words alone. */
const OF_WORDS = /^(?!.*(?:(?:^|\s)-|[:<>]))/s;

/** Finds by words; of a long text that is all that is found, and of the text beside data that have none, the lines. */
function* foundIn(
	query: string,
	context: number | undefined,
	askable: Queryable,
	options: AnswerOptions,
): ReturnType<typeof finding> {
	const { fields } = options;
	if (askable.kind === 'text') return yield* findInText(query, context, askable.text, fields);
	const found = yield* finding(askable.tree, query, {
		...(fields && { fields, projector: projectorOf(askable.tree) }),
		innerCall: (inner) => callInside(query, inner, options),
	});
	if (!found.ok) return found;
	const isMissed = found.value.total === 0 && options.beside !== undefined && OF_WORDS.test(query);
	const inner = isMissed ? { pointer: '/content/0', text: options.beside } : found.value.inner;
	if (!inner) return found;
	const inside = yield* foundIn(query, context, yield* textOf(inner.text, true), {});
	if (!inside.ok || inside.value.total === 0) return found;
	const facts = [`"path":${JSON.stringify(inner.pointer)}`, ...inside.value.facts];
	return ok({ ...found.value, ...inside.value, facts });
}

/** Returns the call that asks the same of an inner text: `read_result` has a pointer, a tool's own arguments do not. */
const callInside = (query: string, inner: string, { handle, pointer }: AnswerOptions) => {
	// A pointer that is not spelled as RFC 6901 has it cannot be joined to one that is.
	if (pointer === '' || pointer?.startsWith('/'))
		return `this query with "pointer":${JSON.stringify(pointer + inner)}`;
	if (handle === undefined) return undefined;
	return `read_result ${JSON.stringify({ handle, query, pointer: inner })}`;
};

function* findInText(
	query: string,
	context: number | undefined,
	text: { readonly text: string; readonly firstLine: number },
	fields: readonly string[] | undefined,
) {
	const rows = context === undefined ? yield* rowsIn(text, true) : undefined;
	const inRows =
		rows?.lines &&
		(yield* finding(rows.tree, query, {
			...(fields && { fields, projector: projectorOf(rows.tree) }),
			lines: rows.lines.map((line) => line + text.firstLine - 1),
		}));
	// Words that no row has may stand in a line that is none.
	const areWords = rows?.note !== undefined && OF_WORDS.test(query);
	const isAside = inRows?.ok && inRows.value.total === 0 && areWords;
	if (inRows && !isAside) return inRows;
	const inLines = yield* finding(text.text, query, {
		firstLine: text.firstLine,
		...(context === undefined ? {} : { context }),
	});
	return inRows && inLines.ok && inLines.value.total === 0 ? inRows : inLines;
}

const projectorOf = (tape: Tape) => (fields: readonly string[]) => {
	const plan = planFields(fields);
	return (node: number): string => project(tape, node, plan).text;
};

/** The limits of an answer that was asked for: all of the budget, and only its own list in pages. */
export const askedPolicy = (policy: Policy, { list }: Answered, limit?: number): Policy => {
	const { itemsPath: _, ...rest } = policy;
	const room = policy.tokenBudgetThreshold;
	return {
		...rest,
		pagination: true,
		// Computed items are exact: fewer are shown, not less of each.
		summarization: !list,
		chunking: true,
		itemTokenThreshold: room,
		chunkTokenThreshold: room,
		firstAnswerTokens: { list: room, object: room, text: room },
		defaultPageSize: limit ?? MOST_ITEMS,
		maxPageSize: MOST_ITEMS,
		...(list ? { itemsPath: list } : {}),
	};
};

/** Items of a computed list on one page, if there is room. */
const MOST_ITEMS = 5_000;

/** Lines of a chunk that is asked to be long. */
const MOST_LINES = 10_000;

/** A policy whose answers may take so many tokens. */
export const withRoom = (policy: Policy, tokens: number | undefined): Policy => {
	if (tokens === undefined) return policy;
	const isMore = tokens > policy.tokenBudgetThreshold;
	return {
		...policy,
		tokenBudgetThreshold: tokens,
		itemTokenThreshold: tokens,
		chunkTokenThreshold: tokens,
		firstAnswerTokens: { list: tokens, object: tokens, text: tokens },
		chunkSize: isMore ? MOST_LINES : policy.chunkSize,
		defaultPageSize: isMore ? policy.maxPageSize : policy.defaultPageSize,
		hardByteLimit: isMore ? Math.max(tokens * 4, policy.hardByteLimit) : tokens * 4,
	};
};
