// Texts of records are asked by their fields, and searched record by record.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { find } from './in-one-go';
import { textToRows } from './text-to-rows';

const NAMES = ['Status', 'Installed-Size', 'Section', 'Depends', 'Note'];
const word = fc.constantFrom('one', 'two', 'x-y', '12', 'a: b', 'Status');
const value = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const field = fc.record({
	name: fc.constantFrom(...NAMES),
	value,
	more: fc.array(value, { maxLength: 2 }),
});
const record = fc.uniqueArray(field, { selector: ({ name }) => name, minLength: 3, maxLength: 5 });
const records = fc.array(record, { minLength: 4, maxLength: 30 });

const linesOf = (fields: readonly { name: string; value: string; more: readonly string[] }[]) =>
	fields.flatMap(({ name, value, more }) => [
		`${name}: ${value}`,
		...more.map((each) => ` ${each}`),
	]);

describe('a text of records', () => {
	it('has each as an object with its line and every field, whole', () => {
		fc.assert(
			fc.property(records, fc.constantFrom('\n', '\r\n'), (all, end) => {
				const parts = all.map((fields, at) => [`Package: p-${at}`, ...linesOf(fields), '']);
				const { kind, json } = textToRows(parts.map((lines) => lines.join(end) + end).join(''));
				expect(kind).toBe('records');
				const rows = JSON.parse(json) as Record<string, unknown>[];
				expect(rows).toHaveLength(all.length);
				let line = 1;
				for (const [at, fields] of all.entries()) {
					const { line: first, Package: name, ...others } = rows[at] as Record<string, unknown>;
					expect([first, name]).toEqual([line, `p-${at}`]);
					line += (parts[at] as string[]).length;
					const wanted = fields.map(({ name, value, more }) => [
						name,
						[value, ...more.map((each) => ` ${each}`)].join('\n'),
					]);
					const found = Object.entries(others).map(([name, each]) => [name, String(each)]);
					expect(found).toEqual(wanted);
				}
			}),
			{ numRuns: times(14, 40) },
		);
	});

	it('has lines with the first line of their record where records have no fields', () => {
		const text = Array.from(
			{ length: 9 },
			(_, at) => `## ${at + 1}. A\nsome words\nmore of it\n\n`,
		);
		const rows = JSON.parse(textToRows(text.join('')).json);
		expect(rows).toHaveLength(36);
		expect(rows[9]).toEqual({ line: 10, record: '## 3. A', text: 'some words' });
		expect(JSON.parse(textToRows(`intro\n\n${text.join('')}`).json)[0]).toEqual({
			line: 1,
			text: 'intro',
		});
	});

	it('is found record by record, with the lines to read on', () => {
		fc.assert(
			fc.property(records, fc.nat(29), (all, wanted) => {
				const number = wanted % all.length;
				const parts = all.map((fields, at) => [
					`Package: p-${at}`,
					...linesOf(fields),
					...(at === number ? ['Homepage: needle'] : []),
					...(at === number || at % 2 === 0 ? ['Tag: hay', 'Name: hay'] : []),
					'',
				]);
				const text = parts.map((lines) => `${lines.join('\n')}\n`).join('');
				const lines = text.split('\n');
				for (const [query, matches] of [
					['needle', (at: number) => at === number],
					['hay', (at: number) => at === number || at % 2 === 0],
				] as const) {
					const found = find(text, query);
					if (!found.ok) throw new Error(found.error);
					const { hits, total, listed } = found.value;
					const met = all.flatMap((_, at) => (matches(at) ? [at] : []));
					expect(hits).toHaveLength(met.length);
					expect([total, listed]).toEqual(
						query === 'hay' ? [2 * met.length, 2 * met.length] : [1, 1],
					);
					for (const [index, hit] of hits.entries()) {
						const { line, startLine, endLine, text: shown } = JSON.parse(hit);
						expect(lines[line - 1]).toContain(query);
						expect(lines[startLine - 1]).toBe(`Package: p-${met[index]}`);
						expect(lines[endLine]).toBe('');
						const own = lines.slice(startLine - 1, endLine);
						const left = shown.split('\n').filter((each: string) => each !== '…');
						expect(own).toEqual(expect.arrayContaining(left));
						expect(left).toContain(lines[startLine - 1]);
						expect(shown).toContain(query);
						if (!shown.includes('…')) expect(shown).toBe(own.join('\n'));
					}
				}
			}),
			{ numRuns: times(14, 40) },
		);
	});
});
