// Edits that change what a rule says, of its source: each at one place, drawn by a number.
import { type Line, linesOf } from './lines';

/** Undefined where a document has no place for it. */
export type Corruption = (content: string, draw: number) => string | undefined;

const PROSE = /^(?!\s*$)(?!\s*#)(?!\s*(?:---|\*\*\*|===))/;

/** Edits one of the lines that can be, in their order from the one drawn. */
const inLine =
	(isMeant: (line: Line) => boolean, edit: (text: string, draw: number) => string): Corruption =>
	(content, draw) => {
		const lines = linesOf(content);
		const places = lines.flatMap((line, at) =>
			isMeant(line) && edit(line.text, draw) !== line.text ? [at] : [],
		);
		const at = places[draw % Math.max(1, places.length)];
		if (at === undefined) return undefined;
		return lines.map(({ text }, index) => (index === at ? edit(text, draw) : text)).join('\n');
	};

const isProse = ({ text, isRaw }: Line): boolean => !isRaw && PROSE.test(text);
const isItem = (line: Line): boolean => !line.isRaw && /^\s*(?:[-*+]|\d+\.) \S/.test(line.text);
/** More than a link. */
const isSaid = (line: Line): boolean =>
	isItem(line) && !/^\s*(?:[-*+]|\d+\.) \[[^\]]*\]\([^)]*\)\s*$/.test(line.text);
const isHeading = ({ text, isRaw }: Line): boolean => !isRaw && /^#{1,6} \S/.test(text);
const inProse = (edit: (text: string, draw: number) => string) => inLine(isProse, edit);
const nth = (
	text: string,
	pattern: RegExp,
	draw: number,
	by: (found: string) => string,
): string => {
	const found = [...text.matchAll(pattern)];
	const one = found[draw % Math.max(1, found.length)];
	if (one === undefined) return text;
	return `${text.slice(0, one.index)}${by(one[0])}${text.slice(one.index + one[0].length)}`;
};

const ITEM_START = /^(\s*(?:[-*+]|\d+\.) (?:\[[ xX]\] )?)(.*)$/s;

export const CORRUPT: Readonly<Record<string, Corruption>> = {
	'a negation taken out': inProse((text) =>
		text.replace(/\b(?:not|never|don't|avoid|cannot|without)\b ?/i, ''),
	),
	'a negation put in': inLine(isItem, (text) => text.replace(ITEM_START, '$1Never $2')),
	'a word changed': inProse((text, draw) => nth(text, /\b[a-z]{4,}\b/g, draw, () => 'otherwise')),
	'a number changed': inProse((text, draw) => {
		const [mark = ''] = /^[\s>]*(?:\d+[.)]\s+)?/.exec(text) ?? [];
		return mark + nth(text.slice(mark.length), /\d+/g, draw, (found) => String(Number(found) + 1));
	}),
	'a word taken out': inProse((text, draw) => nth(text, /\b[a-z]{4,} /g, draw, () => '')),
	'MUST softened': inProse((text) => text.replace(/\b(?:must|always|required)\b/i, 'may')),
	'a letter of code changed': inProse((text) => text.replace(/`(\w+)`/, '`$1x`')),
	'the end cut off': inLine(isItem, (text) => {
		const words = text.split(' ');
		return words.length < 6 ? text : words.slice(0, Math.ceil(words.length / 2)).join(' ');
	}),
	'an item taken out': (content, draw) => {
		const lines = linesOf(content);
		const places = lines.flatMap((line, at) =>
			isItem(line) && !/^\s+\S/.test(lines[at + 1]?.text ?? '') ? [at] : [],
		);
		const at = places[draw % Math.max(1, places.length)];
		return at === undefined
			? undefined
			: lines
					.filter((_, index) => index !== at)
					.map(({ text }) => text)
					.join('\n');
	},
	'an item in a comment': inLine(isItem, (text) => text.replace(ITEM_START, '$1<!-- $2 -->')),
	'a heading negated': inLine(isHeading, (text) =>
		/\b(?:not|never|no|don|avoid|mistakes?|anti|bad|wrong)/i.test(text)
			? text
			: text.replace(/^(#+) /, '$1 Never: '),
	),
	'the indentation of code changed': inLine(
		({ text, isCode }) => isCode && /^ {2,}\S/.test(text),
		(text) => `  ${text}`,
	),
	'a word of code changed': inLine(
		({ isCode }) => isCode,
		(text, draw) => nth(text, /\b[a-z]{3,}\b/gi, draw, () => 'other'),
	),
	'a cell of a table changed': inLine(
		({ text, isCode, isFrontMatter }) =>
			!isCode && !isFrontMatter && /^\s*\|.*\|\s*$/.test(text) && !/^[\s|:-]+$/.test(text),
		(text, draw) => nth(text, /\b[a-z]{4,}\b/gi, draw, () => 'otherwise'),
	),
	'two words turned': inProse((text) =>
		text.replace(
			/\b([a-z]{4,}) (over|before|instead of|after|rather than) ([a-z]{4,})\b/,
			'$3 $2 $1',
		),
	),
	'an address changed': inProse((text) => text.replace(/\]\(([^()\s]+)\)/, '](elsewhere)')),
	'a line that announces negated': inProse((text) =>
		/^\s*(?:[-*+] )?[A-Z][^.!?]*:\s*$/.test(text) ? text.replace(/([A-Za-z])/, 'Never $1') : text,
	),
	'a section under Never': (content, draw) => {
		const lines = linesOf(content);
		const places = lines.flatMap((line, at) =>
			isHeading(line) && /^##+ /.test(line.text) ? [at] : [],
		);
		const at = places[draw % Math.max(1, places.length)];
		const [, level = ''] = /^(#+) /.exec(lines[at ?? -1]?.text ?? '') ?? [];
		const isUsed = at !== undefined && lines.slice(at + 1).some(isSaid);
		const next = lines.slice((at ?? 0) + 1).findIndex(isHeading);
		if (
			at === undefined ||
			!isUsed ||
			(next >= 0 && !lines.slice(at + 1, at + 1 + next).some(isSaid))
		)
			return undefined;
		return lines
			.flatMap(({ text }, index) => (index === at ? [`${level.slice(1)} Never`, '', text] : [text]))
			.join('\n');
	},
};

/** One word anywhere, front matter apart: by its place among all words. */
export const anyWord: Corruption = (content, draw) => {
	const body = linesOf(content);
	const from = body.findIndex(({ isFrontMatter }) => !isFrontMatter);
	const head = body.slice(0, from).map(({ text }) => text);
	const text = body
		.slice(from)
		.map(({ text }) => text)
		.join('\n');
	const edited = nth(text, /[\p{L}\p{N}]{2,}/gu, draw, (word) => (word === 'zu' ? 'um' : 'zu'));
	return edited === text ? undefined : [...head, edited].join('\n');
};
