// A table as its rows say it: each cell behind the title of its column.

interface Row {
	readonly text: string;
	readonly map: readonly [number, number];
}

/** A table that is being read row by row; a closed row is one text, `Title: cell; Title: cell`. */
export class Table {
	private header: readonly string[] | undefined;
	private headerMap: readonly [number, number] = [0, 0];
	private cells: string[] = [];
	/** Of the row that is open. */
	map: readonly [number, number] = [0, 0];
	/** Columns of which some row has said the title. */
	private readonly told = new Set<number>();

	/** @param lines of the document */
	constructor(private readonly lines: readonly string[]) {}

	openRow(map: readonly [number, number]): void {
		this.map = map;
		this.cells = [];
	}

	cell(text: string): void {
		this.cells.push(text);
	}

	/** The titles say nothing by themselves, but the line of dashes below is theirs. */
	closeRow(): Row {
		const [from, to] = this.map;
		if (this.header === undefined) {
			this.header = this.cells;
			this.headerMap = [from, to + 1];
			return { text: '', map: this.headerMap };
		}
		const titles = this.header;
		const said = [...this.cells, ...this.beyond(titles.length)].flatMap((cell, at) => {
			if (cell === '') return [];
			this.told.add(at);
			const title = titles[at] ?? '';
			return [title === '' ? cell : `${title}: ${cell}`];
		});
		return { text: said.join('; '), map: this.map };
	}

	/** Titles that no row has said. */
	unsaid(): Row | undefined {
		const titles = (this.header ?? []).filter((title, at) => title !== '' && !this.told.has(at));
		return titles.length === 0 ? undefined : { text: titles.join('; '), map: this.headerMap };
	}

	/** Cells that have no column: the parser leaves them out. */
	private beyond(columns: number): string[] {
		const line = (this.lines[this.map[0]] ?? '').trim().replace(/^[>\s]*\|?/, '');
		return line
			.replace(/(?<!\\)\|$/, '')
			.split(/(?<!\\)\|/)
			.slice(columns)
			.map((cell) => cell.trim());
	}
}
