// Tests of cuts of a text with armoured blocks: none in them, and good ones where it goes on.
import { expect, it } from 'vitest';
import { gradeBoundaries } from '../../../src/protect/text/boundaries';
import type { TextKind } from '../../../src/protect/text/kind';
import { indexLines } from '../../../src/protect/text/lines';

const BLOCK = '-----BEGIN KEY-----\nMIIB\n-----END KEY-----\n';

const grades = (text: string, kind: TextKind = 'lines'): string => {
	const nature = { kind, styles: [], delimiter: undefined };
	return gradeBoundaries(text, indexLines(text), nature, '').grades.join('');
};

it.each([
	['a line that goes on', `${BLOCK})\n`, '1004'],
	['a word', `${BLOCK}x\n`, '1004'],
	['an indented line', `${BLOCK} x\n`, '1001'],
	['three blank lines', `${BLOCK}\n \n\n)\n`, '1001114'],
	['four blank lines', `${BLOCK}\n\n\n\n)\n`, '10011111'],
	['nothing but blank lines', `${BLOCK}\n\n`, '10011'],
	['nothing', BLOCK, '100'],
	['another', BLOCK + BLOCK, '100400'],
	['a mark without its end', `${BLOCK}-----BEGIN KEY-----\n)\n`, '10041'],
	['an end of another name', '-----BEGIN KEY-----\nMIIB\n-----END CERT-----\n)\n', '1311'],
	['an end of no name', 'x -----BEGIN KEY-----\nMIIB\n-----END undefined-----\n)\n', '4311'],
	['an end long before it', '-----END KEY-----\nx\n-----BEGIN KEY-----\n)\n', '1311'],
	['an end before it', `-----END KEY-----\n${BLOCK})\n`, '11004'],
])('a block before %s is graded', (_, text, expected) => {
	expect(grades(text)).toBe(expected);
});

it('a log goes on after a block as it would', () => {
	expect(grades(`${BLOCK})\n`, 'log')).toBe('1001');
	expect(grades(`${BLOCK}x\n`, 'prose')).toBe('4004');
});

it('a block of a thousand lines is whole, and no longer one', () => {
	const ofLines = (count: number) =>
		grades(`-----BEGIN KEY-----\n${')\n'.repeat(count - 2)}-----END KEY-----\n`);
	expect(ofLines(1_000)).toBe(`1${'0'.repeat(999)}`);
	expect(ofLines(1_001)).toBe(`1${'1'.repeat(1_000)}`);
});
