// Cuts inside a line: sentences, statements, words, characters (context window protection, FR-021).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	endsSentence,
	lastSentenceEnd,
	lastStatementEnd,
	lastWordEnd,
} from '../../../src/protect/text/boundaries';
import { characterCut, splitsPair } from '../../../src/protect/text/plan';

/** The text up to the last cut before its last unit. */
const upToCut = (find: typeof lastSentenceEnd, text: string): string | undefined => {
	const cut = find(text, 0, text.length - 1);
	return cut < 0 ? undefined : text.slice(0, cut);
};

describe('lastSentenceEnd', () => {
	it.each([
		['It rains. Then', 'It rains. '],
		['Does it rain?! Then', 'Does it rain?! '],
		['He said "it rains." Then', 'He said "it rains." '],
		['**It rains.** Then', '**It rains.** '],
		['It rains.\r\nThen', 'It rains.\r\n'],
		['下雨了。然后', '下雨了。'],
		['他说：“下雨了。”然后', '他说：“下雨了。”'],
		['雨が降る！それ', '雨が降る！'],
		['बारिश है। फिर', 'बारिश है। '],
	])('cuts %j after %j', (text, expected) => {
		expect(upToCut(lastSentenceEnd, text)).toBe(expected);
	});

	it.each([
		['Mr. Smith came'],
		['use e.g. This one'],
		['it costs 3.50 or 4.75 each'],
		['J. Smith came'],
		['the U.S. Army came'],
		['see example.com for it'],
		['"Why?" he asked'],
		['wait... what'],
		['1. First item'],
		['no stop at all'],
	])('finds none in %j', (text) => {
		expect(upToCut(lastSentenceEnd, text)).toBeUndefined();
	});
});

describe('endsSentence', () => {
	it('tells a line that completes a sentence from one that goes on', () => {
		const ends = (text: string): boolean => endsSentence(text, 0, text.indexOf('\n') + 1);
		expect(ends('It rains.\nThen')).toBe(true);
		expect(ends('He said "it rains.")  \r\nThen')).toBe(true);
		expect(ends('It rains and\nthen')).toBe(false);
		expect(ends('It costs approx.\n50')).toBe(false);
	});
});

describe('lastStatementEnd', () => {
	it('cuts after statements and blocks, not before what closes them', () => {
		expect(upToCut(lastStatementEnd, 'a();b(c')).toBe('a();');
		expect(upToCut(lastStatementEnd, 'f({a:1});g(c')).toBe('f({a:1});');
		expect(upToCut(lastStatementEnd, '[{"a":1},{"a"')).toBe('[{"a":1},');
		expect(upToCut(lastStatementEnd, 'if(a){b()}return')).toBe('if(a){b()}');
	});
});

describe('lastWordEnd', () => {
	it('cuts before words and after clauses, not inside numbers', () => {
		expect(upToCut(lastWordEnd, 'two words')).toBe('two ');
		expect(upToCut(lastWordEnd, 'costs 1,000,000')).toBe('costs ');
		expect(upToCut(lastWordEnd, '下雨了，然后')).toBe('下雨了，');
		expect(upToCut(lastWordEnd, 'word\r\n\r\n')).toBeUndefined();
	});
});

describe('characterCut', () => {
	it('goes forward from its start and splits no pair', () => {
		const unit = fc.constantFrom('a', '😀', '\ud83d', '\ude00', '\r\n', 'e\u0301', '\u200d', '🇫🇷');
		fc.assert(
			fc.property(fc.string({ unit, minLength: 1 }), fc.nat(50), fc.nat(50), (text, from, more) => {
				fc.pre(from + more + 1 <= text.length && !splitsPair(text, from));
				const cut = characterCut(text, from, from + more + 1);
				expect(cut).toBeGreaterThan(from);
				expect(cut).toBeLessThanOrEqual(from + more + 2);
				expect(splitsPair(text, cut)).toBe(false);
			}),
		);
	});
});
