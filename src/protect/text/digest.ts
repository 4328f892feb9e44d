// Describes a long text in one line: its kind, and the places of its parts (docs/protect.md "Chunks").
// Bounded: of a very long text only the beginning is looked through, and that is said.

import type { TextKind } from './kind';
import { type LineIndex, lineAt } from './lines';

/** UTF-16 units looked through. */
const LOOKED_AT = 262_144;
/** UTF-16 units in which a table shows itself. */
const ROWS_LOOKED_AT = 4_096;
/** Parts that are named, and characters of one. */
const PARTS = 14;
const PART_CHARS = 40;

/** Pattern of a line's beginning, and the units it may begin with, so that few lines are looked at. */
interface Mark {
	readonly pattern: RegExp;
	readonly begins: (code: number) => boolean;
}

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const among = (units: string) => (code: number) => units.includes(String.fromCharCode(code));

/** Fences are met too: what stands within them is no heading. */
const HEADING: Mark = {
	pattern: / {0,3}#{1,4} +(\S.*)$| {0,3}(?:`{3,}|~{3,})/my,
	begins: among(' #`~'),
};
const DECLARED: Mark = {
	pattern:
		/(?:export +)?(?:default +)?(?:async +|abstract +|pub +|public +|static +|final +)*(?:class|interface|function|def|fn|func|type|struct|enum|trait|impl|module|namespace|const|CREATE TABLE) +[*]?([\w$.`"[\]]+)/y,
	begins: isLetter,
};
/** A file of a diff begins where git says so; in other diffs where its new name stands. */
const GIT_FILE: Mark = { pattern: /diff --git a\/(\S+)/y, begins: among('d') };
const FILE: Mark = { pattern: /\+\+\+ (?:b\/)?(\S+)/y, begins: among('+') };
const YAML_KEY: Mark = {
	pattern: /([A-Za-z_][\w.-]*):(?: |$)/my,
	begins: (code) => isLetter(code) || code === 0x5f,
};

/** As logs spell them, in no name such as libgpg-error: several times faster than to ignore the case. */
const LEVELS = [
	/\b(?<!\w-)(?:FATAL|CRITICAL|ERROR|ERR|WARN(?:ING)?|INFO|DEBUG|TRACE|NOTICE)\b(?!-\w)/g,
	/\b(?<!\w-)(?:[Ff]atal|[Cc]ritical|[Ee]rror|[Ee]rr|[Ww]arn(?:ing)?|[Ii]nfo|[Dd]ebug|[Tt]race|[Nn]otice)\b(?!-\w)/g,
];
const STAMP = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?|\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}/;
const STAMPS = new RegExp(STAMP, 'g');
const TAGGED = /^[ \t]*<(?:!doctype|html|\?xml|svg)\b/i;

/** '' where there is nothing to tell but the lines. */
export function digest(text: string, lines: LineIndex, kind: TextKind): string {
	const head = text.slice(0, LOOKED_AT);
	const told = tell(head, lines, kind);
	if (told === '') return '';
	const seen = head.length < text.length ? ` (first ${lineAt(lines, head.length)} lines)` : '';
	return `${told}${seen}`;
}

function tell(head: string, lines: LineIndex, kind: TextKind): string {
	switch (kind) {
		case 'log':
			return logDigest(head);
		case 'rows':
			return `rows: ${cut(firstLine(head), 200)}`;
		case 'diff':
			return named('diff', parts(head, lines, /^diff --git /m.test(head) ? GIT_FILE : FILE));
		case 'prose': {
			const headings = parts(head, lines, HEADING);
			return headings.length === 0 ? '' : named('headings', headings);
		}
		case 'lines':
			return linesDigest(head, lines);
	}
}

function linesDigest(head: string, lines: LineIndex): string {
	if (TAGGED.test(head)) return named('markup', []);
	if (areRows(head)) return `rows: ${cut(firstLine(head), 200)}`;
	const headings = parts(head, lines, HEADING);
	if (headings.length > 2) return named('headings', headings);
	const declared = parts(head, lines, DECLARED);
	if (declared.length > 1) return named('code', declared);
	const keys = parts(head, lines, YAML_KEY);
	return keys.length > 1 ? named('keys', keys) : '';
}

/** A header that begins with a name in one word, or one whose first rows have as many cells as it has. */
function areRows(head: string): boolean {
	const lines = head.slice(0, ROWS_LOOKED_AT).split(/\r\n|\r|\n/, 4);
	const [first, ...rows] = lines as [string, ...string[]];
	if (!/^[^,;\t]+(?:[,;\t][^,;\t]*){2,}$/.test(first) || /[{}()]/.test(first)) return false;
	const cells = (row: string): number => row.replace(/"[^"]*"/g, '').split(/[,;\t]/).length;
	return (
		/^[^\s,;\t]+[,;\t]/.test(first) ||
		(rows.length === 3 && rows.every((row) => cells(row) === cells(first)))
	);
}

const named = (kind: string, all: readonly string[]): string =>
	all.length === 0 ? kind : `${kind}: ${all.join(', ')}`;

const firstLine = (text: string): string => text.slice(0, text.search(/[\r\n]|$/));

const cut = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;

/** Parts with the line each begins at: all of a few, else spread over the text. */
function parts(head: string, { starts }: LineIndex, { pattern, begins }: Mark): string[] {
	const found: string[] = [];
	let isFenced = false;
	for (let line = 0; line < starts.length && found.length <= 2_000; line++) {
		const start = starts[line] as number;
		if (start >= head.length) break;
		if (!begins(head.charCodeAt(start))) continue;
		pattern.lastIndex = start;
		const match = pattern.exec(head);
		if (!match) continue;
		const name = (match[1] ?? '').trim();
		if (name === '') isFenced = !isFenced;
		if (name !== '' && !isFenced) found.push(`${cut(name, PART_CHARS)} ${line + 1}`);
	}
	if (found.length <= PARTS) return found;
	const step = (found.length - 1) / (PARTS - 1);
	const spread = Array.from({ length: PARTS }, (_, at) => found[Math.round(at * step)] as string);
	return [...spread, `of ${found.length}`];
}

function logDigest(head: string): string {
	const spelled = new Map<string, number>();
	for (const pattern of LEVELS)
		for (const [level] of head.matchAll(pattern)) spelled.set(level, (spelled.get(level) ?? 0) + 1);
	const levels = new Map<string, number>();
	for (const [level, count] of spelled) {
		const name = level.toUpperCase().replace('WARNING', 'WARN');
		levels.set(name, (levels.get(name) ?? 0) + count);
	}
	const first = STAMP.exec(head)?.[0];
	const last = head.slice(-4_000).match(STAMPS)?.at(-1);
	const span = first && last ? ` ${first} to ${last}` : '';
	const counts = [...levels].sort(([, a], [, b]) => b - a).slice(0, 6);
	const told = counts.map(([level, count]) => `${level} ${count}`).join(', ');
	return `log${span}${told === '' ? '' : `; words: ${told}`}`;
}
