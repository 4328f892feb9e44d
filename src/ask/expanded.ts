// Reads records of which a client of a database prints each column in a line: `\x` of psql, `\G` of mysql.
import type { Table } from '../shared/table';
import { MOST_AROUND, NUMBER } from '../shared/table-form';

/** The line above a record, and a column of it with its value: of psql, and of mysql. */
const CLIENTS = [
	[/^-\[ RECORD \d+ \][-+]*\s*$/, /^(.*?)\s*\| ?(.*)$/],
	[/^\*{10,} \d+\. row \*{10,}\s*$/, /^\s*([^\s:][^:]*): ?(.*)$/],
] as const;
/** The line behind the last record: how many there are. */
const COUNT = /^\(?\d+ rows?\b/;

/** Returns the records as a table; undefined for a text of other lines. */
export const readExpanded = (lines: readonly string[]): Table | undefined => {
	const begin = lines.slice(0, MOST_AROUND + 1);
	const start = begin.findIndex((line) => CLIENTS.some(([head]) => head.test(line)));
	const [head, member] = CLIENTS.find(([head]) => head.test(lines[start] ?? '')) ?? [];
	if (!head || !member) return undefined;
	const names = new Set<string>();
	const records: { readonly line: number; readonly values: Map<string, string> }[] = [];
	let last = '';
	for (const [at, line] of lines.entries()) {
		const values = records.at(-1)?.values;
		const [, name, value = ''] = member.exec(line) ?? [];
		if (at < start) continue;
		if (head.test(line)) records.push({ line: at + 1, values: new Map() });
		else if (name) {
			last = name;
			names.add(name);
			values?.set(name, value);
		} else if (line.trim() !== '' && !COUNT.test(line))
			// The value goes on; psql marks that with a plus.
			values?.set(
				last,
				`${values.get(last)?.replace(/\s*\+$/, '')}\n${name === '' ? value : line}`,
			);
	}
	const columns = [...names].map((name) => {
		const cells = records.map(({ values }) => values.get(name)?.trim() ?? '');
		const isNumeric = cells.some(Boolean) && cells.every((cell) => !cell || NUMBER.test(cell));
		return { name, isNumeric };
	});
	const rows = records.map(({ line, values }) => {
		const cells = columns.map(({ name }) => values.get(name)?.trimEnd() ?? '');
		return { cells, line, isApart: false };
	});
	const above = lines.slice(0, start).filter((line) => line.trim());
	return { columns, rows, total: rows.length, header: 'sure', above, below: [] };
};
