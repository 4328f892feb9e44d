// Texts of records are counted and never begun in the middle of one; levels of a log are counted exactly.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../fuzz-runs';
import { cursorOf, readAt, type Sent, sent } from '../answers';

const word = fc.constantFrom(
	'some',
	'more',
	'words',
	'of',
	'a',
	'body',
	'that',
	'costs',
	'its',
	'tokens',
	'42',
	'a-b',
);
const line = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(' '));
const body = fc.array(line, { minLength: 2, maxLength: 9 });

/** Ways to part records; each gives the lines of one, the first of which begins it. */
const PARTED: Readonly<Record<string, (body: readonly string[], at: number) => readonly string[]>> =
	{
		'dashes after keys': (lines, at) => [
			`ID: ${at}`,
			`Title: ${lines[0]}`,
			...lines.slice(1),
			'---',
		],
		dashes: (lines, at) => [`result ${lines[0]} ${at}`, ...lines.slice(1), '---'],
		'double dashes with blanks': (lines, at) => [
			`result ${lines[0]} ${at}`,
			...lines.slice(1),
			'',
			'=====',
			'',
		],
		'blank lines': (lines, at) => [`Title: ${at}`, `URL: ${lines[0]}`, ...lines.slice(1), ''],
		'numbered headings': (lines, at) => [`## ${at + 1}. ${lines[0]}`, ...lines.slice(1), ''],
		'numbered names': (lines, at) => [`Result ${at + 1}: ${lines[0]}`, ...lines.slice(1)],
	};

interface Told {
	readonly shape: string;
	readonly texts: readonly string[];
}

/** All pages of a text from its first answer on, and what the first says of it. */
function pagesOf(text: string): Told {
	let page: Sent = sent({ content: [{ type: 'text', text }] });
	const added = JSON.parse(page.answer.content.at(-1)?.text as string);
	const texts = [page.answer.content[0]?.text as string];
	for (let next = cursorOf(page); next; next = cursorOf(page)) {
		page = readAt(page, next, {});
		texts.push(page.answer.content[0]?.text as string);
	}
	return { shape: added.summary?.shape ?? '', texts };
}

describe('a text of records', () => {
	it.each(Object.entries(PARTED))(
		'parted by %s is counted, and read on record by record',
		(_, parted) => {
			fc.assert(
				fc.property(fc.array(body, { minLength: 60, maxLength: 90 }), (bodies) => {
					const records = bodies.map((lines, at) => `${parted(lines, at).join('\n')}\n`);
					const text = records.join('');
					const { shape, texts } = pagesOf(text);
					expect(texts.join('')).toBe(text);
					expect(shape).toMatch(new RegExp(`^${records.length} records, `));
					const begins = new Set<number>([text.length]);
					let at = 0;
					for (const record of records) {
						begins.add(at);
						at += record.length;
					}
					let read = 0;
					for (const page of texts) {
						read += page.length;
						expect(begins).toContain(read);
					}
				}),
				{ numRuns: times(4, 12) },
			);
		},
	);

	it('has a record that a first answer has no room for on its first page', () => {
		const record = (at: number) =>
			`ID: ${at}\nTitle: a\n${'many words of one record. '.repeat(200)}\n---\n`;
		const { shape, texts } = pagesOf(Array.from({ length: 9 }, (_, at) => record(at)).join(''));
		expect(texts[0]).toBe('');
		expect(shape).toMatch(/^9 records, .*; begins "ID: 0 Title: a many/);
		for (const page of texts.slice(1)) expect(page).toMatch(/^ID: /);
	});

	it.each([
		[
			'a document',
			`# A\n\ntext\n\n---\n\n## B\n\ntext\n\n---\n\n## C\n\n1. a\n2. b\n3. c\n\n---\n\n## D\n`,
		],
		['front matter', `---\nname: a\n---\n${'words of a text. '.repeat(9)}\n---\n`],
		['keys once', `name: a\nkind: b\n\nnote: c\nnote: d\nnote: e\n`],
	])('is not %s', (_, text) => {
		expect(pagesOf(`${text}\n${'Words of a paragraph. '.repeat(900)}`).shape).not.toContain(
			'records',
		);
	});
});

describe('a log', () => {
	const LEVELS = ['INFO', 'WARN', 'ERROR', 'DEBUG', 'FATAL'];
	const message = fc.constantFrom(
		'no ERROR here',
		'INFO of WARN',
		'level: error',
		'took 17 ms',
		'TimeoutError: x',
	);

	it('has its levels, its times and its errors counted, wherever they stand', () => {
		const entry = fc.record({ level: fc.constantFrom(...LEVELS), message, trace: fc.boolean() });
		fc.assert(
			fc.property(fc.array(entry, { minLength: 400, maxLength: 900 }), (entries) => {
				const time = (at: number) => new Date(1.77e12 + at * 61_000).toISOString();
				const lines = entries.map(
					(each, at) =>
						`${time(at)} ${each.level} ${each.message}${each.trace ? '\n    at ERROR.run (a.js:1)' : ''}`,
				);
				const { shape, texts } = pagesOf(lines.join('\n'));
				expect(texts.join('')).toBe(lines.join('\n'));
				for (const page of texts) expect(page).toMatch(/^\d{4}-/);
				const toSecond = (at: number) => time(at).replace('.000', '');
				expect(shape).toContain(
					`log of ${entries.length} entries, ${toSecond(0)} to ${toSecond(entries.length - 1)}; `,
				);
				for (const level of LEVELS) {
					const count = entries.filter((each) => each.level === level).length;
					const told = new RegExp(`[;,] ${level} (\\d+)[,;]`).exec(shape)?.[1];
					expect(Number(told ?? 0)).toBe(count);
				}
				const severe = entries.filter(({ level }) => level === 'ERROR' || level === 'FATAL');
				const named = [
					...(shape.split('errors: ')[1] ?? '').matchAll(/ (?:(\d+) from )?line \d+/g),
				];
				expect(named.reduce((sum, [, count = '1']) => sum + Number(count), 0)).toBe(severe.length);
			}),
			{ numRuns: times(4, 10) },
		);
	});

	it('of a logger that numbers levels and counts milliseconds is read as any other', () => {
		const level = fc.constantFrom(10, 20, 30, 40, 50, 60);
		fc.assert(
			fc.property(fc.array(level, { minLength: 400, maxLength: 600 }), (levels) => {
				const at = (index: number) => 1.77e12 + index * 61_000;
				const text = levels
					.map(
						(each, index) =>
							`{"level":${each},"time":${at(index)},"pid":7,"msg":"no ERROR ${index}"}`,
					)
					.join('\n');
				const { shape } = pagesOf(`starting\n${text}`);
				const names = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
				for (const [index, name] of names.entries()) {
					const told = new RegExp(`[;,] ${name} (\\d+)`).exec(shape)?.[1];
					const count = levels.filter((each) => each === 10 * (index + 1)).length;
					expect(Number(told ?? 0)).toBe(count);
				}
				const toSecond = (index: number) => new Date(at(index)).toISOString().replace('.000', '');
				expect(shape).toContain(`${toSecond(0)} to ${toSecond(levels.length - 1)}`);
			}),
			{ numRuns: times(4, 10) },
		);
	});
});
