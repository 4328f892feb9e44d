// Reads the role of a field from its name, in the words that APIs use (context window protection,
// FR-015 and FR-016: condensed field sets, identifying fields).
import lists from './field-names.json';

/** Role of a field for a person who reads the record; `noise` is for machines. */
export type Role =
	| 'identity'
	| 'title'
	| 'text'
	| 'status'
	| 'who'
	| 'amount'
	| 'when'
	| 'kind'
	| 'where'
	| 'link'
	| 'noise'
	| 'none';

/** Meanings of words: a bit for each of the lists below that has them. */
const MEANINGS = new Map<string, number>();
let bits = 0;

/** A list of words as a bit of their meanings; their plurals have it too. */
function set(words: string): number {
	const bit = 1 << bits++;
	for (const word of words.split(' ')) MEANINGS.set(word, (MEANINGS.get(word) ?? 0) | bit);
	return bit;
}

function meaningOf(word: string): number {
	const own = MEANINGS.get(word) ?? 0;
	return word.length > 3 && word.endsWith('s') ? own | (MEANINGS.get(word.slice(0, -1)) ?? 0) : own;
}

/** Units that a name ends with: `duration_ms`, `created_utc`, `size_bytes`. */
const UNITS = set(lists.units);

const IDENTITY = set(lists.identity);
const TITLE = set(lists.title);
const TEXT = set(lists.text);
const STATUS = set(lists.status);
const WHO = set(lists.who);
const AMOUNT = set(lists.amount);
const WHEN = set(lists.when);
const KIND = set(lists.kind);
const WHERE = set(lists.where);
const NOISE = set(lists.noise);

/** Numbers that come with a thing rather than being what it is about. */
const BYPRODUCT = set(lists.byproduct);
/** Names of envelopes: `fields.summary`. */
const WRAPPER = set(lists.wrapper);
/** `num_comments`, `total_price`. */
const COUNTED = set(lists.counted);
const NAMES = set(lists.names);

/** Meanings of a key. */
export interface Name {
	/** In words. */
	readonly length: number;
	readonly role: Role;
	/** Meanings of all its words in one, of its last one, and of any. */
	readonly whole: number;
	readonly last: number;
	readonly any: number;
}

/** Most keys: lower-case letters and digits, perhaps with underscores between words. */
const SNAKE = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;
const CAMEL = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^\p{L}\p{N}]+/u;

/** The words of a key, lower-case: `guestName`, `guest_name` and `Guest Name` are the same two. */
function wordsOf(key: string): string[] {
	const name = key.slice(0, LONGEST_REMEMBERED);
	if (SNAKE.test(name)) return name.split('_');
	return name
		.split(CAMEL)
		.filter((word) => word !== '')
		.map((word) => word.toLowerCase());
}

/** Keys that are remembered: the same few come again in every item and every call. */
const MOST_REMEMBERED = 4_000;
/** UTF-16 units of a key that is remembered; of a longer one, so many are read. */
const LONGEST_REMEMBERED = 100;
/** A longer part of a text keeps all of the text in memory, as engines do it, and is copied first. */
const LONGEST_COPIED = 12;
const known = new Map<string, Name>();

/** Returns the meanings of a key; remembered. */
export function nameOf(key: string): Name {
	const remembered = known.get(key);
	if (remembered) return remembered;
	if (known.size >= MOST_REMEMBERED) known.clear();
	const isLong = key.length > LONGEST_REMEMBERED;
	const own = key.length > LONGEST_COPIED && !isLong ? [...key].join('') : key;
	const words = wordsOf(own);
	const whole = meaningOf(words.join(''));
	const meanings = words.map(meaningOf);
	const name = {
		length: words.length,
		role: told(words, whole),
		whole,
		last: meanings.at(-1) ?? 0,
		any: meanings.reduce((all, each) => all | each, 0),
	};
	if (!isLong) known.set(own, name);
	return name;
}

const has = (part: 'whole' | 'any', words: string): ((name: Name) => boolean) => {
	const bit = set(words);
	return (name) => (name[part] & bit) !== 0;
};

/** Names that say nothing without what they stand in: `status.name`, `assignee.displayName`. */
export const isGeneric = has('whole', lists.generic);
/** Of the names for one thing, those that a person would use. */
export const isSpoken = has('whole', lists.spoken);
/** Short names of somebody, by which others ask. */
export const isHandle = has('whole', lists.handle);
/** Those whom a record is about, before those who wrote or changed it. */
export const isMain = has('any', lists.main);
/** Tells whether it ends in what machines need, such as a hash. */
export const isByproduct = ({ length, last }: Name) => length > 1 && (last & BYPRODUCT) !== 0;
/** Words of a time since which a thing is there. */
export const isBorn = has('any', lists.born);
/** Tells whether it counts or dates the very thing that it stands in: how many of it, since when. */
export const isOfItsOwn = (name: Name): boolean => (name.last & BYPRODUCT) !== 0 || isBorn(name);
/** Names that identify, but less than an `id` does. */
export const isLesserIdentity = has('whole', lists.lesser);
/** Parts of an amount. */
export const isPartial = has('any', lists.partial);
/** Words of a time at which something was last touched: told after the time at which it happened. */
export const isTouched = has('any', lists.touched);
/** Words of a time for which a thing is meant. */
export const isPlanned = has('any', lists.planned);
export const isPlainStatus = has('whole', lists.plainStatus);
/** Tells whether it only wraps what is below it. */
export const isWrapper = ({ length, last }: Name) => length === 0 || (last & WRAPPER) !== 0;

function told(all: readonly string[], wholeOfAll: number): Role {
	const isMeasure = all.length > 1 && (meaningOf(all.at(-1) as string) & UNITS) !== 0;
	const words = isMeasure ? all.slice(0, -1) : all;
	if (words.length === 0) return 'none';
	const whole = isMeasure ? meaningOf(words.join('')) : wholeOfAll;
	const first = words[0] as string;
	const end = words.at(-1) as string;
	const last = meaningOf(end);
	if (whole & IDENTITY) return 'identity';
	if (whole & NOISE) return 'noise';
	if (end === 'id' || end === 'ids' || end === 'uuid' || end === 'guid') return 'link';
	if (words.length > 1 && meaningOf(first) & COUNTED) return 'amount';
	if (end === 'number' || end === 'sku') return words.length === 2 ? 'identity' : 'link';
	if (end === 'key' || end === 'code' || end === 'ref') return 'link';
	if (last & NOISE) return 'noise';
	if (whole & TITLE) return 'title';
	if (whole & TEXT) return 'text';
	if (whole & STATUS) return 'status';
	if (whole & WHO) return 'who';
	if (last & WHEN) return words.length > 1 && end === 'by' ? 'who' : 'when';
	if (last & AMOUNT) return 'amount';
	if (last & STATUS) return 'status';
	if (last & NAMES) {
		const any = words.reduce((all, word) => all | meaningOf(word), 0);
		if (any & WHO) return 'who';
		if (any & WHERE) return 'where';
		if (any & KIND) return 'kind';
		return any & STATUS ? 'status' : 'title';
	}
	if (last & KIND) return 'kind';
	if (last & WHERE) return 'where';
	if (last & WHO) return 'who';
	if (last & TITLE) return 'title';
	if (last & TEXT) return 'text';
	return meaningOf(first) & AMOUNT || words.includes('per') ? 'amount' : 'none';
}
