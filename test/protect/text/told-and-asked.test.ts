// A first answer names the form of a text by which `select` reads it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../../../src/protect/text/digest';
import { natureOf } from '../../../src/protect/text/kind';
import { indexLines } from '../../../src/protect/text/lines';
import { textToRows } from '../../ask/text-to-rows';
import { times } from '../../fuzz-runs';

const KINDS: Readonly<Record<string, readonly string[]>> = {
	rows: ['csv', 'ndjson'],
	entries: ['log'],
	records: ['records'],
	lines: ['lines'],
};

const toldOf = (text: string) => {
	const lines = indexLines(text);
	return digest(text, lines, natureOf(text, lines), (some) => ({
		tokens: some.length / 4,
		bytes: some.length,
	}));
};

const expectAgreed = (text: string): void => {
	const { asks, shape } = toldOf(text);
	const { kind, json } = textToRows(text);
	const head = text.slice(0, 2_000);
	expect([head, asks, KINDS[/^\w+/.exec(asks)?.[0] ?? '']]).toEqual([
		head,
		asks,
		expect.arrayContaining([kind]),
	]);
	const items = JSON.parse(json) as readonly object[];
	const counted = /^(?:log of )?(\d+) (?:row|entr)/.exec(shape)?.[1];
	if (asks === 'rows' && counted) expect([head, items.length]).toEqual([head, Number(counted)]);
	for (const name of /\{(.*?)(?:,…)?\}/.exec(asks)?.[1]?.split(',') ?? [])
		expect([head, name, items.some((item) => Object.hasOwn(item, name))]).toEqual([
			head,
			name,
			true,
		]);
};

const LINES = [
	'{"at":1,"level":"ERROR","msg":"x"}',
	'{"at":1,"kind":"y"}',
	'[1,"a"]',
	'{"at": broken',
	'[info] begun',
	'2026-01-02T03:04:05Z INFO did it',
	'2026-01-02 10:00:00,123 WARN x',
	'a,b,c',
	'1,2,3',
	'1,2,3,4',
	'"q, r","b\nc",d',
	'x;y;',
	'Key: value',
	'---',
	'',
	'  ',
	'plain text of some words',
	'diff --git a/x b/x',
	'@@ -1,2 +1,2 @@',
	'+2026-01-02 added',
	'a=1 b=2',
	'## head',
	'1. one',
];
const line = fc.constantFrom(...LINES);

describe('a text is asked as what it is told to be', () => {
	it('whatever its lines are', () => {
		const text = fc
			.tuple(
				fc.constantFrom('', '', '\ufeff', '\n', ' \n', '\ufeff\n'),
				fc.tuple(line, line),
				fc.array(fc.tuple(fc.nat(19), line), { minLength: 2, maxLength: 60 }),
				fc.constantFrom('\n', '\r\n'),
				fc.constantFrom('', '\n'),
			)
			.map(([before, [usual, other], lines, end, last]) => {
				const of = (one: number, any: string) => (one < 15 ? usual : one < 18 ? other : any);
				return before + lines.map(([one, any]) => of(one, any)).join(end) + last;
			});
		fc.assert(fc.property(text, expectAgreed), { numRuns: times(400, 20_000) });
	});

	it.each([
		['states of files', 'A\tREADME\n', 'M\tsrc/a.ts\n'],
		[
			'a log between bars',
			'2024-03-01 10:00:00.123 | CRITICAL | x\n',
			'2024-03-01 10:00:01.5 | INFO | y\n',
		],
		[
			'a log with a comma',
			'2024-03-01T10:00:00Z CRITICAL x, 4\n',
			'2024-03-01T10:00:01Z INFO y, 5\n',
		],
	])('%s: the first line is one that is asked', (_, first, usual) => {
		const text = first + usual.repeat(50);
		expectAgreed(text);
		expect(JSON.parse(textToRows(text).json)).toHaveLength(51);
	});

	it.each([
		['a table with a row that is wider, far from its beginning', 'a,b\n', '1,2\n', '1,2,3\n'],
		['a table', 'a,b\n', '1,2\n', '3,4\n'],
		['a table with quotes', 'a,b\n', '"1,5",2\n', '1,"x\ny"\n'],
		['a table with quotes and a wider row', 'a,b\n', '"1,5",2\n', '1,"x\ny",3\n'],
		['values a line', '{"a":1}\n', '{"a":1}\n', '{"a":1\n'],
		['a log', '', '2026-01-02 10:00:00,123 WARN x\n', '1,2,3\n'],
	])('%s, of more than two million characters', (_, head, usual, other) => {
		const many = Math.ceil(1_200_000 / usual.length);
		expectAgreed(head + usual.repeat(many) + other + usual.repeat(many));
	});

	const values = (line: (at: number) => string) => Array.from({ length: 200 }, (_, at) => line(at));
	it.each([
		['with a mark of its encoding', `\ufeff${values((at) => `{"a":${at}}`).join('\n')}`],
		['behind a blank line', `\n${values((at) => `{"a":${at}}`).join('\n')}`],
		['a fifth of them lists', values((at) => (at % 5 ? `{"a":${at}}` : `[${at}]`)).join('\n')],
		['lists alone', values((at) => `[${at},"a"]`).join('\n')],
		[
			'of which one in eleven is cut off',
			values((at) => (at % 11 ? '{"level":"info","msg":"a"}' : '{"level":"error","ms')).join('\n'),
		],
		[
			'of which some are lines that end in the midst',
			values((at) => (at % 11 ? '{"level":"info","msg":"a"}' : 'fo","level":"error"}'))
				.join('\n')
				.slice(21),
		],
	])('values a line, %s, are rows', (_, text) => {
		expect(toldOf(text).asks).toBe('rows');
		expectAgreed(text);
	});
});
