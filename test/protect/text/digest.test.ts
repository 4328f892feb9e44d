// Tests of the line that tells what a long text is.
import { describe, expect, it } from 'vitest';
import { digest } from '../../../src/protect/text/digest';
import type { TextKind } from '../../../src/protect/text/kind';
import { indexLines } from '../../../src/protect/text/lines';

const x = (part: string, times: number): string => part.repeat(times);
const headings = (count: number): string =>
	Array.from({ length: count }, (_, at) => `# H${at}\n`).join('');

const TEXTS: readonly (readonly [kind: TextKind, text: string, digest: string])[] = [
	['log', 'x', 'log of 0 entries'],
	[
		'log',
		'2026-03-01 10:00:00 INFO a\n2026-03-01T11:00 WARN b\n',
		'log of 2 entries, 2026-03-01 10:00:00 to 2026-03-01T11:00; INFO 1, WARN 1',
	],
	[
		'log',
		'2026-03-01 10:00:00 status installed libgpg-error-l10n\n2026-03-01 11:00:00 status installed install-info:amd64\n2026-03-01 12:00:00 status ERROR-LIST\n',
		'log of 3 entries, 2026-03-01 10:00:00 to 2026-03-01 12:00:00',
	],
	[
		'log',
		'ERROR a 17\nERR c\nWARNING d\nERROR a 18\nERROR in x\n  java.io.IOException: y\nINFO ok, no ERROR\n',
		"log of 6 entries; ERROR 3, ERR 1, WARNING 1, INFO 1; errors: 'a #' 2 from line 1, 'c' line 2, IOException line 5",
	],
	[
		'log',
		'ts=2026-03-01T10:00:00Z level=50 msg="[m1] text 7"\nts=2026-03-01T11:00:00Z level=30 msg=ok\n',
		"log of 2 entries, 2026-03-01T10:00:00Z to 2026-03-01T11:00:00Z; ERROR 1, INFO 1; errors: '[m1] text #' line 1",
	],
	[
		'log',
		'{"level":"ERROR","msg":"\\"C:\\\\a\\" cannot be \\u00fcsed\\nat x"}\n{"level":"INFO","msg":"ok"}\n{"level":"ERROR","msg":"a \\"b\\" c"}\n',
		"log of 3 entries; ERROR 2, INFO 1; errors: 'C:\\a\" cannot be üsed' line 1, 'a \"b\" c' line 3",
	],
	[
		'log',
		'{"id":0,"level":"FATAL"}\n{"id":1,"level":"INFO"}\n{"id":2,"level":"FATAL"}\n',
		'log of 3 entries; FATAL 2, INFO 1; errors: FATAL 2 from line 1',
	],
	[
		'log',
		'[10/Oct/2026:13:55:36 +0000] GET\n[10/Oct/2026:13:56:36 +0000] GET\n',
		'log of 2 entries, 10/Oct/2026:13:55:36 +0000 to 10/Oct/2026:13:56:36 +0000',
	],
	[
		'log',
		`2026-03-01 11:00:00 a\n${x('  y\n', 1_900)}2026-03-01 10:00:00 a\n${x('2026-03-01 10:30:00 b\n', 9)}`,
		'log of 11 entries, 2026-03-01 10:00:00 to 2026-03-01 11:00:00',
	],
	[
		'log',
		'2026-03-29T03:05:00+02:00 a\n2026-03-29T01:50:00+01:00 b\n2026-03-29T01:30:00Z c\n',
		'log of 3 entries, 2026-03-29T01:50:00+01:00 to 2026-03-29T01:30:00Z',
	],
	[
		'log',
		'[30/Nov/2026:10:00:00 +0000] GET\n[01/Dec/2026:00:00:00 +0100] GET\n[29/Nov/2026:11:00:00 +0000] GET\n[30/Nov/2026:09:00:00 +0000] GET\n',
		'log of 4 entries, 29/Nov/2026:11:00:00 +0000 to 01/Dec/2026:00:00:00 +0100',
	],
	[
		'log',
		'Nov 30 10:00:00 h cron: a\nNov  3 10:00:00 h cron: b\nNov 30 12:00:00 h cron: c\nNov 29 10:00:00 h cron: d\n',
		'log of 4 entries, Nov  3 10:00:00 to Nov 30 12:00:00',
	],
	[
		'log',
		'Dec 30 10:00:00 h cron: a\nJan  2 10:00:00 h cron: b\nDec 31 12:00:00 h cron: c\n',
		'log of 3 entries, Dec 30 10:00:00 to Jan  2 10:00:00',
	],
	['log', '10:00:09 a\n10:00:01 b\n', 'log of 2 entries, 10:00:09 to 10:00:01'],
	[
		'log',
		'2026/11/30 10:00:01 [crit] 31#31: INFO gone\n2026/11/30 10:00:00 [crit] 31#31: WARN gone\n',
		"log of 2 entries, 2026/11/30 10:00:00 to 2026/11/30 10:00:01; CRIT 2; errors: 'INFO gone' line 1, 'WARN gone' line 2",
	],
	['diff', 'x\n', 'diff'],
	[
		'diff',
		'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n+++ c\n',
		'diff: src/a.ts 1',
	],
	['diff', '--- old\n+++ new\n@@', 'diff: new 2'],
	['diff', '--- old\n+++ new\n@@ -1 +1 @@\n+diff --git a/x\n', 'diff: new 2'],
	['prose', 'no headings\n', ''],
	[
		'prose',
		'# One\ntext\n## Two\n   ### Three\n    # code\n#### Four  \n##### Five\n#Six\n',
		'headings: One 1, Two 3, Three 4, Four 6',
	],
	['prose', '```\n# in code\n```\n# Out\n~~~\n# in\n', 'headings: Out 4'],
	[
		'prose',
		`# ${x('h', 41)}\n# ${x('h', 40)}\n# ${x('h', 39)}😀\n`,
		`headings: ${x('h', 40)}… 1, ${x('h', 40)} 2, ${x('h', 39)}\ufffd… 3`,
	],
	[
		'prose',
		headings(14),
		'headings: H0 1, H1 2, H2 3, H3 4, H4 5, H5 6, H6 7, H7 8, H8 9, H9 10, H10 11, H11 12, H12 13, H13 14',
	],
	[
		'prose',
		headings(15),
		'headings: H0 1, H1 2, H2 3, H3 4, H4 5, H5 6, H6 7, H8 9, H9 10, H10 11, H11 12, H12 13, H13 14, H14 15, of 15',
	],
	[
		'prose',
		headings(100),
		'headings: H0 1, H8 9, H15 16, H23 24, H30 31, H38 39, H46 47, H53 54, H61 62, H69 70, H76 77, H84 85, H91 92, H99 100, of 100',
	],
	[
		'prose',
		headings(2_500),
		'headings: H0 1, H192 193, H384 385, H577 578, H769 770, H961 962, H1153 1154, H1346 1347, H1538 1539, H1730 1731, H1922 1923, H2115 2116, H2307 2308, H2499 2500, of 2500',
	],
	['lines', 'plain\nlines\n', ''],
	['lines', '<!DOCTYPE html>\n<html>\n', 'markup'],
	['lines', '  <svg width="1">\n', 'markup'],
	['lines', 'x <html>\n', ''],
	['lines', '<html5>\n', ''],
	['lines', '<?xml version="1.0"?>\n', 'markup'],
	['lines', 'f(a),b,c\n', ''],
	['lines', ',a,b\n', ''],
	['lines', '# A\n# B\n', ''],
	['lines', '# A\n# B\n# C\n', 'headings: A 1, B 2, C 3'],
	['lines', 'function a() {\n}\n', ''],
	[
		'lines',
		'export async function a() {\n}\nconst b = 1;\n  const c = 2;\nclass D {}\npub fn e() {\ndef f():\nexport default class G\nCREATE TABLE [h] (\nabstract class I<T>\nfunction *j()\nfunctional k\n',
		'code: a 1, b 3, D 5, e 6, f 7, G 8, [h] 9, I 10, j 11',
	],
	['lines', 'name: a\n', ''],
	[
		'lines',
		'name: a\n_b.c-d: 1\n  e: 2\nf:\ng:h\nÄ: 1\n9: 2\n',
		'keys: name 1, _b.c-d 2, f 4, Ä 6, 9 7',
	],
	[
		'lines',
		'# of languages\n1C Enterprise:\n  a: 1\n"@x/y":\n  - b:\nC++:\n  z: 2\n- no: 1\nsome words: here\n---\n',
		'keys: 1C Enterprise 2, "@x/y" 4, C++ 6',
	],
	['prose', `# A\n${x('word\n', 52_427)}# B\n# C\n`, 'headings: A 1, B 52429, C 52430'],
	['prose', `# A\n${x('word\n', 52_430)}# B\n`, 'headings: A 1, B 52432'],
	['prose', x('word\n', 60_000), ''],
];

