// Texts of every kind that chunking is tested with, made here: deterministic, no real data.

/** A log of `count` one-line entries. */
export const plainLog = (count: number): string =>
	Array.from(
		{ length: count },
		(_, at) =>
			`2026-03-01T10:${String(Math.floor(at / 60) % 60).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}.120Z INFO worker-${at % 7} job ${at} done\n`,
	).join('');

const stamp = (at: number): string => `2026-03-01 10:00:${String(at % 60).padStart(2, '0')},120`;

/** A Java entry: a message and `frames` lines of stack, with an unindented cause. */
export const javaEntry = (at: number, frames: number): string =>
	[
		`${stamp(at)} ERROR [main] com.example.Booking - Payment failed`,
		'java.lang.IllegalStateException: gateway closed',
		...Array.from(
			{ length: frames },
			(_, n) => `\tat com.example.Pay.step${n}(Pay.java:${n + 10})`,
		),
		'Caused by: java.net.SocketException: Connection reset. Try again.',
		'\t... 12 more',
		'',
	].join('\n');

/** A Python entry: a traceback whose last line is not indented. */
export const pythonEntry = (at: number, frames: number): string =>
	[
		`[${stamp(at)}] ERROR in app: Exception on /book [POST]`,
		'Traceback (most recent call last):',
		...Array.from({ length: frames }, (_, n) => [
			`  File "/srv/app/step${n}.py", line ${n}, in run`,
			'    return self.next(value)',
		]).flat(),
		'ValueError: nights must be positive',
		'',
	].join('\n');

/** An entry of MySQL's slow query log; the time stands only where it changed. */
export const slowQuery = (at: number, columns: number): string =>
	[
		...(at % 3 === 0
			? [`# Time: 2026-03-01T10:00:${String(at % 60).padStart(2, '0')}.000000Z`]
			: []),
		`# User@Host: app[app] @ web-1 [10.0.0.1]  Id: ${at}`,
		`# Query_time: 1.${at}  Lock_time: 0.000012  Rows_sent: 1  Rows_examined: 90210`,
		'SET timestamp=1772359200;',
		'SELECT',
		...Array.from({ length: columns }, (_, n) => `b.column_${n},`),
		'b.id',
		'-- by the index',
		`FROM bookings b WHERE b.id = ${at};`,
		'',
	].join('\n');

const body = (at: number, n: number): string =>
	`${' -+'[(at + n) % 3]}${['', '## not a heading', 'return value;', '-- a rule'][(at * n) % 4]}`;

/** A file's part of a unified diff: hunks of twelve lines. */
export const fileDiff = (at: number, hunks: number): string =>
	[
		`diff --git a/src/file-${at}.ts b/src/file-${at}.ts`,
		'index 1234567..89abcde 100644',
		`--- a/src/file-${at}.ts`,
		`+++ b/src/file-${at}.ts`,
		...Array.from({ length: hunks }, (_, hunk) => [
			`@@ -${hunk * 40 + 1},12 +${hunk * 40 + 1},12 @@ function part${hunk}() {`,
			...Array.from({ length: 12 }, (_, n) => body(hunk, n)),
		]).flat(),
		'',
	].join('\n');

/** Markdown with headings, wrapped paragraphs, code with blank lines, tables, nested lists. */
export const markdown = (sections: number): string =>
	Array.from(
		{ length: sections },
		(_, at) => `## Section ${at}

The first paragraph of section ${at} explains what the section is about. It is wrapped over
two lines and has several sentences, e.g. this one. Mr. Smith paid 3.50 for it.

\`\`\`ts
function first${at}(): number {

	return ${at};
}

const second = first${at}();
\`\`\`

| name | value |
|------|-------|
| one. | ${at} |
| two. | ${at + 1} |

- an item that goes on. It has

  a paragraph of its own.
- another item:
  - nested
`,
	).join('\n');

/** One line of English prose without any terminator. */
export const proseLine = (sentences: number): string =>
	Array.from(
		{ length: sentences },
		(_, at) =>
			`Sentence number ${at} is about the house, e.g. its 3.5 rooms, and Mr. Smith said "it is fine." `,
	).join('');

/** Chinese prose without a space or a line end. */
export const chineseProse = (sentences: number): string =>
	Array.from(
		{ length: sentences },
		(_, at) => `这座房子位于湖边，第${at}间卧室可以看到群山。`,
	).join('');

/** Minified code on one line. */
export const minified = (functions: number): string =>
	Array.from(
		{ length: functions },
		(_, at) =>
			`function f${at}(a,b){var c=a[b]||{x:${at},y:[1,2]};if(!c)return;return c.x+"${at}"}`,
	).join('');
