// Rendering of lines that were found: alone, with those around them, or in their record.
import { defined } from '../../shared/json-values';
import { snippet } from './hit';
import type { Term } from './terms';

/** Lengths of a shown line, of all lines around a hit, and of each of these at least. */
const LINE = 300;
const AROUND = 4_000;
const MIN_AROUND = 120;

/** Lines of a block, whose contexts touch, at most. */
const MAX_BLOCK = Math.floor(AROUND / MIN_AROUND);

/** Lines of a text, and the terms that are marked in them. */
interface Shown {
	readonly lines: readonly string[];
	/** The number of the first line. */
	readonly firstLine: number;
	readonly terms: readonly Term[];
}

/** Renders lines that were found, with so many around each. */
export const lineHits = (
	shown: Shown,
	found: readonly number[],
	context: number,
): readonly string[] => blocksOf(found, context).map((block) => lineHit(shown, block, context));

/** Found lines that come with the lines that belong to them, at most, and these. */
const FEW_HEADED = 3;
const BELONGING = 3;

/** Renders lines that were found: under the headings above them, of few each with the lines that belong to it. */
export const headedHits = (shown: Shown, found: readonly number[]): readonly string[] => {
	const { lines, firstLine } = shown;
	const headings = headingsIn(lines);
	let [at, under] = [0, ''];
	return found.map((line) => {
		while ((headings[at]?.line ?? Number.POSITIVE_INFINITY) < line)
			under = headings[at++]?.path ?? '';
		const isHeading = headings[at]?.line === line;
		const text = shownAt(shown, line, LINE);
		const isFew = found.length <= FEW_HEADED;
		const columns = isFew ? columnsOf(lines, line) : undefined;
		const rest =
			isFew && columns === undefined ? belonging(lines, line, headings.length > 0, isHeading) : [];
		const all = [text, ...rest.map((each) => snippet(each.trimEnd(), [], MIN_AROUND))].join('\n');
		const told = {
			line: firstLine + line,
			...defined({ under: under === '' || isHeading ? undefined : under, columns }),
			text: all.toWellFormed(),
		};
		return JSON.stringify(told);
	});
};

const LONGEST_HEADING = 80;
/** Returns the marks and the title of a heading. */
const headingOf = (line: string) =>
	line.startsWith('#')
		? /^(#{1,6})\s+(\S.*?)(?:\s+#+)?\s*$/.exec(line.slice(0, 2 * LONGEST_HEADING))
		: null;

/** Links, and marks of emphasis: not what is within a name, LOADLINE_TOKENS. */
const MARKS = /\[([^\]]*)\]\([^)]*\)|[*`]+|(?<!\w)_+|_+(?!\w)/g;

/** A fence of code, also behind the marks of lists, and what it is of. */
const FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/s;

/** The headings of a Markdown text, each with those it stands under, but for the only title of all: `1.2.0 / Fixed`. */
const headingsIn = (lines: readonly string[]): readonly { line: number; path: string }[] => {
	const found: { line: number; steps: readonly string[] }[] = [];
	const open: string[] = [];
	let [titles, sections, fence] = [0, 0, ''];
	for (const [line, text] of lines.entries()) {
		const [, marked = '', info = ''] = FENCE.exec(text) ?? [];
		if (fence === '') fence = info.includes('`') ? '' : marked;
		else if (marked.startsWith(fence) && info.trim() === '') fence = '';
		if (fence !== '') continue;
		const [, marks = '', title = ''] = headingOf(text) ?? [];
		if (marks === '') continue;
		if (marks.length === 1) titles++;
		if (marks.length === 2) sections++;
		open.length = Math.min(open.length, marks.length);
		open[marks.length] = title.trim().replaceAll(MARKS, '$1');
		found.push({ line, steps: open.slice(1) });
	}
	// Comments of programs begin with one # as well.
	if (sections < 2) return [];
	return found.map(({ line, steps }) => {
		const inner = steps.slice(titles > 1 ? 0 : 1).filter(Boolean);
		let path = inner.pop() ?? steps[0] ?? '';
		for (const step of inner.reverse())
			if (step.length + path.length + 3 <= LONGEST_HEADING) path = `${step} / ${path}`;
			else break;
		return { line, path: path.slice(0, LONGEST_HEADING).toWellFormed() };
	});
};

const RULE = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** Returns the first row of a Markdown table, which names its columns, of a row below its rule; undefined elsewhere. */
const columnsOf = (lines: readonly string[], at: number): string | undefined => {
	const isRow = (line: string | undefined): boolean => line?.trimStart().startsWith('|') === true;
	if (!isRow(lines[at])) return undefined;
	let top = at;
	while (isRow(lines[top - 1])) top--;
	const isTable = at > top + 1 && RULE.test((lines[top + 1] ?? '').slice(0, 2 * LINE));
	return isTable ? snippet((lines[top] as string).trim(), [], LINE).toWellFormed() : undefined;
};

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const indentOf = (line: string): number => line.search(/\S/);

