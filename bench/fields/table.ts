// Fields of a first page as a table of docs/benchmarks.md.

export interface FieldsHalf {
	readonly half: string;
	readonly lists: number;
	readonly fields: number;
	readonly shown: number;
	/** Tokens of a page. */
	readonly median: number;
	readonly most: number;
	/** Pages above the goal. */
	readonly over: number;
	/** Pages of eight items or all, with nearly all of the fields. */
	readonly eight: number;
}

export const fieldsTable = (halves: readonly FieldsHalf[]): string =>
	[
		'| half | lists | fields shown in ≥ 90 % of the items | lists with ≥ 8 items and ≥ 95 % of the fields | tokens of a first page, median | most |',
		'|---|---|---|---|---|---|',
		...halves.map(
			({ half, lists, fields, shown, eight, median, most }) =>
				`| ${half} | ${lists} | ${shown} of ${fields} (${((shown / fields) * 100).toFixed(1)} %) | ${eight} | ${median} | ${most} |`,
		),
	].join('\n');
