// Tables that are sent by columns, or as lists of cells under a header, are paged by rows with all columns.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protect } from '../../src/protect/protect';
import { read } from '../../src/protect/read';
import { isText } from '../../src/shared/tool-result';
import { times } from '../fuzz-runs';
import { policy } from './answers';

const HANDLE = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL';

type Cell = string | number | null | boolean;
interface Made {
	readonly names: readonly string[];
	readonly rows: readonly (readonly Cell[])[];
}

const column = ({ rows }: Made, at: number) => rows.map((row) => row[at] as Cell);
const columns = (made: Made) =>
	Object.fromEntries(made.names.map((name, at) => [name, column(made, at)]));

/** Ways in which servers write the same table. */
const FORMS: Readonly<Record<string, (made: Made) => unknown>> = {
	'columns in an object beside their names': (made) => ({
		columns: made.names,
		data: columns(made),
	}),
	'columns at the top': columns,
	'columns beside what they are of': (made) => ({ station: 'Oslo', units: {}, ...columns(made) }),
	'columns in an envelope': (made) => ({ latitude: 59.9, hourly: columns(made) }),
	'cells beside a list of names': ({ names, rows }) => ({ columns: names, rows, more: false }),
	'cells beside a list of described names': ({ names, rows }) => ({
		result: { cols: names.map((name) => ({ name, type: 'x' })), values: rows },
	}),
	'cells under a first row of names': ({ names, rows }) => ({ values: [names, ...rows] }),
	'a list of cells under a first row of names': ({ names, rows }) => [names, ...rows],
};

const texts = fc.string({ unit: 'grapheme', maxLength: 24 });
const cells: readonly fc.Arbitrary<Cell>[] = [
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
	texts,
	fc.option(texts, { nil: null }),
	fc.boolean(),
];
const tables = fc
	.record({
		width: fc.integer({ min: 2, max: 7 }),
		count: fc.integer({ min: 150, max: 420 }),
		sorts: fc.array(fc.nat(cells.length - 1), { minLength: 7, maxLength: 7 }),
	})
	.chain(({ width, count, sorts }) => {
		const row = Array.from({ length: width }, (_, at) =>
			at === 0 ? fc.constant<Cell>(0) : (cells[sorts[at] as number] as fc.Arbitrary<Cell>),
		);
		const rows = fc.array(fc.tuple(...row), { minLength: count, maxLength: count });
		return rows.map((rows) => ({
			names: row.map((_, at) => `col ${at}`),
			rows: rows.map((cells, at) => [at * 1_000_003, ...cells.slice(1)]),
		}));
	});

/** All rows, read by cursor from the first answer on. */
function walked(value: unknown): unknown[] {
	const content = [{ type: 'text' as const, text: JSON.stringify(value) }];
	const first = protect({ content }, { view: {} }, policy);
	const { document } = first;
	if (!document) throw new Error('nothing is kept');
	const found: unknown[] = [];
	let outcome = first;
	for (let turn = 0; turn < 1_000; turn++) {
		const [text = ''] = outcome
			.place(outcome.positions.map(() => HANDLE))
			.content.filter(isText)
			.map((block) => block.text);
		found.push(...rowsIn(JSON.parse(text)));
		const [position] = outcome.positions;
		if (!position) return found;
		const next = read(document, { position, view: {} }, policy);
		if (!next.ok) throw new Error(next.error);
		outcome = next.value;
	}
	throw new Error('the pages do not end');
}

/** The list of objects that is somewhere in a page. */
function rowsIn(page: unknown): unknown[] {
	if (Array.isArray(page) && typeof page[0] === 'object' && !Array.isArray(page[0])) {
		if (!('type' in page[0])) return page;
	}
	if (typeof page !== 'object' || page === null) return [];
	return Object.values(page).flatMap(rowsIn);
}

describe.each(Object.entries(FORMS))('%s', (_name, write) => {
	it('are paged by rows: the pages are all rows in order, with all columns', () => {
		fc.assert(
			fc.property(tables, (made) => {
				const expected = made.rows.map((row) =>
					Object.fromEntries(made.names.map((name, at) => [name, row[at]])),
				);
				expect(walked(write(made))).toEqual(JSON.parse(JSON.stringify(expected)));
			}),
			{ numRuns: times(8, 100) },
		);
	});
});
