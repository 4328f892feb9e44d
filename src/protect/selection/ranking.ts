// Puts the fields of an item in the order in which they are shown, by what each adds to those before it and
// by its tokens (docs/protect.md "Choosing fields").

import { boundTokens } from '../budget';
import type { Facts } from './describe';
import type { Role } from './field-names';
import { type Field, VALUE_CHARS } from './profile';
import { ESSENTIAL, type Leaf, WANTED } from './scores';

/** One of many items, whose texts are begun; one in a first answer, where many are told in little; or the only object. */
export type Setting = 'item' | 'glance' | 'object';

export interface Measures {
	/** UTF-16 units of a text at first; titles may be longer. */
	readonly chars: number;
	readonly title: number;
	/** Elements of a list at first. */
	readonly elements: number;
	/** Tokens of an item that is short. */
	readonly item: number;
	/** Factor for a text where there is a title. */
	readonly second: number;
	/** Weight of a field's tokens: short fields go before long ones. */
	readonly thrift: number;
	/** Factor for a field whose values are all told beside the items, with their numbers. */
	readonly counted: number;
	/** Shows cuts in short, and times to the day. */
	readonly brief: boolean;
}

const ITEM: Measures = {
	chars: 64,
	title: 100,
	elements: 3,
	item: 110,
	second: 0.72,
	thrift: 0.3,
	counted: 1,
	brief: false,
};
export const MEASURES: Readonly<Record<Setting, Measures>> = {
	item: ITEM,
	glance: {
		chars: 40,
		title: 48,
		elements: 2,
		item: 62,
		second: 0.6,
		thrift: 0.55,
		counted: 0.4,
		brief: true,
	},
	object: { ...ITEM, chars: 200, title: 200, elements: 2 },
};

/** Identity is shown whole up to this many units. */
const IDENTITY_CHARS = 200;
/** Leaves that are put in order; what comes after them is taken as it comes. */
const MOST_RANKED = 80;
/** A leaf of this much worth when its turn comes belongs to what an item is. */
const CORE_WORTH = 36;
const MOST_CORE = 7;
/** The same as long as the item stays short. */
const CHEAP = 9;
/** Factor for each further field of a role. */
const FADING = 0.75;
/** The second thing said of the same container: `assignee.email` after `assignee.displayName`. */
const SAID_ALREADY = 0.5;

/** Tokens of an identity that people can read, and the factor for a longer one where each item has a title of its own. */
const READABLE = 13;
const OPAQUE = 0.3;

/** Servers put first what matters most: the power by which a later place counts for less. */
const EARLINESS = 0.04;

/** Factor for a field that is the same everywhere: it tells nothing of one item. */
const CONSTANT = 0.1;

/**
 * Fields by how much they tell for their tokens, those that are essential first. The first `core` of them say what an
 * item is: fewer items rather than items without these. After the first `telling` come those that are the same everywhere.
 */
export function ranked(
	all: readonly Leaf[],
	{ constants, counted }: Pick<Facts, 'constants' | 'counted'>,
	measures: Measures,
) {
	const open = all.slice(0, MOST_RANKED).map((leaf): Open => {
		const { field } = leaf;
		const tokens = tokensOf(leaf, measures);
		const isConstant = constants.has(leaf.path) && leaf.merit < ESSENTIAL / 2;
		const isOpaque = leaf.role === 'identity' && tokens > READABLE && leaf.merit < WANTED / 2;
		const isCounted = !leaf.isWanted && counted?.has(leaf.path);
		const told = isConstant ? CONSTANT : isCounted ? measures.counted : 1;
		const factor = told * (1 + leaf.order) ** -EARLINESS;
		const values = field.values.size > 1 ? [...field.values.keys()].slice(0, COMPARED) : [];
		const named = isOpaque ? OPAQUE : 1;
		return { leaf, tokens, factor, named, values: values.join('\u0000'), isConstant };
	});
	const core: Leaf[] = [];
	const rest: Leaf[] = [];
	const same: Leaf[] = [];
	const told: Told = { fading: {}, spoken: new Set(), opened: new Set(), values: new Set() };
	let spent = 0;
	while (open.length > 0) {
		let best = 0;
		let worth = -1;
		for (const [at, each] of open.entries()) {
			const its = worthOf(each, told, measures);
			if (its > worth) [best, worth] = [at, its];
		}
		const [{ leaf, tokens, values, isConstant }] = open.splice(best, 1) as [Open];
		const isTelling = worth >= CORE_WORTH && core.length < MOST_CORE && spent < measures.item;
		if (isTelling || (worth >= CHEAP && spent + tokens <= measures.item)) {
			core.push(leaf);
			spent += tokens;
		} else (isConstant ? same : rest).push(leaf);
		told.fading[leaf.role] = (told.fading[leaf.role] ?? 1) * FADING;
		if (leaf.speaksFor) told.spoken.add(leaf.speaksFor);
		for (let at = leaf.field.parent; at?.parent; at = at.parent) told.opened.add(at);
		if (leaf.field.values.size > 1) told.values.add(values);
		if (leaf.role === 'title' && leaf.spread === 1) told.isNamed = true;
	}
	const differing = [...core, ...rest, ...all.slice(MOST_RANKED)];
	const telling = Math.max(1, differing.length);
	return { leaves: [...differing, ...same], core: Math.max(1, core.length), telling };
}

