// Facts of a text of delimited values: its columns as `select` reads them, in one pass over its rows.

import { allItems, parseJson } from '../../shared/json/tape';
import { isSpeakable, several } from '../../shared/shown-text';
import { readTable, rowWriter, type Table, type TableRow } from '../../shared/table';
import type { Weigh } from '../budget';
import { tellable } from '../facts';
import { tellFacets } from '../selection/facet-text';
import {
	type Facet,
	facetOf,
	groupingOf,
	isRounded,
	noteNumber,
	noteText,
} from '../selection/facets';
import { profileOf, spreadOver } from '../selection/profile';
import { judged } from '../selection/scores';
import type { Digest } from './digest';

/** UTF-16 units of a table whose cells are counted; of a longer one it is said of how many rows. */
const MOST_UNITS = 1_000_000;
/** The same of one whose rows are read at all; of a longer one the first alone, since others wait meanwhile. */
const MOST_READ = 2_000_000;
/** Units in which the first line of a table ends. */
const HEAD_UNITS = 65_536;
/** Tokens that facts take. */
const ROOM = 130;

/** Describes a table; undefined where `select` reads the text otherwise. */
export function tableDigest(text: string, weigh: Weigh): Digest | undefined {
	const head = text.slice(0, HEAD_UNITS);
	if (!/\n/.test(head) || !/[,;\t|]/.test(head)) return undefined;
	const isWhole = text.length <= MOST_READ;
	const read = isWhole ? text : text.slice(0, text.lastIndexOf('\n', MOST_UNITS));
	const table = readTable(read, MOST_UNITS);
	if (!table) return undefined;
	// The cut may go through a quoted cell of the last row.
	const rows = isWhole ? table.rows : table.rows.slice(0, -1);
	const total = isWhole ? table.total : Number.POSITIVE_INFINITY;
	const fields = facetsIn(table, rows);
	const looked = rows.length;
	const facets = { fields, keys: [], looked, total, hasMoreKeys: false };
	const grouping = groupingOf(facets);
	const { text: facts } = tellFacets(facets, ROOM, weigh, grouping);
	const path = grouping?.field.path[0] ?? '';
	const name = /^[A-Za-z_]\w*$/.test(path) ? path : JSON.stringify(path);
	const isSpelled = path !== '' && path.length <= 60 && isSpeakable(path);
	return {
		shape: `${isWhole ? several(total, 'row') : 'rows'}${facts === undefined ? '' : `: ${facts}`}`,
		asks: 'rows',
		example: isSpelled ? `count_by(@, &${name})` : '[:3]',
	};
}

/** Facets of the columns, the most telling first. */
function facetsIn({ columns }: Table, rows: readonly TableRow[]): readonly Facet[] {
	const write = rowWriter(columns);
	const sample = spreadOver(rows).map(write).join(',');
	const parsed = parseJson(`[${sample}]`);
	if (!parsed.ok) return [];
	const tape = parsed.value;
	const leaves = judged(profileOf(tape, allItems(tape, 0)), { essential: new Set() });
	const told = tellable(leaves).map((leaf) => {
		const at = columns.findIndex(({ name }) => name === leaf.field.path[0]);
		return { facet: facetOf(leaf, rows.length), at, isNumeric: columns[at]?.isNumeric };
	});
	for (const { cells } of rows)
		for (const { facet, at, isNumeric } of told) note(facet, cells[at] ?? '', isNumeric);
	return told.map(({ facet }) => facet);
}

function note(facet: Facet, cell: string, isNumeric = false): void {
	facet.having++;
	if (!isNumeric) {
		if (facet.values || facet.times.isOpen) noteText(facet, cell);
		else facet.texts++;
		return;
	}
	const written = cell.trim();
	const number = Number(written);
	if (written === '') facet.nulls++;
	else
		noteNumber(
			facet,
			number,
			isRounded(number, written.length, () => written),
		);
}
