// Hostile JSON texts for the tape's tests: generated as text, so that spellings vary.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parseJson } from '../../../src/shared/json/parse';
import type { Tape } from '../../../src/shared/json/tape';

/** The tape of a text that must be valid. */
export const parsed = (text: string): Tape => {
	const tape = parseJson(text);
	if (!tape.ok) throw new Error(`${tape.error}: ${text.slice(0, 200)}`);
	return tape.value;
};

export const accepts = (text: string): boolean => {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
};

/** Returns whether JSON.parse reads the same data, keys in the same order, from both texts. */
export const sameData = (left: string, right: string): boolean => {
	const [a, b]: unknown[] = [JSON.parse(left), JSON.parse(right)];
	return isDeepStrictEqual(a, b) && JSON.stringify(a) === JSON.stringify(b);
};

const blanks = fc.constantFrom('', '', '', ' ', '\n\t', '\r\n  ');

const numbers = fc.oneof(
	fc.constantFrom('0', '-0', '1.0', '1e999', '-1E-2', '0.1e+5', '12345678901234567890'),
	fc.integer().map(String),
	fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);

const escapedUnit = (unit: string): string =>
	`\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const characters = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 40 }).map((value) => JSON.stringify(value).slice(1, -1)),
	fc.string({ unit: 'grapheme', maxLength: 8 }).map((value) => JSON.stringify(value).slice(1, -1)),
	fc.constantFrom(
		'\\n',
		'\\/',
		'\\"',
		'\\\\',
		'\\u0000',
		'\\ud800',
		'\ud800',
		'\u2028',
		'\u007f',
		'.',
		'~1',
		'a'.repeat(70),
	),
	fc.constantFrom('K', 'é', '"').map(escapedUnit),
);

export const stringTexts = fc
	.array(characters, { maxLength: 4 })
	.map((parts) => `"${parts.join('')}"`);

// Keys have no escapes: V8's JSON.parse, the oracle, reads some escaped keys as another key it has
// seen ("\b" as "\\"). The tape's own reading of such keys has tests of its own.
const keyTexts = fc.oneof(
	stringTexts.filter((text) => !text.includes('\\')),
	fc.constantFrom('"a"', '"b"', '"a.b"', '"__proto__"', '"constructor"', '""', '"0"'),
);

const joined = (open: string, parts: readonly string[], close: string, blank: string): string =>
	parts.length === 0
		? `${open}${blank}${close}`
		: `${open}${parts.map((part) => blank + part + blank).join(',')}${close}`;

const { value } = fc.letrec<{ value: string }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 6, depthSize: 'small', withCrossShrink: true },
		fc.oneof(stringTexts, numbers, fc.constantFrom('true', 'false', 'null')),
		fc
			.tuple(fc.array(tie('value'), { maxLength: 6 }), blanks)
			.map(([items, blank]) => joined('[', items, ']', blank)),
		fc
			.tuple(fc.array(fc.tuple(keyTexts, blanks, tie('value')), { maxLength: 6 }), blanks)
			.map(([fields, blank]) =>
				joined(
					'{',
					fields.map(([key, around, item]) => `${key}${around}:${around}${item}`),
					'}',
					blank,
				),
			),
	),
}));

/** Valid JSON texts: any spelling, duplicate and hostile keys, whitespace anywhere. */
export const jsonTexts = fc
	.tuple(blanks, value, blanks)
	.map(([before, text, after]) => before + text + after);

/** Texts one or two edits away from valid JSON, so that some are and most are not. */
export const mutations = fc
	.tuple(
		jsonTexts,
		fc.array(
			fc.tuple(
				fc.nat(),
				fc.nat({ max: 2 }),
				fc.constantFrom(...'{}[]:,"\\ 0-.eu\n\u0000\ufeff', '', '1', 'tru', '\\u00', '//'),
			),
			{ minLength: 1, maxLength: 2 },
		),
	)
	.map(([text, edits]) =>
		edits.reduce((edited, [place, removed, added]) => {
			const at = place % (edited.length + 1);
			return edited.slice(0, at) + added + edited.slice(at + removed);
		}, text),
	);