/** Tokens of a field: a usual one, one that was not looked into, and each container that is opened for it. */
const USUAL = 10;
const CLOSED = 10;
const OPENING = 5;
/** Values by which its tokens are told. */
const WEIGHED = 4;

/** Returns the tokens that a leaf adds to an item: its key, its value and the signs between. */
function tokensOf(leaf: Leaf, measures: Measures): number {
	const { field, length } = leaf;
	const most = (measures.brief && timeChars(leaf)) || charsAtFirst(leaf, measures);
	const values = [...field.values.keys()].slice(0, WEIGHED);
	if (values.length === 0) return CLOSED;
	const text = values.map((value) => `"${field.key}":"${value.slice(0, most)}",`).join('');
	// Of a long value the beginning alone is known.
	const longer = Math.max(1, Math.min(length, most) / VALUE_CHARS);
	return (boundTokens(text) / values.length) * longer;
}

/** Returns the UTF-16 units of a text that are shown at first. */
export const charsAtFirst = ({ role, isWanted }: Leaf, { chars, title }: Measures): number =>
	role === 'identity' ? IDENTITY_CHARS : role === 'title' || isWanted ? title : chars;

/** A field that is not taken yet. */
interface Open {
	readonly leaf: Leaf;
	readonly tokens: number;
	readonly factor: number;
	/** Factor where each item has a title of its own. */
	readonly named: number;
	/** The first of its values, where they differ. */
	readonly values: string;
	/** The same everywhere, and not asked for. */
	readonly isConstant: boolean;
}

/** Fields taken before. */
interface Told {
	/** Factor for the next of a role, of those of which there is one already. */
	readonly fading: Partial<Record<Role, number>>;
	/** Containers that one of them speaks for, and those that are written. */
	readonly spoken: Set<Field>;
	readonly opened: Set<Field>;
	/** Of each of those whose values differ, the first of these. */
	readonly values: Set<string>;
	/** One of them is a title that is another for each item. */
	isNamed?: boolean;
}

const COMPARED = 8;

/** The worth of a field beside those taken before, for its tokens and those of the containers that none of them has opened. */
function worthOf({ leaf, tokens, factor, named, values }: Open, told: Told, measures: Measures) {
	const { role, field, merit, speaksFor } = leaf;
	const { fading, spoken, opened } = told;
	let worth = merit * (fading[role] ?? 1);
	// A title makes a text the second thing to read.
	if (role === 'text' && fading.title !== undefined) worth *= measures.second;
	if (speaksFor && spoken.has(speaksFor)) worth *= SAID_ALREADY;
	if (field.values.size > 1 && told.values.has(values)) worth *= CONSTANT;
	// An underscore marks fields of the server's own, such as the score of a search.
	if (field.key.startsWith('_') && role !== 'identity') worth *= SAID_ALREADY;
	let opening = 0;
	for (let at = field.parent; at?.parent && !opened.has(at); at = at.parent) opening += OPENING;
	const brevity = ((2 * USUAL) / (USUAL + (tokens + opening))) ** measures.thrift;
	return worth * (told.isNamed ? named : 1) * factor * brevity;
}

const DAY = /^\d{4}-\d{2}-\d{2}(?=[T ])/;
const [TO_DAY, TO_MINUTE] = [10, 16];

/** Characters of a time that tell it from the others: its day, or its minute; 0 of what is no time, or needs more. */
export function timeChars({ role, field }: Leaf): number {
	if (role !== 'when' || field.texts < field.seen) return 0;
	const [first = ''] = field.values.keys();
	let chars = 0;
	for (const value of field.values.keys()) {
		if (!DAY.test(value)) return 0;
		if (value.slice(0, TO_DAY) !== first.slice(0, TO_DAY)) chars = TO_DAY;
		else if (chars === 0 && value.slice(0, TO_MINUTE) !== first.slice(0, TO_MINUTE))
			chars = TO_MINUTE;
	}
	return chars;
}
