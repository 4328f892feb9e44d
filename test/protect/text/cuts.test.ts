// Every cut that is found inside lines, in texts with all that is told apart there.
import { describe, expect, it } from 'vitest';
import {
	endsSentence,
	lastSentenceEnd,
	lastStatementEnd,
	lastWordEnd,
} from '../../../src/protect/text/boundaries';
import { characterCut } from '../../../src/protect/text/plan';

// Texts with `|` at each cut.
const SENTENCES = [
	'It rains. |Then? |Yes! |And… so‽ |on؟ |ok۔ |x\u0964 |y\u0965|z 下。|雨！|了？|吧｡|了．|好։ |a። |b',
	'He said "it rains." |Then «so.» |Or ‘so.’ |And (so.) |And [so.] |{so.} |“so.” |**so.** |_so._ |`so.` |›so.‹ x',
	'她说「雨。」|然后『雨。』|又（雨。）|和】雨。】|又〉雨。〉|又》雨。》|又〕雨。〕|又］雨。］|又',
	'Mr. Smith, Mrs. Lee, Dr. No, Prof. X, e.g. This, i.e. That, cf. Here, vs. There, fig. One, no. One, z.B. Das, bzw. Die, etc. |The end. |Next',
	'J. Smith and U.S. Army and A.B.C. Corp. |Then AB. |Then É. Then',
	'1. First\n2. Second\n  33. Third\n444. Fourth\n5555. |Fifth\nhas 6. |Sixth',
	'wait... what. now.. |Then?! |Now!? |"Why?" he said. |"Why?" |He said. |Why? |he said! |he said',
	'See example.com now. |Ver 3.5 is it. |A.b then. end.Then',
	'One.\n|Two.\r\n|Three.\t|Four.\u3000|Five.\u00a0|Six.  \n\n  |Seven.',
	'Closed."""""""" |Then. |Closed.""""""""" Then',
	'Ends.” |“Next. |…” |Then… then… |Then. ',
	'10. It was in 1999. |Then it was 5. |Then',
	'xmr. |Then prof.Then  ap.ej. |Then Al. Then No. Then',
	'. |Then ." |Then',
];

const STATEMENTS = [
	'a();|b();|c',
	'f({a:1});|g({b:2}),h',
	'[{"a":1},|{"b":[1,2]},|{"c":3}]',
	'if(a){b()}|return{c}',
	'{a}|{b},|{c};|{d})x}',
	'}},|a],|b',
	',a',
	'},',
	'x=1;|;|y',
	'{};',
	'{a};|{b}]',
	'}|\n}|\n',
];

const WORDS = [
	'two |words |here',
	'costs |1,000,000 |or |2, |3',
	'下雨了，|然后、|又；|说：|好',
	'a, |b;|c,|d |"e",|f,"g"',
	'word\r\n\r\n|next  |two',
	'a\u3000|b\u00a0|c\t|d',
	'x،|y؛|z､|w',
	'1,|a |a,|1 |1;2',
	'a,) |b,|x',
	' |lead',
	'9,9',
	',|9',
	'9,',
];

/** A text, and where it is cut when a cut is wanted after its first unit, its second, and so on. */
const CHARACTERS: readonly [string, readonly number[]][] = [
	['abc', [1, 2, 3]],
	['a\ud83d\ude00b', [1, 1, 3, 4]],
	['a\r\nb', [1, 1, 3, 4]],
	['\ud83d\ud83dx', [1, 2, 3]],
	['\ude00\ude00x', [1, 2, 3]],
	['a\r\r\n\nx', [1, 2, 2, 4, 5, 6]],
];

/** A text with `|` at each cut, found from its end on. */
function cutBy(find: typeof lastSentenceEnd, marked: string): string {
	const text = marked.replaceAll('|', '');
	let high = text.length;
	let after = '';
	for (;;) {
		const cut = find(text, 0, high - 1);
		if (cut < 0) return text.slice(0, high) + after;
		after = `|${text.slice(cut, high)}${after}`;
		high = cut;
	}
}

describe('sentences', () => {
	it.each(SENTENCES)('end in %j where it is marked', (marked) => {
		expect(cutBy(lastSentenceEnd, marked)).toBe(marked);
	});

	it('have their blanks with them, but not without end', () => {
		const spaces = ' '.repeat(64);
		expect(lastSentenceEnd(`Far.${spaces}Then`, 0, 70)).toBe(68);
		expect(lastSentenceEnd(`Far.${spaces} Then`, 0, 70)).toBe(-1);
	});

	it('are looked for between two offsets', () => {
		const text = 'One. Two. Three. ';
		const found = [3, 4, 5, 9, 10, 11].map((high) => lastSentenceEnd(text, 3, high));
		expect(found).toEqual([-1, -1, 5, 5, 10, 10]);
		expect([3, 4, 5].map((low) => lastSentenceEnd(text, low, 9))).toEqual([5, -1, -1]);
	});

	it.each([
		['It rains.', 'T', true],
		['It rains. \r', 'T', true],
		['It rains', 'T', false],
		['It rains."', 'T', true],
		['It rains.")]}»”’»', 'T', false],
		['It rains."""""""', 'T', true],
		['It rains.""""""""', 'T', false],
		['It costs approx.', '5', false],
		['wait...', 'then', false],
		['It rains…', 'then', false],
		['"Why?"', 'he', false],
		['Why?', 'he', true],
		['x.,', 'T', false],
		['雨。', '然', true],
		['J.', 'T', false],
		['1.', 'T', false],
		['.', 'T', true],
		['"', 'T', false],
		['', 'T', false],
		['  ', 'T', false],
	])('end with the line %j before %j: %j', (line, next, expected) => {
		expect(endsSentence(`${line}\n${next}`, 0, line.length + 1)).toBe(expected);
		expect(endsSentence(`.\n${line}\n${next}`, 2, line.length + 3)).toBe(expected);
	});
});

describe('statements', () => {
	it.each(STATEMENTS)('end in %j where it is marked', (marked) => {
		expect(cutBy(lastStatementEnd, marked)).toBe(marked);
	});

	it('are looked for between two offsets', () => {
		const found = [0, 1, 2, 3].map((low) => lastStatementEnd('a},b', low, 3));
		expect(found).toEqual([3, 3, -1, -1]);
	});
});

describe('words', () => {
	it.each(WORDS)('begin in %j where it is marked', (marked) => {
		expect(cutBy(lastWordEnd, marked)).toBe(marked);
	});

	it('are looked for between two offsets', () => {
		const text = 'one two three';
		expect([3, 4, 7, 8, 12].map((high) => lastWordEnd(text, 0, high))).toEqual([-1, 4, 4, 8, 8]);
		expect([3, 4, 7, 8].map((low) => lastWordEnd(text, low, 8))).toEqual([8, 8, 8, -1]);
	});
});

describe('characters', () => {
	it.each(CHARACTERS)('of %j are cut between', (text, cuts) => {
		expect(Array.from({ length: text.length }, (_, at) => characterCut(text, 0, at + 1))).toEqual(
			cuts,
		);
	});

	it('are taken whole where none has been taken', () => {
		expect(characterCut('a😀b', 1, 2)).toBe(3);
		expect(characterCut('a\r\nb', 1, 2)).toBe(3);
		expect(characterCut('xx😀', 1, 3)).toBe(2);
	});
});
