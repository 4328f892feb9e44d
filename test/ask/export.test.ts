import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText, type ExportFormat, exportDocument } from '../../src/ask/export';
import { inOneGo } from '../../src/shared/slices';
import { treeOf } from './in-one-go';

const exported = (value: unknown, format: ExportFormat): string => {
	const source = typeof value === 'string' ? value : JSON.stringify(value);
	const tree = treeOf(source);
	if (!tree) throw new Error('not JSON');
	const chunks = inOneGo(exportDocument(tree, format));
	return chunks.ok ? [...chunks.value].join('') : chunks.error;
};

/** RFC 4180, read back. */
const rowsOfCsv = (text: string): string[][] => {
	const rows: string[][] = [];
	let row: string[] = [];
	for (const [, quoted, plain, end] of text.matchAll(
		/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
	)) {
		row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
		if (end === '\r\n') {
			rows.push(row);
			row = [];
		}
	}
	return rows;
};

describe('CSV', () => {
	it('has a column for each field, inner objects in dots, values as they are spelled', () => {
		const text = exported(
			'[{"id":12345678901234567890,"user":{"login":"a,b"},"tags":["x"]},{"id":1.0,"user":null,"note":"say \\"hi\\"\\n"}]',
			'csv',
		);
		expect(text).toBe(
			'id,user.login,tags,note\r\n12345678901234567890,"a,b","[""x""]",\r\n1.0,,,"say ""hi""\n"\r\n',
		);
	});

	it('has the rows of a list of lists, and one column for plain values', () => {
		expect(
			exported(
				[
					['a', 1],
					['b', 2],
				],
				'csv',
			),
		).toBe('a,1\r\nb,2\r\n');
		expect(exported(['a', null, 3], 'csv')).toBe('value\r\na\r\n\r\n3\r\n');
		expect(exported([{ a: 1 }, 'x'], 'csv')).toBe('value,a\r\n,1\r\nx,\r\n');
	});

	it('takes the main list of an object, else the object', () => {
		expect(exported({ total: 2, rows: [{ a: 1 }, { a: 2 }] }, 'csv')).toBe('a\r\n1\r\n2\r\n');
		expect(exported({ a: 1, b: {} }, 'csv')).toBe('a,b\r\n1,{}\r\n');
	});

	it('is refused where there are too many columns', () => {
		const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, at]));
		expect(exported([wide], 'csv')).toMatch(/more than 2,000 columns/);
	});

	it('runs in no spreadsheet: what begins as a formula is a text there, numbers stay', () => {
		const cells = [
			'=1+1',
			'+cmd|x',
			'-2+3',
			'@SUM(A1)',
			' =1',
			'\t=1',
			'-5',
			'+1.5e3',
			'a=1',
			'--',
		];
		const [, ...rows] = rowsOfCsv(
			exported(
				cells.map((a) => ({ a })),
				'csv',
			),
		);
		const run = ["'=1+1", "'+cmd|x", "'-2+3", "'@SUM(A1)", "' =1", "'\t=1"];
		expect(rows.map(([cell]) => cell)).toEqual([...run, '-5', '+1.5e3', 'a=1', "'--"]);
	});

	it('gives back every text that went in, but for what would be run', () => {
		fc.assert(
			fc.property(
				fc.array(fc.record({ a: fc.string(), b: fc.string() }), { minLength: 1 }),
				(rows) => {
					const read = rowsOfCsv(exported(rows, 'csv'));
					expect(read).toEqual([['a', 'b'], ...rows.map(({ a, b }) => [a, b].map(defused))]);
				},
			),
		);
	});
});

const defused = (text: string) =>
	/^\s*[=+@＝＋＠-]/.test(text) && !/^[+-]?(?:\d[\d.,]*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
		? `'${text}`
		: text;

describe('the other forms', () => {
	it('are the document itself, its items a line each, or the text', () => {
		const source = '{"n": 1.0,\n "rows": [{"id": 1}, {"id": 2e3}]}';
		expect(exported(source, 'json')).toBe(source);
		expect(exported(source, 'ndjson')).toBe('{"id":1}\n{"id":2e3}\n');
		expect(exported(['a', { b: 1 }], 'text')).toBe('a\n{"b":1}\n');
		expect(exported('"two\\nlines"', 'text')).toBe('two\nlines');
	});

	it('cut no character in two', () => {
		const text = `x${'😀'.repeat(50_000)}`;
		const all = [...chunkText(text)];
		expect(all.length).toBeGreaterThan(1);
		expect(all.every((piece) => piece.isWellFormed())).toBe(true);
		expect(all.join('')).toBe(text);
	});
});
