// Listings of folders, as `ls -l` and `dir` print them: an entry a line, below the name of its folder.

/** A program's way to print listings: the columns of its entries, and what its other lines say. */
interface Style {
	readonly entry: RegExp;
	readonly columns: readonly string[];
	readonly folder: RegExp;
	/** Sums, and what is said of the drive. */
	readonly aside: RegExp;
}

const DAY = '[A-Z][a-z]{2} +\\d{1,2}|\\d{1,2} [A-Z][a-z]{2}';
const DATE = `(?:${DAY}) +(?:\\d\\d:\\d\\d|\\d{4})|(?:\\d{4}-)?\\d\\d-\\d\\d +\\d\\d:\\d\\d(?::[\\d.]+)?(?: [+-]\\d{4})?`;
const STYLES: readonly Style[] = [
	{
		entry: new RegExp(
			`^([-bcdlps][-rwxsStT]{9}[.+@]?) +(\\d+) +(\\S+) +(\\S+) +(\\d+, *\\d+|[\\d.]+[KMGTPE]?) +(${DATE}) (.*?)(?:(?<=^l.*) -> (.*))?$`,
		),
		columns: ['mode', 'links', 'owner', 'group', 'size', 'date', 'name', 'target'],
		folder: /^(.+):$/,
		aside: /^total [\d.,]+[KMGTPE]?$/,
	},
	{
		entry:
			/^((?:\d\d[/.-]\d\d[/.-]\d{4}|\d{4}-\d\d-\d\d) +\d\d:\d\d(?: [AP]M)?) +(<[A-Z]+>)? *([\d.,]*) +(.+?)(?: \[(.+)\])?$/,
		columns: ['date', 'type', 'size', 'name', 'target'],
		folder: /^ Directory of (.+)$/,
		aside: /^ Volume |^ *\d+ (?:File|Dir)\(s\)|^ *Total Files Listed:/,
	},
];
/** Lines by which a listing is told, and of others that it may have. */
const HEAD = 8;
const MOST_OTHERS = 3;
/** Entries for each of these, at least. */
const EACH = 4;
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;

/** The entries of a listing, each with its line from 1; undefined for any other text. */
export function listingIn(text: string) {
	const head = text.slice(0, 4_096).split(/\r?\n/, HEAD);
	const style = STYLES.find(({ entry }) => head.some((line) => entry.test(line)));
	if (!style) return undefined;
	const rows: { cells: readonly string[]; line: number; isApart: false }[] = [];
	const others: string[] = [];
	let folder = '';
	for (const [at, ended] of text.split('\n').entries()) {
		const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended;
		const cells = style.entry.exec(line)?.slice(1);
		if (cells) {
			const plain = cells.map((cell = '') =>
				GROUPED.test(cell) ? cell.replace(/[.,]/g, '') : cell,
			);
			rows.push({ cells: [...plain, folder], line: at + 1, isApart: false });
		} else if (style.folder.test(line)) folder = line.replace(style.folder, '$1');
		else if (line.trim() !== '' && !style.aside.test(line) && others.push(line) > MOST_OTHERS)
			return undefined;
	}
	if (others.length * EACH > rows.length) return undefined;
	// Columns that nothing stands in are none.
	const names = [...style.columns, 'folder'];
	const used = [...names.keys()].filter((at) => rows.some(({ cells }) => cells[at] !== ''));
	const inUse = (all: readonly string[]) => used.map((at) => all[at] as string);
	const filled = rows.map((row) => ({ ...row, cells: inUse(row.cells) }));
	return { names: inUse(names), rows: filled, others };
}
