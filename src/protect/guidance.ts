// What a summary tells the model to call next: `fields` for what a field name reaches, `pointer`
// for what none does (texts, one item, what stands around a list). Each call works as spelled.
import { NOT_KEPT, pointerStep, type Summary, spellCall, spellPointer } from './additions';
import { affordable } from './affordable';
import type { Bench } from './draft';
import { isFieldName } from './json/fields';
import { allItems } from './json/list';
import { isContainer, keyOf, member, type Node, parentOf, type Tape } from './json/tape';
import type { NextCall } from './types';

/** Fields that one call is spelled with. */
const SPELLED_FIELDS = 3;
/** Pointers that are named. */
const NAMED_POINTERS = 3;
/** Characters of a pointer that is spelled out. */
const SPELLED_POINTER = 300;

/** Paths that are named, and their characters. */
const NAMED_PATHS = { most: 16, length: 400 };

/** What a text may say about the data. */
type Means = Pick<Bench, 'policy' | 'weigh'>;

/** As many paths as a model wants to read, and the budget has room for. */
function nameable(cut: readonly string[], means: Means): string[] {
	const paths = [...new Set(cut)].filter((path) => path !== '');
	const first: string[] = [];
	let length = 0;
	for (const path of paths.slice(0, NAMED_PATHS.most)) {
		length += path.length;
		if (length > NAMED_PATHS.length) break;
		first.push(path);
	}
	const names = affordable(first, means);
	return names.length < paths.length ? [...names, '…'] : names;
}

const spellable = (names: readonly string[], most: number): string[] =>
	names.filter((path) => path !== '…' && isFieldName(path)).slice(0, most);

/** The summary of one object. */
export function guideToObject(
	cut: readonly string[],
	next: NextCall,
	handle: string | undefined,
	means: Means,
): Summary {
	const truncatedFields = nameable(cut, means);
	if (handle === undefined) return { kind: 'preview', truncatedFields, instructions: NOT_KEPT };
	const fields = spellable(truncatedFields, SPELLED_FIELDS);
	const instructions =
		fields.length > 0
			? `${spellCall(next, handle, fields)} gives these fields whole; without fields, everything.`
			: `${spellCall(next, handle)} gives everything, in chunks.`;
	return { kind: 'preview', truncatedFields, handle, instructions };
}

/** What is not whole on a page of a list. */
export interface CutPage {
	readonly tape: Tape;
	readonly list: Node;
	/** Paths in the items. */
	readonly cut: readonly string[];
	/** Indexes of the items. */
	readonly items: readonly number[];
	/** Paths in what stands around the list. */
	readonly around: readonly string[];
}

/** The summary of a page of a list. */
export function guideToPage(
	page: CutPage,
	next: NextCall,
	handle: string | undefined,
	means: Means,
): Summary {
	const truncatedFields = nameable([...page.cut, ...page.around], means);
	if (handle === undefined) return { kind: 'items', truncatedFields, instructions: NOT_KEPT };
	const told: string[] = [];
	// Where some items are texts, fields would give nothing of those: each is named by its place.
	const fields = hasTexts(page) ? [] : spellable(nameable(page.cut, means), SPELLED_FIELDS - 1);
	if (fields.length > 0) told.push(`${spellCall(next, handle, fields)} gives these fields whole.`);
	const [first, ...others] = affordable(pointersTo(page), means);
	if (first !== undefined) {
		const same = others.map((pointer) => `"${pointer}"`).join(', ');
		const more = others.length > 0 ? `, and the same with ${same}` : '';
		told.push(`${spellPointer(handle, first)} gives that value whole${more}.`);
	}
	if (told.length === 0) told.push(`${spellCall(next, handle)} gives these items whole.`);
	return { kind: 'items', truncatedFields, handle, instructions: told.join(' ') };
}

const hasTexts = ({ tape, list, items }: CutPage): boolean => {
	const nodes = allItems(tape, list);
	return items.some((index) => !isContainer(tape, nodes[index] as Node));
};

/** What stands around the list, and the items: all where some are texts, else one. */
function pointersTo(page: CutPage): string[] {
	const { tape, list, items, around } = page;
	const keys = around.map((path) => memberNamed(tape, path)).filter((key) => key !== undefined);
	const beside = [...new Set(keys)].slice(0, NAMED_POINTERS - 1).map(pointerStep);
	const shown = hasTexts(page) ? items : items.slice(0, 1);
	const above = pointerTo(tape, list);
	return [...beside, ...shown.map((index) => above + pointerStep(index))]
		.filter((pointer) => pointer.length <= SPELLED_POINTER)
		.slice(0, NAMED_POINTERS);
}

function pointerTo(tape: Tape, node: Node): string {
	let pointer = '';
	for (let at = node; parentOf(tape, at) >= 0; at = parentOf(tape, at))
		pointer = pointerStep(keyOf(tape, at)) + pointer;
	return pointer;
}

/** The key of the root that a dotted path begins with: keys may contain dots. */
function memberNamed(tape: Tape, path: string): string | undefined {
	for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
		const key = path.slice(0, end);
		if (member(tape, 0, key) >= 0) return key;
	}
	return undefined;
}
