// Tables (CSV) of installed packages as the objects that an API would make of them.
import { packageText } from './found';

/** Rows of a table without quotes; cells that are numbers as JSON writes them become numbers. */
export function rows(file: string): Record<string, unknown>[] {
	const [head = '', ...lines] = packageText('vega-datasets', `data/${file}.csv`).trim().split('\n');
	const names = head.split(',');
	return lines
		.filter((line) => !line.includes('"'))
		.map((line) => {
			const cells = line.split(',');
			return Object.fromEntries(names.map((name, at) => [name, cell(cells[at] ?? '')]));
		});
}

const cell = (text: string): string | number =>
	/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text;
