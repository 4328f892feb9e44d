// Tells the model what to call next after a shortened answer: the fields that were left out, with the
// identity, and how to search and to ask. Each call works as spelled.
import type { Node, Tape } from '../shared/json/tape';
import { isFieldName } from '../shared/json/write';
import { defined, pointerStep } from '../shared/json-values';
import { isSpeakable, onOneLine } from '../shared/shown-text';
import { estimated } from './budget';
import type { Context, Means } from './draft';
import { NOT_KEPT, type Summary, spellHere } from './frame';
import { type Items, isSpelled, SPELLED_FIELDS } from './item-texts';
import type { ListPage } from './list-choice';
import { longestPrefix, type Page } from './page';
import { affordable, type Envelope } from './projection';
import type { Told } from './selection/describe';
import type { Selector } from './selection/selector';

/** Tokens of the paths that are named: names are cheap, and a question needs them. */
const NAMED_PATHS = { page: 120, glance: 60 };
/** Characters of one of them: what is longer may be a sentence of somebody else. */
const NAMED_PATH = 120;
/** Characters of a pointer, and of an expression, that is spelled out. */
const SPELLED_POINTER = 300;
const SPELLED_SELECT = 160;

/** As many paths as a model wants to read, and the budget has room for. */
function nameable(cut: readonly string[], means: Means, most = NAMED_PATHS.page): string[] {
	const paths = new Set(cut);
	paths.delete('');
	const short = [...paths].filter((path) => path.length <= NAMED_PATH);
	const names = affordable(short, means, most);
	return names.length < paths.size ? [...names, '…'] : names;
}

