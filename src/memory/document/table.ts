// Renders table rows as text: `Title: cell; Title: cell`.

interface Row {
	readonly text: string;
	readonly map: readonly [number, number];
}

/** A table that is read row by row. */
export class Table {
	private header: readonly string[] | undefined;
	private headerMap: readonly [number, number] = [0, 0];
	private cells: string[] = [];
	/** Lines of the open row. */
	map: readonly [number, number] = [0, 0];
	/** Columns whose title some row has included. */
	private readonly titled = new Set<number>();

	/** @param lines of the document */
	constructor(private readonly lines: readonly string[]) {}

	openRow(map: readonly [number, number]): void {
		this.map = map;
		this.cells = [];
	}

	cell(text: string): void {
		this.cells.push(text);
	}

	/** Returns the row as text; the header row is empty, and includes the delimiter line below. */
	closeRow(): Row {
		const [from, to] = this.map;
		if (this.header === undefined) {
			this.header = this.cells;
			this.headerMap = [from, to + 1];
			return { text: '', map: this.headerMap };
		}
		const titles = this.header;
		const texts = [...this.cells, ...this.beyond(titles.length)].flatMap((cell, at) => {
			if (cell === '') return [];
			this.titled.add(at);
			const title = titles[at] ?? '';
			return [title === '' ? cell : `${title}: ${cell}`];
		});
		return { text: texts.join('; '), map: this.map };
	}

	/** Returns the titles that no row has included. */
	untitled(): Row | undefined {
		const titles = (this.header ?? []).filter((title, at) => title !== '' && !this.titled.has(at));
		return titles.length === 0 ? undefined : { text: titles.join('; '), map: this.headerMap };
	}

	/** Returns cells beyond the last column, which the parser drops. */
	private beyond(columns: number): string[] {
		const line = (this.lines[this.map[0]] ?? '').trim().replace(/^[>\s]*\|?/, '');
		return line
			.replace(/(?<!\\)\|$/, '')
			.split(/(?<!\\)\|/)
			.slice(columns)
			.map((cell) => cell.trim());
	}
}
