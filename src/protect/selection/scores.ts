// Scores fields by how much they tell a reader who has not seen the data: by name, by how values differ
// between items, and by whether they can be read at all (docs/protect.md "Choosing fields").

import * as names from './field-names';
import { type Field, leavesOf, MOST_VALUES } from './profile';

/** A field without fields of its own, and what it is worth to a reader. */
export interface Leaf {
	readonly field: Field;
	readonly path: string;
	readonly role: names.Role;
	/** The container whose role it speaks for, where that is not its own. */
	readonly speaksFor: Field | undefined;
	/** 0 to about 100; wanted fields and configured ones above that. */
	readonly merit: number;
	/** Readers were seen to want it. */
	readonly isWanted?: boolean;
	/** Different values in the sample, as a share of it: 1 where no two are the same. */
	readonly spread: number;
	/** Characters of a value as JSON, in the mean. */
	readonly length: number;
	/** Its place in an item, from 0. */
	readonly order: number;
}

const MERIT: Readonly<Record<names.Role, number>> = {
	identity: 100,
	title: 95,
	status: 80,
	text: 78,
	who: 74,
	amount: 70,
	when: 62,
	kind: 54,
	where: 58,
	link: 30,
	noise: 6,
	none: 36,
};
/** Merit of a configured field. */
export const ESSENTIAL = 1_000;
/** Merit of the field that is wanted most. */
export const WANTED = 400;

const URL = /^(?:https?|ftp|wss?|git|ssh|mailto):/i;
const DATE =
	/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)|^\d{1,2} [A-Z][a-z]{2} \d{4}|^[A-Z][a-z]{2}, \d/;
/** Hashes, tokens, encoded data: one word, long, of letters and digits as they come. */
const OPAQUE = /^(?=.*\d)(?=.*[a-zA-Z])[\w+/=.:-]{20,}$/;
/** Names such as `2024-01-report.pdf` or `com.example.service` are words all the same. */
const READABLE = /^[a-z]{3,}[-_./: ]|[a-z]{3,}[-_./: ][a-z]{3,}/i;

const share = (values: readonly string[], test: (value: string) => boolean): number =>
	values.filter(test).length / values.length;

const isOpaque = (value: string): boolean =>
	OPAQUE.test(value) && !READABLE.test(value) && !DATE.test(value);

/** Values that are looked at to tell what sort they are. */
const JUDGED_VALUES = 12;

/** Different texts of a field that sorts things, at most, and values that each of them has at least, in the mean. */
const SORTS = { most: 8, each: 3 };

/** Levels that an item has only as an envelope: nearly all of it is inside. */
const ENVELOPE = 0.45;

/** Fields that are wanted before others. */
export interface Wishes {
	/** Configured dotted paths. */
	readonly essential: ReadonlySet<string>;
	/** Dotted paths of fields that readers want, the most wanted first. */
	readonly wanted?: readonly string[];
}

/** The best leaves first, by merit alone. */
export function judged(root: Field, { essential, wanted = [] }: Wishes): Leaf[] {
	const leaves = leavesOf(root).map((field, at) => {
		const leaf = judge(field, root, essential, at);
		const rank = wanted.findIndex((path) => path === leaf.path || leaf.path.startsWith(`${path}.`));
		const merit = Math.max(leaf.merit, WANTED - rank);
		return rank < 0 || field.seen === 0 ? leaf : { ...leaf, merit, isWanted: true };
	});
	return withIdentity(leaves).toSorted((a, b) => b.merit - a.merit);
}

/** Makes the first key or link that is never the same the identity, where nothing is called one. */
function withIdentity(leaves: readonly Leaf[]): readonly Leaf[] {
	if (leaves.some(({ role, merit }) => role === 'identity' && merit > MERIT.identity / 2))
		return leaves;
	const found = leaves.find(
		({ role, spread, field, length }) =>
			(role === 'link' || role === 'noise') &&
			spread > 0.98 &&
			length <= 60 &&
			!field.isListed &&
			/(?:id|key|hash|ref|code|arn)$/i.test(field.key),
	);
	if (!found) return leaves;
	const identity: Leaf = { ...found, role: 'identity', merit: MERIT.identity * 0.95 };
	return leaves.map((leaf) => (leaf === found ? identity : leaf));
}

