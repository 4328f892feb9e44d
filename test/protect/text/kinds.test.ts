// Tests of the kind that a text is told to be, on both sides of every line that is drawn between kinds.
import { describe, expect, it } from 'vitest';
import { natureOf } from '../../../src/protect/text/kind';
import { indexLines } from '../../../src/protect/text/lines';

const x = (part: string, times: number): string => part.repeat(times);
const P = 'The boats lie at the berths until it is evening.\n';
const C = 'x = f(a, b);\n';

/** Texts by their kind, the styles of their entries, and their delimiter. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
	diff: [
		`@@ -1 +1 @@\n${x('+x\n', 3)}word\n`,
		`@@ -1 +1 @@\n${x('+x\n', 3)}word\n\n\n`,
		'@@@ -1,2 -3,4 +5,6 @@@\n  x\n++y\n',
	],
	lines: [
		'a,b\n1,"x"\n2,"y"\n',
		'',
		'\n\n',
		'word\n',
		'It is seven.\n' + 'f(aaaa(bbb))\n',
		P + x(C, 4),
		'return of the boats to the berths and (\n',
		'the boats lie at the berths;\n',
		'aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbb ccccccccccccccc\n',
		x(P, 6) + x(`  ${P}`, 4) + x('\n', 10),
		'the boats of the house else:\n',
		'for the boats of (the house):\n',
		'the boats of the house =>\n',
		'the boats of the house ...\n',
		'name,of the,boats,and house,is\n',
		'the name\tof the\tboats\there\n',
		',boats,berths,,houses,\n',
		'only two\n',
		'internationalization administrators misunderstandings\n',
		'a b c d e f\n',
		'é à ü ö\n',
		'客人很晚才\n',
		'the boat = a {thing} of wood\n',
		'```\nx\n',
		'    ```\nx\n    ```\n',
		'# A\nx=1;\n# B\n',
		'## A\nx=1;\n',
		'####### A\nx=1;\n####### B\n',
		x(P, 9) + x(`  ${P}`, 4),
		x(P, 6) + x(`\t${P}`, 4),
		`${x('The boats lie at the berths. ', 30) + x('f(a);{b}', 120)}\n`,
		x('f(a);{b}', 30) + x('The boats lie at the berths. ', 40) + x('f(a);{b}', 30),
		`@@ -1 +1 @@\n${x('+x\n', 6)}${x('word\n', 2)}`,
		x('+x\n', 5),
		'@@ -1 +1\n+x\n',
		x('2026-03-01 10:00:00 x\n', 2) + x('word\n', 18),
		'2026-03-01 10:00:00 x\n',
		x('2026-03-01 10:00:00 x\n', 2) + x('\tat x\n', 98),
		x('2026-03-01 10:00:00 x\n', 3) + x('\tat x\n', 66) + x('word\n', 31),
		x('INFO x\n', 2) + x('word\n', 7),
		x('INFO x\n', 5) + x('  y\n', 95),
		x('{"a":1}\n', 3) + x('word\n', 5),
		x('a=1 b=2\n', 4) + x('word\n', 5),
		x('[main] x\n', 5) + x('word\n', 4),
		x('[FILE] x\n', 6) + x('[DIR] y\n', 4),
		x('# Query_time: 1\n', 2) + x('word\n', 39),
		'a,b\n1,"x\ny"\n',
		'a\n"x\ny"\nz\n',
		'a,b\n1,"x\ny"\n2,z,3\n',
		`a,b\n${x('1,"x\ny"\n', 7)}2,z,3\n`,
		'a,b\n1,"x\ny"z\n2,z\n',
		'a,b\n2,z\n1,"x\ny"',
	],
	'log bracketed': [x('[main] x\n', 6) + x('word\n', 4)],
	'log headed': [x('# Query_time: 1\n', 2) + x('word\n', 38)],
	'log json': [x('{"a":1}\n', 4) + x('word\n', 6)],
	'log levelled': [
		x('INFO x\n', 3) + x('word\n', 7),
		x('INFO x\n', 6) + x('  y\n', 94),
		x('\u001b[1;31mINFO\u001b[0m x\n', 3),
	],
	'log numbered': [x('7 http x\n', 3) + x('word\n', 7)],
	'log pairs': [x('a=1 b=2\n', 5) + x('word\n', 5)],
	'log stamped': [
		x('2026-03-01 10:00:00 x\n', 3) + x('word\n', 17),
		x('2026-03-01 10:00:00 x\n', 2),
		x('2026-03-01 10:00:00 x\n', 3) + x('\tat x\n', 97),
		x('2026-03-01 10:00:00 x\n', 3) + x('\tat x\n', 67) + x('word\n', 30),
		x('2026-03-01 10:00:00 x\n', 3) + x('\tat x\n', 147),
		x('2026-03-01 10:00:00 x\n', 2) + x('\n \n', 6),
		x('2026-03-01 10:00:00 x\n{"a":1}\n', 5),
	],
	'log stamped,json': [x('2026-03-01 10:00:00 x\n{"a":1}\n{"a":1}\n', 5)],
	'log stamped,levelled': [x('2026-03-01 10:00:00 x\n', 3) + x('INFO x\n', 4)],
	'log tagged': [x('app 2026-03-01 10:00:00 x\n', 5) + x('word\n', 5)],
	prose: [
		P,
		P + x(C, 3),
		'the boats (are) of a wood\n',
		',the boats,and berths,of the harbour lie\n',
		'the boats ,and berths ,of the ,harbour lie\n',
		'the boats,, and,, berths,, lie here\n',
		'the boats,,and,,berths,,lie here\n',
		`the boats,and berths,of the harbour lie ${x('here ', 16)}there,\n`,
		'the boats lie at the berths of the harbour until it is evening and then they come back to the house by the lake and lie there;\n',
		'name,of the boats,and house is\n',
		'boats, berths, houses, and lakes, too\n',
		'now three words\n',
		'aaaaaaaaaaaaaaa bbbbbbbbbbbbbbb ccccccccccccccc\n',
		'aaaaaaaaaaaaaa bbbbbbbbbbbbbbb ccccccccccccccc\n',
		'Où est la mer\n',
		'客人很晚才\u3001到\n',
		'แขกมาถึงดึก\n',
		'Гость приезжает поздно\n',
		'the boats are of wood (old) and lie at the berths\n',
		'```\nx\n```\n',
		'   ~~~\nx\n~~~\n',
		'## A\nx=1;\n## B\n',
		x(P, 7) + x(`  ${P}`, 3),
		x(P, 6) + x(` ${P}`, 4),
		x(P, 7) + x(`  ${P}`, 3) + x('   \n', 5),
		`${x('The boats lie at the berths. ', 60)}\n`,
		x('The boats lie at the berths. ', 12) +
			x('f(a);{b}', 100) +
			x('The boats lie at the berths. ', 12) +
			'\n',
	],
};

describe('a text', () => {
	it.each(
		Object.entries(TEXTS).flatMap(([kind, texts]) =>
			texts.map((text) => [text.slice(0, 60), kind, text]),
		),
	)('such as %j is told to be %s (case %#)', (_, expected, text = '') => {
		const { kind, styles } = natureOf(text, indexLines(text));
		expect(`${kind} ${styles.join()}`.trim()).toBe(expected);
	});
});
