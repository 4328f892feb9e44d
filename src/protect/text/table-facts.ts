// Facts of a text of rows, delimited values or a JSON object a line: their fields as `select` reads them, in one pass.
import { parseJson } from '../../shared/json/parse';
import { isRow, type LineCounts } from '../../shared/json-lines';
import { isSpeakable, several } from '../../shared/shown-text';
import { readTable, rowWriter, type Table } from '../../shared/table';
import type { TableRow } from '../../shared/table-form';
import type { Weigh } from '../budget';
import { inner, tellable } from '../selection/describe';
import { tellFacets } from '../selection/facet-text';
import { facetOf, facetsOf, groupingOf, noteNumber, noteText } from '../selection/facets';
import { profileOf, spreadOver } from '../selection/profile';
import { judged } from '../selection/scores';
import type { Digest } from './digest';

/** UTF-16 units of rows that are counted; of a longer text they are spread over it, and it is said of how many. */
const MOST_UNITS = 1_000_000;
/** The same of a table whose rows are read at all; of a longer one parts alone, since others wait meanwhile. */
const MOST_READ = 2_000_000;
/** Parts of a longer text, the first and the last among them. */
const PARTS = 16;
/** UTF-16 units that are told of a line below the rows. */
const MOST_LINE = 80;
/** Tokens that facts take. */
const ROOM = 130;

/** Describes a table; undefined where `select` reads the text otherwise. */
export function tableDigest(text: string, weigh: Weigh): Digest | undefined {
	const isWhole = text.length <= MOST_READ;
	const counted = isWhole ? undefined : readTable(text, Number.POSITIVE_INFINITY);
	if (!isWhole && counted === undefined) return undefined;
	// A part may begin within a quoted cell: the beginning stands for such a text.
	const isSpread = isWhole || !text.includes('"');
	const beginning = (): string => text.slice(0, text.lastIndexOf('\n', MOST_UNITS));
	const read = isWhole ? text : isSpread ? partsOf(text) : beginning();
	const table = readTable(read, isWhole ? Math.ceil(text.length / MOST_UNITS) : 1, text);
	const all = counted ?? table;
	if (!all) return undefined;
	const said = saidOf(all);
	const names = all.columns.map(({ name }) => name).join(',');
	const asks = all.header === 'known' ? `rows {${names}}` : 'rows';
	if (!table) return { ...rowsOf(all.total, said), asks };
	// The cut may go through a quoted cell of the last row.
	const rows = isSpread ? table.rows : table.rows.slice(0, -1);
	const looked = rows.length;
	const fields = facetsIn(table, rows);
	const facets = { fields, keys: [], looked, total: all.total, isSpread, hasMoreKeys: false };
	return { ...digestOf(facets, weigh, said), asks };
}

/** Facts of the rows as such: the ground for their names, and the lines below them. */
const saidOf = ({ header, above, below }: Table): string => {
	const names = header === 'guessed' ? ' under line 1, taken for their names' : '';
	const short = (line: string): string =>
		line.length > MOST_LINE ? `${line.slice(0, MOST_LINE).toWellFormed()}…` : line;
	const told = (word: string) => (line: string) => `, ${word} ${JSON.stringify(short(line))}`;
	return names + [...above.map(told('under')), ...below.map(told('then'))].join('');
};

/** Describes so many rows that are JSON values, one a line, beside others that are texts. */
export function objectsDigest(text: string, counts: LineCounts, weigh: Weigh): Digest {
	const isWhole = text.length <= MOST_UNITS;
	const lines = (isWhole ? text : partsOf(text)).split('\n').flatMap((line) => line.trim() || []);
	const rows = lines.filter(isRow);
	const texts = isWhole ? lines.length - rows.length : counts.others;
	const note = texts === 0 ? '' : `; beside them ${several(texts, 'line')} of text, no JSON`;
	const total = counts.all - texts;
	const parsed = parseJson(`[${rows.join(',')}]`);
	if (!parsed.ok) return rowsOf(total, note);
	const tape = parsed.value;
	const items = tape.children(0);
	const leaves = judged(profileOf(tape, items), { essential: new Set() });
	const told = tellable(leaves).filter(({ field }) => field.path.length > 0);
	const digest = digestOf({ ...facetsOf(tape, items, told, { total }), isSpread: true }, weigh);
	return { ...digest, shape: digest.shape + note };
}

/** Rows of which nothing more is told. */
const rowsOf = (total: number, said = ''): Digest => ({
	shape: several(total, 'row') + said,
	asks: 'rows',
	example: '[:3]',
});

/** Whole lines of parts that are spread over a text. */
function partsOf(text: string): string {
	const size = MOST_UNITS / PARTS;
	const step = (text.length - size) / (PARTS - 1);
	const parts = Array.from({ length: PARTS }, (_, at) => {
		const start = Math.round(at * step);
		const next = text.indexOf('\n', start);
		// The last line may begin before its part.
		const from = at === 0 ? 0 : next < 0 ? text.length : next + 1;
		const end = at === PARTS - 1 ? text.length : text.lastIndexOf('\n', start + size) + 1;
		return text.slice(from, end);
	});
	return parts.join('');
}

function digestOf(facets: ReturnType<typeof facetsOf>, weigh: Weigh, said?: string): Digest {
	const grouping = groupingOf(facets);
	const { text: facts } = tellFacets(facets, ROOM, weigh, grouping);
	const by = grouping ? inner(grouping) : '';
	const isSpelled = by !== '' && by.length <= 60 && isSpeakable(by);
	const rows = rowsOf(facets.total, said);
	return {
		...rows,
		...(facts !== undefined && { shape: `${rows.shape}: ${facts}` }),
		...(isSpelled && { example: `count_by(@, &${by})` }),
	};
}

/** Facets of the columns, the most telling first. */
function facetsIn({ columns }: Table, rows: readonly TableRow[]) {
	const write = rowWriter(columns);
	const sample = spreadOver(rows).map(write).join(',');
	const parsed = parseJson(`[${sample}]`);
	if (!parsed.ok) return [];
	const tape = parsed.value;
	const leaves = judged(profileOf(tape, tape.children(0)), { essential: new Set() });
	const told = tellable(leaves).map((leaf) => {
		const at = columns.findIndex(({ name }) => name === leaf.field.path[0]);
		return { facet: facetOf(leaf, rows.length), at, isNumeric: columns[at]?.isNumeric };
	});
	for (const { cells } of rows)
		for (const { facet, at, isNumeric } of told) note(facet, cells[at] ?? '', isNumeric);
	return told.map(({ facet }) => facet);
}

function note(facet: ReturnType<typeof facetOf>, cell: string, isNumeric = false): void {
	facet.having++;
	const written = cell.trim();
	if (!isNumeric) noteText(facet, cell);
	else if (written === '') facet.nulls++;
	else noteNumber(facet, written);
}