const told = (text: string, kind: TextKind) => {
	const nature = { kind, styles: [], delimiter: undefined };
	return digest(text, indexLines(text), nature, (part) => ({ tokens: part.length / 4, bytes: 0 }));
};

describe('the digest', () => {
	it.each(
		TEXTS.map(([kind, text, expected]) => [kind, text.slice(0, 60), expected, text] as const),
	)('of %s such as %j is %j', (kind, _, expected, text) => {
		expect(told(text, kind).shape).toBe(expected);
	});

	it('tells JSON objects from a log where none has a time or a level, and asks them as a table', () => {
		const objects = (object: (at: number) => object) => {
			const text = Array.from({ length: 50 }, (_, at) => `${JSON.stringify(object(at))}\n`).join(
				'',
			);
			const { shape, example } = told(text, 'log');
			return `${shape}, ${example}`;
		};
		const status = (at: number) => ['new', 'paid', 'sent'][at % 3];
		expect(objects((at) => ({ id: at, sku: `S-${at}`, status: status(at) }))).toBe(
			'50 rows: status new×17, paid×17, sent×16; id 0–49, count_by(@, &status)',
		);
		expect(objects((at) => ({ level: at % 2 ? 'info' : 'error', msg: `m${at}` }))).toMatch(
			/^log of 50 entries; .*, count_by\(@, &level\)$/,
		);
	});
});