const isAskable = (select: string | undefined): select is string =>
	select !== undefined &&
	select.length <= SPELLED_SELECT &&
	select.split(/["']/).every(isSpeakable);

/** Spells how to query all of it. */
const asking = (...selects: (string | undefined)[]): string => {
	let spelled = '';
	for (const select of selects)
		if (isAskable(select)) spelled += `${spelled && ' or '}${JSON.stringify(select)}`;
	return `"query":"words" or ${spelled === '' ? '"select" (JMESPath)' : `JMESPath "select":${spelled}`}`;
};

/** Spells the pointer to a text that was cut, whose lines can be searched. */
function textAmong(tape: Tape, cut: readonly string[], means: Means): string {
	const found = cut
		.map((path) => textAt(tape, 0, path))
		.find((each) => each !== undefined && each.pointer.length <= SPELLED_POINTER);
	return found === undefined
		? ''
		: `, with "pointer":${JSON.stringify(found.pointer)} the lines of that text (${price(tape, found.node, means)})`;
}

/** A value that a pointer leads to. */
interface Pointed {
	readonly pointer: string;
	readonly node: Node;
}

/** Tells about how many tokens a value takes. */
const price = (tape: Tape, node: Node, { policy }: Means): string =>
	`~${Number(estimated(tape.raw(node), policy).toPrecision(2))} tokens`;

/** The pointer to a text of several lines at a dotted path; keys may contain dots. */
function textAt(tape: Tape, node: Node, path: string): Pointed | undefined {
	for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
		const key = path.slice(0, end);
		const inner = isFieldName(key) && isSpeakable(key) ? tape.member(node, key) : -1;
		if (inner < 0) continue;
		if (end === path.length)
			return tape.isString(inner) && tape.raw(inner).includes('\\n')
				? { pointer: pointerStep(key), node: inner }
				: undefined;
		const rest = textAt(tape, inner, path.slice(end + 1));
		return rest && { ...rest, pointer: pointerStep(key) + rest.pointer };
	}
	return undefined;
}

/** The summary of one object. */
export function guideToObject(
	tape: Tape,
	told: () => Told,
	cut: readonly string[],
	handle: string | undefined,
	isText: boolean,
	means: Means,
): Summary {
	const names = nameable(cut, means);
	const truncatedFields = names.map(onOneLine);
	if (handle === undefined) return { kind: 'preview', truncatedFields, instructions: NOT_KEPT };
	const { shape, select, beside } = told();
	const fields = names.filter(isSpelled).slice(0, SPELLED_FIELDS);
	const call = spellHere({ fields });
	const all = `everything (${price(tape, 0, means)})`;
	const gives = fields.length > 0 ? `these fields whole; without fields, ${all}` : all;
	const lines = isText ? '; "startLine", "endLine": as text' : '';
	return {
		kind: 'preview',
		truncatedFields,
		handle,
		...(shape === undefined ? {} : { shape: onOneLine(shape) }),
		instructions: `${call} gives ${gives}. ${asking(select, beside)} asks all of it${textAmong(tape, names, means)}${lines}.`,
	};
}

interface ShownPage {
	readonly page: ListPage;
	readonly source: Items;
	readonly filled: Page;
	readonly envelope: Envelope;
	/** Fields that a call is spelled with, found once. */
	readonly fields: () => readonly string[];
}

/** The summary of a page of a list. */
export function guideToPage(
	shown: ShownPage,
	handle: string | undefined,
	cursor: string | undefined,
	context: Context,
): Summary {
	const { page, source, filled, envelope } = shown;
	const isCut = filled.isCut || envelope.cut.length > 0;
	const { shape, paths, select, counts } = source.told();
	// A first answer has little room: the shape names its fields, too.
	const isBrief = page.glance !== undefined && (handle ?? cursor) !== undefined;
	const cut = isBrief ? filled.cut.filter((path) => !paths?.has(path)) : filled.cut;
	const most = NAMED_PATHS[isBrief ? 'glance' : 'page'];
	const names = nameable([...cut, ...envelope.cut], context, most);
	const truncatedFields =
		isCut && names.length > 0 ? { truncatedFields: names.map(onOneLine) } : {};
	if ((handle ?? cursor) === undefined)
		return { kind: 'items', ...truncatedFields, instructions: NOT_KEPT };
	const pointers = pointersTo(shown, handle === undefined ? 0 : 1, context);
	let call = 'read_result with nextCursor as its handle is the next page';
	if (handle !== undefined) call = restOf(shown, pointers, context);
	else if (pointers.length > 0) call += `, ${withPointers(pointers, shown, context)}.`;
	else call += '.';
	const wanted = handle === undefined && filled.isCut ? shown.fields().slice(0, 1) : [];
	const question = [select(wanted), select([])].find(isAskable);
	return {
		kind: 'items',
		...truncatedFields,
		...defined({ handle, shape }),
		instructions: `${call} ${asking(question, counts)} asks all ${page.list.total}.`,
	};
}

/** The call that gives what is not whole on a page. */
function restOf(shown: ShownPage, pointers: readonly Pointed[], context: Context): string {
	const { source, filled } = shown;
	const count = filled.texts.length;
	const fields = hasTexts(shown) ? [] : affordable(shown.fields(), context);
	if (filled.isCut && fields.length > 0) {
		const wanted = withIdentity(fields, source.selector());
		const limit = count < source.nodes.length ? count : undefined;
		const items = `${spellHere({ fields: wanted, limit })} gives those of these items`;
		const [around] = shown.envelope.cut.length > 0 ? pointers : [];
		return around === undefined
			? `${items}.`
			: `${items}, with ${JSON.stringify({ pointer: around.pointer })} that value (${price(shown.page.tape, around.node, context)}).`;
	}
	if (pointers.length === 0) return `${spellHere({})} gives these items whole.`;
	return `read_result with this handle and ${withPointers(pointers, shown, context)}.`;
}

/** Spells the pointers to values, each given by a call of its own, with what it takes. */
function withPointers([first, ...others]: readonly Pointed[], { page }: ShownPage, means: Means) {
	if (!first) return '';
	const taking = ({ node }: Pointed): string => `(${price(page.tape, node, means)})`;
	const same = others
		.map((other) => `${JSON.stringify(other.pointer)} ${taking(other)}`)
		.join(', ');
	const more = same === '' ? '' : `, and the same with ${same}`;
	return `${JSON.stringify({ pointer: first.pointer })} gives that value whole ${taking(first)}${more}`;
}

/** The server sent a text, whose lines can be read. */
export const isTextual = ({ frame }: Pick<Context, 'frame'>): boolean =>
	(frame.structured.as === 'none' || frame.structured.as === 'carrier') && !frame.spread;

/** Adds the identity, so that what comes can be joined to what was seen. */
function withIdentity(fields: readonly string[], selector: Selector): string[] {
	const { identity } = selector;
	return identity === undefined || fields.includes(identity) || !isFieldName(identity)
		? [...fields]
		: [identity, ...fields];
}

const hasTexts = ({ source, filled }: ShownPage): boolean =>
	filled.cutItems.some((at) => !source.tape.isContainer(source.nodes[at] as Node));

const NAMED_POINTERS = 3;
/** Characters from which a value beside a list has its pointer spelled: a shorter one takes no more than that. */
const POINTED = 120;

/** Returns the data around the list, then items that are texts, or `others` of those that are not whole. */
function pointersTo(shown: ShownPage, others: number, means: Means): readonly Pointed[] {
	const { page, filled, envelope } = shown;
	const { tape, list, from, base = 0 } = page;
	const found: Pointed[] = [];
	// Keys may contain dots.
	const keyIn = (path: string) => longestPrefix(path, (each) => tape.member(0, each) >= 0);
	for (const key of new Set(envelope.cut.map(keyIn))) {
		const node = key === undefined ? -1 : tape.member(0, key);
		if (key === undefined || tape.length(node) < POINTED) continue;
		if (found.length < NAMED_POINTERS - 1) found.push({ pointer: pointerStep(key), node });
	}
	const all = tape.children(list.node);
	let above = '';
	for (let at = list.node; tape.parent(at) >= 0; at = tape.parent(at))
		above = pointerStep(tape.key(at)) + above;
	for (const at of list.keyed
		? []
		: filled.cutItems.slice(0, hasTexts(shown) ? Infinity : others)) {
		const pointer = above + pointerStep(from + at);
		found.push({ pointer, node: all[from - base + at] as Node });
	}
	const spelled = found
		.filter(
			({ pointer }) => pointer.length <= SPELLED_POINTER && pointer.split('/').every(isSpeakable),
		)
		.slice(0, NAMED_POINTERS);
	const within = affordable(
		spelled.map(({ pointer }) => pointer),
		means,
	);
	return spelled.filter(({ pointer }) => within.includes(pointer));
}
