// Values for made-up payloads: the same for the same name on every machine, with the spread of real
// ones (nulls, optional members, texts of different lengths).

export interface Made {
	/** A whole number from `from` to `to`, both inclusive. */
	int(from: number, to: number): number;
	/** One of them. */
	pick<Item>(items: readonly Item[]): Item;
	/** The value, or null in about the given share of cases. */
	maybe<Item>(value: Item, nulls?: number): Item | null;
	/** So many characters of an alphabet: hexadecimal unless named. */
	token(length: number, alphabet?: string): string;
	uuid(): string;
	person(): Person;
	title(): string;
	/** So many sentences. */
	text(sentences: number): string;
	/** An ISO time, in seconds, within the two years before 2026-11-01. */
	time(): string;
	/** So many items. */
	list<Item>(count: number, make: (at: number) => Item): Item[];
}

export interface Person {
	readonly first: string;
	readonly last: string;
	readonly name: string;
	readonly login: string;
	readonly email: string;
}

const FIRST =
	'Amara Björn Chiara Dmitri Elif Farid Grace Hiro Ingrid Jonas Kwame Leila Mateo Noor Olga Priya Quentin Rosa Samir Tova'.split(
		' ',
	);
const LAST =
	'Adeyemi Brandt Castillo Dubois Eriksen Fischer Gupta Haddad Ivanova Jensen Kim Lindqvist Moreau Novak Okafor Pereira Quist Rossi Sato Tanaka'.split(
		' ',
	);
const SUBJECTS =
	'invoice export|login page|search index|night batch|mobile menu|price list|audit trail|webhook queue|report header|booking form|image upload|mail digest|tax table|session store|map layer|archive job|voucher code|stock count|calendar sync|refund flow'.split(
		'|',
	);
const VERBS =
	'drops|repeats|ignores|delays|truncates|misreads|locks|loses|doubles|rejects|renames|hides'.split(
		'|',
	);
const OBJECTS =
	'rows without a date|names with accents|the second page|large attachments|orders from yesterday|closed accounts|empty fields|time zones east of UTC|the last item|retries after a timeout|negative amounts|cached totals'.split(
		'|',
	);
const ENDINGS =
	'when two people save at once|on slow networks|after an upgrade|for guests|in the weekly run|since the last release|if the cache is cold|under load|with old browsers|at midnight'.split(
		'|',
	);

export function made(name: string): Made {
	const next = numbers(name);
	const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
	const pick = <Item>(items: readonly Item[]): Item => items[int(0, items.length - 1)] as Item;
	const token = (length: number, alphabet = '0123456789abcdef') =>
		Array.from({ length }, () => pick([...alphabet])).join('');
	const sentence = () => `The ${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)} ${pick(ENDINGS)}.`;
	return {
		int,
		pick,
		token,
		maybe: (value, nulls = 0.3) => (next() < nulls ? null : value),
		uuid: () => [8, 4, 4, 4, 12].map((length) => token(length)).join('-'),
		person: () => {
			const [first, last] = [pick(FIRST), pick(LAST)];
			const login = `${first}.${last}`.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
			return { first, last, name: `${first} ${last}`, login, email: `${login}@mail.example` };
		},
		title: () => {
			const subject = pick(SUBJECTS);
			return `${subject[0]?.toUpperCase()}${subject.slice(1)} ${pick(VERBS)} ${pick(OBJECTS)}`;
		},
		text: (sentences) => Array.from({ length: sentences }, sentence).join(' '),
		time: () => new Date(Date.UTC(2024, 10, 1) + int(0, 63_072_000) * 1000).toISOString(),
		list: (count, make) => Array.from({ length: count }, (_, at) => make(at)),
	};
}

/** mulberry32 over a hash of the name: numbers from 0 to 1. */
function numbers(name: string): () => number {
	let state = [...name].reduce(
		(hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619),
		2166136261,
	);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
