// Results of every kind that a server may send, made from a seed.
import type { ToolResult } from '../../src/shared/tool-result';

export type Random = () => number;

/** A small deterministic generator (mulberry32): numbers in [0, 1). */
export function seeded(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const WORDS =
	'the quick brown fox jumps over lazy dog while reading long reports about bookings guests and amenities in distant cities'.split(
		' ',
	);
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const pick = <T>(random: Random, from: ArrayLike<T>): T =>
	from[Math.floor(random() * from.length)] as T;

export const words = (random: Random, count: number): string =>
	`${Array.from({ length: count }, () => pick(random, WORDS)).join(' ')}.`;

const letters = (random: Random, from: string, count: number): string =>
	Array.from({ length: count }, () => pick(random, from)).join('');

const range = (first: number, last: number): string =>
	String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
const CJK = range(0x4e00, 0x5fff);
const CYRILLIC = range(0x430, 0x44f);

export const base64 = (random: Random, chars: number): string => letters(random, BASE64, chars);

export const booking = (random: Random, id: number, noteWords: number) => ({
	id,
	status: pick(random, ['confirmed', 'pending', 'cancelled']),
	guestName: `Guest ${id}`,
	checkInDate: '2025-11-01',
	totalPrice: Math.round(random() * 1e5) / 100,
	notes: words(random, noteWords),
});

export const bookings = (random: Random, count: number, noteWords = 5) =>
	Array.from({ length: count }, (_, at) => booking(random, 1000 + at, noteWords));

/** Texts that are hard on an estimator or on a cutter, about `chars` long each. */
export const texts: Readonly<Record<string, (random: Random, chars: number) => string>> = {
	english: (random, chars) => words(random, Math.floor(chars / 5.5)),
	log: (random, chars) =>
		Array.from(
			{ length: Math.ceil(chars / 90) },
			(_, at) =>
				`2026-11-0${1 + (at % 9)}T08:00:${String(at % 60).padStart(2, '0')}Z INFO worker[${at}]: ${words(random, 8)}`,
		).join('\n'),
	minified: (random, chars) =>
		Array.from(
			{ length: Math.ceil(chars / 40) },
			() =>
				`function ${letters(random, 'abcdefgh', 2)}(a,b){return a.${letters(random, 'xyzuvw', 4)}?b[${Math.floor(random() * 99)}]:!1}`,
		).join(';'),
	cjk: (random, chars) =>
		Array.from({ length: Math.ceil(chars / 21) }, () => `${letters(random, CJK, 20)}。`).join(''),
	cyrillic: (random, chars) =>
		Array.from({ length: Math.ceil(chars / 7) }, () => letters(random, CYRILLIC, 6)).join(' '),
	base64: (random, chars) => base64(random, chars),
	hex: (random, chars) => letters(random, '0123456789abcdef', chars),
	uuids: (random, chars) =>
		Array.from({ length: Math.ceil(chars / 37) }, () =>
			[8, 4, 4, 4, 12].map((count) => letters(random, '0123456789abcdef', count)).join('-'),
		).join('\n'),
	emoji: (random, chars) =>
		Array.from({ length: Math.ceil(chars / 2) }, () =>
			String.fromCodePoint(0x1f300 + Math.floor(random() * 700)),
		).join(''),
	thai: (random, chars) => letters(random, range(0xe01, 0xe2e), chars),
	brackets: (random, chars) => letters(random, '[]{}(),:;"\'\\', chars),
	consonants: (random, chars) =>
		Array.from({ length: Math.ceil(chars / 8) }, () =>
			letters(random, 'bcdfghjklmnpqrstvwxz', 7),
		).join(' '),
	braille: (random, chars) => letters(random, range(0x2800, 0x28ff), chars),
	oneCharacter: (_, chars) => 'a'.repeat(chars),
	loneSurrogates: (random, chars) => letters(random, '\ud800\udc00a ', chars),
	csv: (random, chars) =>
		Array.from(
			{ length: Math.ceil(chars / 50) },
			(_, at) => `${at},${random()},${words(random, 3)},"${base64(random, 12)}"`,
		).join('\r\n'),
};

export const text = (body: string): ToolResult => ({ content: [{ type: 'text', text: body }] });
export const json = (value: unknown): ToolResult => text(JSON.stringify(value));
export const both = (value: unknown): ToolResult => ({
	...json(value),
	structured: JSON.stringify(value),
});

const nested = (depth: number, open: string, inner: string, close: string): string =>
	open.repeat(depth) + inner + close.repeat(depth);

/** Results that do not fit the default budget, by name. */
export function oversized(seed: number): Record<string, ToolResult> {
	const random = seeded(seed);
	const made: Record<string, ToolResult> = {
		'500 bookings in an object': both({ bookings: bookings(random, 500, 20) }),
		'500 bookings in an array': json(bookings(random, 500, 20)),
		'pretty-printed bookings': text(JSON.stringify({ bookings: bookings(random, 300) }, null, 2)),
		'20 items of 3,000 words': both({ items: bookings(random, 20, 3000) }),
		'one object of long strings': both(
			Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, words(random, 200)])),
		),
		'100,000 small items': json(Array.from({ length: 100_000 }, (_, id) => ({ id }))),
		'3,000 levels of arrays': text(nested(3000, '[[1],', '2', ']')),
		'3,000 levels of objects': text(nested(3000, '{"a":1,"b":', '1', '}')),
		'a dictionary of 20,000 keys': json(
			Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, at])),
		),
		'300 blocks of JSON': {
			content: bookings(random, 300).map((item) => ({ type: 'text', text: JSON.stringify(item) })),
		},
		'300 blocks of text': {
			content: Array.from({ length: 300 }, () => ({ type: 'text', text: words(random, 60) })),
		},
		'a matrix': json(
			Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => random())),
		),
	};
	for (const [name, make] of Object.entries(texts)) {
		const body = make(random, 40_000);
		made[`text: ${name}`] = text(body);
		made[`in an object: ${name}`] = both({ id: 7, name: 'thing', data: body });
		made[`in items: ${name}`] = both({
			items: Array.from({ length: 60 }, (_, id) => ({ id, data: make(random, 1_500) })),
		});
		made[`carried: ${name}`] = { ...text(body), structured: JSON.stringify({ result: body }) };
	}
	return made;
}
