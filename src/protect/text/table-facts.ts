// Facts of a text of rows, delimited values or a JSON object a line: their fields as `select` reads them, in one pass.

import { parseJson } from '../../shared/json/parse';
import { isRow, type LineCounts } from '../../shared/json-lines';
import { isSpeakable, several } from '../../shared/shown-text';
import { inOneGo } from '../../shared/slices';
import { readingTable, type Table, writingRows } from '../../shared/table';
import type { Weigh } from '../budget';
import { tellable } from '../facts';
import { inner } from '../selection/describe';
import { tellFacets } from '../selection/facet-text';
import { facetsOf, groupingOf } from '../selection/facets';
import { profileOf } from '../selection/profile';
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
	const counted = isWhole ? undefined : inOneGo(readingTable(text, Number.POSITIVE_INFINITY));
	if (!isWhole && counted === undefined) return undefined;
	// A part may begin within a quoted cell: the beginning stands for such a text.
	const isSpread = isWhole || !text.includes('"');
	const beginning = (): string => text.slice(0, text.lastIndexOf('\n', MOST_UNITS));
	const read = isWhole ? text : isSpread ? partsOf(text) : beginning();
	const every = isWhole ? Math.ceil(text.length / MOST_UNITS) : 1;
	const table = inOneGo(readingTable(read, every, text));
	const all = counted ?? table;
	if (!all) return undefined;
	const said = saidOf(all);
	const names = all.columns.map(({ name }) => name).join(',');
	const asks = all.header === 'known' ? `rows {${names}}` : 'rows';
	// The cut may go through a quoted cell of the last row.
	const rows = isSpread ? table?.rows : table?.rows.slice(0, -1);
	const json = table && rows ? inOneGo(writingRows({ ...table, rows })) : '';
	return { ...digestOf(json, weigh, all.total, isSpread, said), asks };
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
	return digestOf(`[${rows.join(',')}]`, weigh, total, true, '', note);
}

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

/** Describes rows by facts of those that are a JSON list: nothing more is told where that is none. @param note - behind them */
function digestOf(
	json: string,
	weigh: Weigh,
	total: number,
	isSpread: boolean,
	said: string,
	note = '',
): Digest {
	const shape = several(total, 'row') + said;
	const parsed = parseJson(json);
	if (!parsed.ok) return { shape: shape + note, asks: 'rows', example: '[:3]' };
	const tape = parsed.value;
	const items = tape.children(0);
	const leaves = judged(profileOf(tape, items), { essential: new Set() });
	const told = tellable(leaves).filter(({ field }) => field.path.length > 0);
	const facets = { ...facetsOf(tape, items, told, { total }), isSpread };
	const grouping = groupingOf(facets);
	const { text: facts } = tellFacets(facets, ROOM, weigh, grouping);
	const by = grouping ? inner(grouping) : '';
	const isSpelled = by !== '' && by.length <= 60 && isSpeakable(by);
	return {
		shape: `${shape}${facts === undefined ? '' : `: ${facts}`}${note}`,
		asks: 'rows',
		example: isSpelled ? `count_by(@, &${by})` : '[:3]',
	};
}
