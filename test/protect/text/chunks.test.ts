// Tests of where chunks end, to the unit, in small texts of every kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planChunks } from './plan-chunks';

/** Texts with `‖` at each cut. Above each, the units that a chunk may have, and its lines. */
const file = join(import.meta.dirname, '../../fixtures/text/chunks.txt');
const chunked = readFileSync(file, 'utf8')
	.split(/^===== /m)
	.slice(1);

const cost = (piece: string) => ({
	tokens: piece.length,
	bytes: new TextEncoder().encode(piece).length,
});

const cut = (text: string, maxTokens: number, maxLines = 200, maxBytes = 10_000): string => {
	const ends = planChunks(text, { maxLines, maxTokens, maxBytes, cost });
	return ends
		.slice(1)
		.map((end, at) => text.slice(ends[at], end))
		.join('‖');
};

describe('a text', () => {
	it.each(chunked)('is cut where it is marked (case %#)', (marked) => {
		const [limits = '', ...rest] = marked.split(/(?<=\n)/);
		const [maxTokens = 0, maxLines] = limits.split(' ').map(Number);
		const expected = rest.join('');
		expect(cut(expected.replaceAll('‖', ''), maxTokens, maxLines)).toBe(expected);
	});

	it.each([
		['ab\n', 1, 9, 99, 'a‖b‖\n'],
		['ab\n', 0, 9, 99, 'a‖b‖\n'],
		['a\nb\nc\n', 9, 0, 99, 'a\n‖b\n‖c\n'],
		['a\nb\nc\n', 9, 2, 99, 'a\nb\n‖c\n'],
		['éé éé\n', 9, 9, 6, 'éé ‖éé\n'],
		['éééé', 9, 9, 4, 'éé‖éé'],
		['a b c d', 4, 9, 99, 'a ‖b ‖c d'],
		['a b c d', 3, 9, 99, 'a ‖b ‖c d'],
		['one\ntwo\n', 4, 9, 99, 'one\n‖two\n'],
		['one\r\ntwo\r\n', 5, 9, 99, 'one\r\n‖two\r\n'],
		['one\r\ntwo', 4, 9, 99, 'one‖\r\n‖two'],
	])(
		'%j in chunks of %i units, %i lines, %i bytes is %j',
		(text, units, lines, bytes, expected) => {
			expect(cut(text, units, lines, bytes)).toBe(expected);
		},
	);

	it.each([
		['one that says something', '  ? f', true],
		['one a little outwards', '   f', true],
		['one that closes a list', '  ],', false],
		['one that closes an element', '  </b>', false],
		['a blank one', '  ', false],
	])('of nested data begins a chunk with %s: %j, %j', (_, last, isCut) => {
		const lines = ['<a>', '  <b>', '    c', '    d', '    e', last];
		const expected = lines.with(isCut ? 5 : 4, `‖${isCut ? last : '    e'}`).join('\n');
		expect(cut(lines.join('\n'), 99, 5)).toBe(expected);
	});

	it('begins a chunk where a part begins in the second half of what is left of it', () => {
		const part = ['call({', '    a,', '  b,', '    c,', '   d,', '    e,'];
		const lines = ['x = 1', '', ...part, ...Array(9).fill('    f,')];
		expect(cut(lines.join('\n'), 99, 8).split('‖')[0]).toBe(`${lines.slice(0, 6).join('\n')}\n`);
	});

	it('of prose is cut where a sentence ends before a table that fits no chunk', () => {
		const text =
			'The boats lie at the berths until it is evening. They are old and made of wood.\n';
		const table = `| a | b |\n${'| It is. So | d |\n'.repeat(3)}`;
		expect(cut(text + table, 120).split('‖')[0]).toBe(text);
	});

	it('is cut in its middle as the whole would be', () => {
		const code = 'berth();\n\n';
		const expected = [
			'The boats lie at the berths.\n\n',
			`\`\`\`\n${code.repeat(4)}`,
			`${code.repeat(4)}\`\`\`\n\n`,
			'## One\nwith a line\n\n## Two\n',
		];
		expect(cut(expected.join(''), 50)).toBe(expected.join('‖'));
	});
});
