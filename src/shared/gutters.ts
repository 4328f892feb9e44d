// Columns of text tables that are aligned by blanks, as `psql`, `kubectl get`, `docker ps`, `df` and `ps` print them.

/** Places at which the columns of a line begin; as a number, its count of words, the last of which takes the rest. */
export type Cuts = readonly number[] | number;

/** A line under the names of columns: `----+---`, `----  ---`. */
const RULED = /^ *-{2,}(?:[ +]+-+)+ *$/;
const LEAST_COLUMNS = 3;
/** Blanks that stand between columns alone, and not between the words of a name. */
const WIDE = '   ';

/** Tells where the columns begin, by the line under their names or by columns of blanks that all lines share. */
export function cutsOf(lines: readonly string[]): Cuts | undefined {
	const [head = '', rule = '', ...others] = lines.filter((line) => line.trim() !== '');
	if (others.length === 0 || lines.some((line) => line.includes('\t'))) return undefined;
	if (RULED.test(rule)) return [...rule.matchAll(/-+/g)].map(({ index }) => index);
	const rows = [rule, ...others];
	const isBlank = (line: string, at: number): boolean => (line[at] ?? ' ') === ' ';
	const starts: number[] = [];
	let isGutter = true;
	for (let at = 0; at < head.trimEnd().length; at++) {
		const isOpen = isBlank(head, at) && rows.every((line) => isBlank(line, at));
		if (isGutter && !isOpen) starts.push(at);
		isGutter = isOpen;
	}
	// A column has a name, and values below.
	const cuts = starts.filter((start, at) => {
		const has = (line: string) => line.slice(start, starts[at + 1]).trim() !== '';
		return at === 0 || (has(head) && rows.some(has));
	});
	if (cuts.length < LEAST_COLUMNS) return undefined;
	// A column with blanks in its name and in most cells is several, whose blanks no line shares.
	const isSeveral = (start: number, at: number): boolean => {
		const [name, ...cells] = [head, ...rows].map((line) => line.slice(start, cuts[at + 1]).trim());
		const spaced = cells.filter((cell) => cell.includes(' '));
		return name?.includes(' ') === true && spaced.length * 2 > cells.length;
	};
	const isWide = (cut: number) => lines.every((line) => line.slice(0, cut).endsWith(WIDE));
	if (cuts.slice(1).every(isWide) || !cuts.some(isSeveral)) return cuts;
	const last = cuts.at(-1) ?? 0;
	// A last name of two words is no other than two names.
	if (isSeveral(last, cuts.length - 1) && !head.slice(last).trim().includes('  ')) return undefined;
	const words = (line: string, end?: number) => line.slice(0, end).trim().split(/ +/).length;
	const isEven = (cut: number) => rows.every((line) => words(line, cut) === words(head, cut));
	const isFull = rows.every((line) => words(line) >= words(head));
	return isFull && cuts.slice(1).every(isEven) ? words(head) : undefined;
}

/** Returns the cells of a line; of one that the columns do not divide the line alone, none of the line under the names. */
export const cellsAt = (line: string, cuts: Cuts): readonly string[] => {
	if (typeof cuts === 'number') {
		const words = [...line.matchAll(/[^ ]+/g)];
		const rest = words[cuts - 1]?.index;
		if (rest === undefined) return [line];
		return [...words.slice(0, cuts - 1).map(([word]) => word), line.slice(rest).trimEnd()];
	}
	if (RULED.test(line.trimEnd())) return [];
	const isDivided = cuts.every((cut) => ' |'.includes(line[cut - 1] ?? ' '));
	if (!isDivided || line.length <= (cuts[1] ?? 0)) return [line];
	return cuts.map((cut, at) =>
		line.slice(at === 0 ? 0 : cut, (cuts[at + 1] ?? line.length + 1) - 1).trim(),
	);
};