function judge(field: Field, root: Field, essential: ReadonlySet<string>, order: number): Leaf {
	const { dotted: path } = field;
	const { name } = field;
	const scalars = field.texts + field.numbers + field.flags;
	const many = field.values.size >= MOST_VALUES;
	const spread = scalars === 0 ? 0 : many ? 1 : field.values.size / scalars;
	const length = field.seen === 0 ? 0 : field.chars / field.seen;
	const { role, speaksFor, weight } = meaning(field, root);
	const leaf = { field, path, role, speaksFor, merit: 0, spread, length, order };
	if (field.seen === 0) return leaf;
	let isEssential = essential.has(path);
	for (let at = field; at.parent && essential.size > 0; at = at.parent)
		isEssential ||= essential.has(at.dotted) || essential.has(at.key);
	if (isEssential) {
		leaf.merit = ESSENTIAL - field.path.length;
		return leaf;
	}

	const values = [...field.values.keys()].slice(0, JUDGED_VALUES);
	let told = field.flags > scalars / 2 && role !== 'status' ? 'none' : role;
	if (field.texts > 0 && (role === 'none' || role === 'link') && share(values, isDate) > 0.8)
		told = 'when';
	if (told === 'none' && isSort(field)) told = 'kind';
	let merit = MERIT[told] * weight;
	const sample = root.seen;
	if (field.texts > 0) {
		if (share(values, (value) => URL.test(value)) > 0.7) merit *= role === 'identity' ? 0.5 : 0.12;
		else if (role !== 'identity' && role !== 'link' && share(values, isOpaque) > 0.7) merit *= 0.15;
		else if (role === 'identity' && length > 60) merit *= 0.4;
		else if (role === 'identity' && length > 34 && share(values, isOpaque) > 0.7) merit *= 0.8;
		else if (told === 'none' && share(values, (value) => value.includes(' ')) > 0.5) merit += 10;
	}
	if (told === 'identity' && names.isLesserIdentity(name)) merit *= length > 30 ? 0.4 : 0.8;
	if (told === 'amount' && names.isPartial(name)) merit *= 0.85;
	if (told === 'amount' && names.isByproduct(name)) merit *= 0.75;
	// The time of an event is told before that at which its record was made or touched.
	if (told === 'when') merit *= names.isTouched(name) ? 0.88 : names.isBorn(name) ? 1 : 1.1;
	if (told === 'when' && field.texts === 0) merit *= 0.88;
	if (told === 'when' && someName(field, names.isPlanned)) merit *= 1.1;
	if (told === 'status' && !someName(field, names.isPlainStatus)) merit *= 0.92;
	// Numbers that differ are no sorts of things.
	if (told === 'kind' && field.numbers === scalars && spread > 0.5) merit *= 0.5;
	const isAboutSomebody = told === 'who' && someName(field, names.isMain);
	if (told === 'who' && !isAboutSomebody) merit *= 0.93;
	if (told !== 'status' && told !== 'kind' && told !== 'who') merit *= 0.85 + 0.15 * spread;
	if (field.flags === scalars && scalars > 0) merit *= role === 'status' ? 0.8 : 0.6;
	if (scalars === 0) merit *= 0.2;
	// Seldom there: it tells of those items only.
	const place = field.isListed ? 1 : Math.min(1, field.seen / sample);
	merit *= isAboutSomebody || told === 'status' ? 0.8 + 0.2 * place : 0.5 + 0.5 * place;
	leaf.role = told;
	leaf.merit = merit;
	return leaf;
}

/** Tells whether a key on the way down to a field passes. */
function someName(field: Field, passes: (name: names.Name) => boolean): boolean {
	for (let at = field; at.parent; at = at.parent) if (passes(at.name)) return true;
	return false;
}

const isDate = (value: string): boolean => value.length <= 40 && DATE.test(value);

/** Tells whether its values are a few texts that come again and again: these sort things, whatever it is called. */
const isSort = ({ texts, numbers, flags, values }: Field): boolean =>
	numbers + flags === 0 &&
	values.size > 1 &&
	values.size <= SORTS.most &&
	texts >= values.size * SORTS.each;

/** One of many alike that stand side by side under names of their own: `translations.deu`. */
const isOneOfMany = ({ parent }: Field): boolean => {
	if (!parent || parent.fields.size < 9) return false;
	let alike = 0;
	for (const { objects, seen } of parent.fields.values()) if (objects > seen / 2) alike++;
	return alike > parent.fields.size * 0.7;
};

const TITLED: ReadonlySet<names.Role> = new Set(['text', 'title', 'identity']);

/** The role of a field where it stands: `assignee.displayName` says who, `assignee.timeZone` little. */
function meaning(field: Field, root: Field) {
	const { name } = field;
	let { role } = field.key === '[]' && field.parent ? field.parent.name : name;
	let weight = 1;
	let speaksFor: Field | undefined;
	const item = root.chars / Math.max(1, root.seen);
	let below = field;
	for (let at = field.parent; at && at !== root; below = at, at = at.parent) {
		if (at.items === below) {
			// One of several: a list of one is but a way of writing it.
			weight *= at.elements > at.seen * 1.5 ? 0.5 : 0.8;
			if (role === 'identity') role = 'link';
		}
		if (at.key === '[]') continue;
		if (isOneOfMany(at)) weight *= 0.3;
		const heavy = at.chars / Math.max(1, at.seen) > item * ENVELOPE;
		if (names.isWrapper(at.name) || (heavy && at.name.role !== 'who')) {
			weight *= 0.985;
			continue;
		}
		const above = at.name.role;
		if (!speaksFor && names.isGeneric(name)) {
			speaksFor = at;
			if (above === 'noise') role = 'noise';
			else if (above === 'amount' && role === 'title') weight *= 0.5;
			else if (above !== 'none' && above !== 'link') {
				if (name.role === 'identity') weight *= 0.45;
				// A title in what is called a snippet is a title, and so is that of an identifier.
				if (!(role === 'title' && TITLED.has(above))) role = above;
				weight *= names.isHandle(name) ? 0.99 : names.isSpoken(name) ? 0.97 : 0.92;
			} else weight *= 0.7;
		} else if (above === 'noise') weight *= 0.2;
		else if (above === role) weight *= 0.97;
		// A date within who did it, an amount within what it is of: they keep what they say, unless it is how many
		// of these there are, or since when.
		else if (role === 'when' || role === 'amount')
			weight *= names.isOfItsOwn(name) ? 0.6 : above === 'none' ? 0.8 : 0.92;
		else weight *= speaksFor ? 0.9 : above === 'none' ? 0.75 : 0.5;
		if (role === 'identity') role = 'link';
	}
	return { role, speaksFor, weight };
}