/** Lines behind one that go on with it: deeper ones, of a Markdown text those of its paragraph or below its heading. */
const belonging = (
	lines: readonly string[],
	at: number,
	isMarkdown: boolean,
	isHeading: boolean,
): readonly string[] => {
	const rest: string[] = [];
	const indent = indentOf(lines[at] ?? '');
	for (const line of lines.slice(at + 1)) {
		if (isHeading && rest.length === 0 && line.trim() === '') continue;
		if (rest.length === BELONGING || line.trim() === '' || headingOf(line)) break;
		const isDeeper = indentOf(line) > indent;
		if (!(isDeeper || isHeading || (isMarkdown && !ITEM.test(line)))) break;
		rest.push(line);
	}
	return rest;
};

const shownAt = ({ lines, terms }: Shown, at: number, most: number): string =>
	snippet((lines[at] as string).trimEnd(), terms, most);

/** Joins lines whose contexts touch. */
const blocksOf = (found: readonly number[], context: number): readonly (readonly number[])[] => {
	const blocks: number[][] = [];
	for (const at of found) {
		const block = blocks.at(-1);
		const [first = 0, last = 0] = [block?.[0], block?.at(-1)];
		const isNear = at - last <= 2 * context + 1 && at - first + 2 * context < MAX_BLOCK;
		if (block && context > 0 && isNear) block.push(at);
		else blocks.push([at]);
	}
	return blocks;
};

/** Renders a line, or several with those around them. */
const lineHit = (shown: Shown, block: readonly number[], context: number): string => {
	const { lines, firstLine } = shown;
	const [first = 0] = block;
	const line = firstLine + first;
	if (context === 0)
		return `{"line":${line},"text":${JSON.stringify(shownAt(shown, first, LINE))}}`;
	const from = Math.max(0, first - context);
	const to = Math.min(lines.length, (block.at(-1) as number) + context + 1);
	const most = Math.min(LINE, Math.max(MIN_AROUND, Math.floor(AROUND / (to - from))));
	const around = Array.from({ length: to - from }, (_, index) =>
		shownAt(shown, from + index, block.includes(from + index) ? LINE : most),
	);
	const place =
		block.length === 1
			? `"line":${line}`
			: `"lines":[${block.map((at) => firstLine + at).join(',')}]`;
	return `{${place},"from":${firstLine + from},"text":${JSON.stringify(around.join('\n'))}}`;
};

/** Lengths up to which a record is shown whole: among few, and among many. */
const WHOLE = 700;
const WHOLE_OF_MANY = 160;
const FEW = 3;
/** Lines shown of a longer one of few, and of many. */
const LINES = 10;
const LINES_OF_MANY = 3;

/** Renders parts: whole, or the first line and those at a hit, `…` for lines left out. */
export const partHits = (shown: Shown, parts: readonly Hit[]): readonly string[] =>
	parts.map((part) => partHit(shown, part, parts.length <= FEW));

/** Renders the records that found lines are of; those that are met in their first line come first. */
export const recordHits = (
	shown: Shown,
	found: readonly number[],
	starts: readonly number[],
): readonly string[] => {
	const records: Hit[] = [];
	let at = -1;
	for (const line of found) {
		while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) <= line) at++;
		const from = starts[at] ?? 0;
		const last = records.at(-1);
		if (last?.from === from) last.hits.push(line);
		else records.push({ from, to: starts[at + 1] ?? shown.lines.length, hits: [line] });
	}
	// A record has its name in its first line.
	const isNamed = ({ from, hits }: Hit): boolean => hits[0] === from;
	records.sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
	return partHits(shown, records);
};

/** Lines of a record or a paragraph, with those that were found in it. */
export interface Hit {
	readonly from: number;
	readonly to: number;
	readonly hits: number[];
}

const partHit = (shown: Shown, { from, to, hits }: Hit, isFew: boolean): string => {
	const { lines, firstLine } = shown;
	let end = to;
	while (end > from + 1 && (lines[end - 1] as string).trim() === '') end--;
	const whole = lines.slice(from, end).join('\n');
	const isWhole = whole.length <= (isFew ? WHOLE : WHOLE_OF_MANY);
	const text = isWhole ? whole : excerptOf(shown, { from, to: end, hits }, isFew);
	const place = `"line":${firstLine + (hits[0] as number)},"startLine":${firstLine + from},"endLine":${firstLine + end - 1}`;
	return `{${place},"text":${JSON.stringify(text.toWellFormed())}}`;
};

/** The first line of a record, the lines that were found in it, and of one of few those around them. */
const excerptOf = (shown: Shown, { from, to: end, hits }: Hit, isFew: boolean): string => {
	const most = Math.min(end - from, isFew ? LINES : LINES_OF_MANY);
	const kept = new Set([from, ...hits.slice(0, most - 1)]);
	for (let away = 1; isFew && kept.size < most && away < end - from; away++)
		for (const at of hits.slice(0, most).flatMap((hit) => [hit + away, hit - away]))
			if (at >= from && at < end && kept.size < most) kept.add(at);
	const parts: string[] = [];
	let next = from;
	for (const at of [...kept].sort((a, b) => a - b)) {
		if (at > next) parts.push('…');
		parts.push(shownAt(shown, at, hits.includes(at) ? LINE : MIN_AROUND));
		next = at + 1;
	}
	if (next < end) parts.push('…');
	return parts.join('\n');
};
