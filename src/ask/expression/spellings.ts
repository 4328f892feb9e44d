// Spells expressions of other languages, those of jq first, as they are written here.
import { isKey, lex, literal, type Token, tokenEnd } from './lex';

/** Operators that end a value: a dot behind one leads on from it. */
const ENDS = new Set([')', ']', '}', '[]', '*', '@', '$']);
const PATH_BEGINS = new Set(['[', '[]', '[?', '*']);

const endsValue = (token: Token | undefined): boolean =>
	token !== undefined && (token.kind !== 'operator' || ENDS.has(token.text));

/** Returns the offset of the bracket that closes one of jq that collects a stream: `[.items[].id]`, and no list of several. */
const collects = (tokens: readonly Token[], open: number): number | undefined => {
	let [depth, isStream] = [0, false];
	for (const [ahead, { kind, text }] of tokens.slice(open).entries()) {
		if (kind !== 'operator') continue;
		const isEach = text === '*' && tokens[open + ahead - 1]?.text === '[';
		if (text === '[]' || isEach) isStream = true;
		else if (depth === 1 && text === ',') return undefined;
		else if (/^[[({]/.test(text)) depth++;
		else if (/^[\])}]$/.test(text) && --depth === 0) return isStream ? open + ahead : undefined;
	}
	return undefined;
};

const DOUBLE_QUOTED = /"(?:[^"\\]|\\.)*"/gs;
/** A dot that begins a path, where quotes are left out. */
const JQ_PATH = /(?:^|[\s([{|,:])\.(?![\d.])/;
/** Before a text of jq: what compares, what stands in for nothing, and functions that take one. */
const BEFORE_TEXT = /^(?:[=!<>]=|[<>]|\/\/)$/;
const TAKES_TEXT = /^(?:test|contains|starts_?with|ends_?with|split|join)$/;
/** Operators of JMESPath that jq does not know. */
const NOT_OF_JQ = new Set(['[?', '&', '!']);

/**
 * Spells what jq writes: a path without the dot that it begins with, a dot alone as `@`, a key in brackets behind a dot as
 * a key, a text in single quotes, and what is collected in round brackets.
 * @returns `isJq` of an expression with such a path; `isOnlyJq` where nothing in it is JMESPath; `divides` where `//` is
 *   surely no alternative of jq: single quotes alone do not say so
 */
export const fromJq = (expression: string) => {
	if (!expression.includes('.'))
		return { text: expression, isJq: false, isOnlyJq: false, divides: true };
	let tokens: readonly Token[];
	try {
		tokens = lex(expression);
	} catch {
		const isJq = JQ_PATH.test(withoutQuoted(expression));
		const bare = expression.replace(DOUBLE_QUOTED, '');
		const divides = !isJq || bare.includes('`');
		return { text: expression, isJq, isOnlyJq: isJq && !/['`]/.test(bare), divides };
	}
	let [isJmesPath, isPlain] = [false, true];
	for (const [at, { kind, text: mark }] of tokens.entries()) {
		// A key and a text of jq may have any name.
		const isLet = kind === 'name' && mark === 'let' && tokens[at + 1]?.kind === 'variable';
		isJmesPath ||= isLet || (kind === 'operator' && NOT_OF_JQ.has(mark));
		isJmesPath ||= kind === 'literal' && mark[0] === '`';
		isPlain &&= kind !== 'literal' && !isJmesPath;
	}
	let text = '';
	let from = 0;
	const instead = new Map<number, string>();
	let isJq = false;
	for (const [at, { kind, text: mark, at: place }] of tokens.entries()) {
		const [before, after] = [tokens[at - 1], tokens[at + 1]];
		const isWord = before?.kind === 'name' && /^(?:and|or|in)$/.test(before.text);
		const isAfter = endsValue(before) && !(isWord && endsValue(tokens[at - 2]));
		const isDot = kind === 'operator' && mark === '.';
		isJq ||= isDot && !isAfter;
		const isTaken =
			before?.text === '(' && after?.text === ')' && TAKES_TEXT.test(tokens[at - 2]?.text ?? '');
		const isText = isTaken || BEFORE_TEXT.test(before?.text ?? '');
		const key = tokens[at + 2];
		// In JMESPath the bracket behind the dot of a path is a list.
		if (isJq && isDot && after?.text === '[' && isKey(key) && tokens[at + 3]?.text === ']') {
			instead
				.set(at, isAfter ? '.' : '@.')
				.set(at + 1, '')
				.set(at + 3, '');
			if (key?.kind === 'literal') instead.set(at + 2, JSON.stringify(key.value));
		} else if (isJq && isPlain && kind === 'quoted' && isText) {
			instead.set(at, literal(mark));
		} else if (kind === 'operator' && after && !isAfter) {
			const isPath = /name|quoted/.test(after.kind) || PATH_BEGINS.has(after.text);
			if (mark === '.') instead.set(at, isPath ? '' : '@');
			const end = mark === '[' && after.text === '.' ? collects(tokens, at) : undefined;
			if (end !== undefined) instead.set(at, '(').set(end, ')');
		}
		const by = instead.get(at);
		if (by === undefined) continue;
		text += expression.slice(from, place) + by;
		from = tokenEnd(expression, place);
	}
	const divides = !isJq || isJmesPath;
	return { text: text + expression.slice(from), isJq, isOnlyJq: isJq && isPlain, divides };
};

const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|‘[^‘’]*’|“[^“”]*”/gs;

/** Replaces what is quoted by as many `_`. */
export const withoutQuoted = (text: string): string =>
	text.replace(QUOTED, (each) => '_'.repeat(each.length));

/** Stand-ins for what is quoted, one character each. */
const [FIRST_MARK, MOST_MARKS] = [0xe000, 6_000];
const MARK = /[\uE000-\uF7FF]/g;

/** Sets aside what is quoted; `back` puts it where its stand-ins are. */
const quotedAside = (text: string) => {
	const kept: string[] = [];
	const bare = text.replace(QUOTED, (each) =>
		String.fromCharCode(FIRST_MARK + kept.push(each) - 1),
	);
	const back = (changed: string) =>
		changed.replace(MARK, (mark) => {
			const quoted = kept[mark.charCodeAt(0) - FIRST_MARK] ?? '';
			const inner = quoted.slice(1, -1);
			if (quoted.startsWith('‘')) return literal(inner);
			if (quoted.startsWith('“')) return JSON.stringify(inner);
			return quoted;
		});
	const isPlain = kept.length <= MOST_MARKS && !/[\uE000-\uF7FF]/.test(text);
	return isPlain ? { bare, back } : { bare: '', back: () => text };
};

/** Matches what is between two brackets, with up to two levels of brackets in it. */
const WITHIN = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`;

/** Compares with each of several, so that one of another type is told. */
const isOneOf = (_: string, key: string, not = '', values = ''): string =>
	`${not && '!'}(${key} == ${values
		.trim()
		.split(/\s*,\s*/)
		.join(` || ${key} == `)})`;

/** Spellings of other languages, and what is written here instead. */
const SPELLINGS: readonly (readonly [RegExp, string | typeof isOneOf])[] = [
	[/\bto_entries\b(?:\s*\[\])?\s*\|?\s*/, 'items(@)[*].{key: [0], value: [1]} | '],
	[/(?<![\w.])([\w.]{1,200}) \| (test|contains|\w+swith)\(([\uE000-\uF7FF])\)/g, '$2($1, $3)'],
	[new RegExp(String.raw`\bmap\(select\((${WITHIN})\)\)`, 'g'), '[?$1]'],
	[new RegExp(String.raw`\[\]\s*\|\s*select\((${WITHIN})\)\s*(?:\|\s*|$)`), '[?$1].'],
	[new RegExp(String.raw`\[\]\s*\|\s*select\((${WITHIN})\)(?=\s*\))`), '[?$1]'],
	[new RegExp(String.raw`\|\s*select\((${WITHIN})\)\s*(?:\|\s*|$)`), '| [?$1].'],
	[/(^|\|\s*)map\(([\w.]+)\)/g, '$1[].$2'],
	[/\.(@\w[\w.]*)/g, '."$1"'],
	[/!==/g, '!='],
	[/===/g, '=='],
	[/<>/g, '!='],
	[/(?<!\s)\s+is\s+not\s+null\b/gi, ' != null'],
	[/(?<!\s)\s+is\s+null\b/gi, ' == null'],
	[/(?<![\w.])([\w.]{1,60})\s+(not\s+)?in\s*[([]([^)\]]{1,400})[)\]]/gi, isOneOf],
	[/(&[\w.]+),?\s+(desc|asc)\b/gi, "$1, '$2'"],
	[/\.\s*$/, ''],
];

/** Spells an expression of another language as it is written here; nothing within quotes. */
export const respelled = (text: string): string => {
	const { bare, back } = quotedAside(text);
	return back(SPELLINGS.reduce((so, [pattern, by]) => so.replace(pattern, by as string), bare));
};

const SELECTS = new RegExp(String.raw`\bselect\(${WITHIN}\)`, 'g');
const OF_EACH =
	/∀[^,|]*\|(?:.*\|)?\s*(?:length|add|keys|values|max|min|sort|unique|reverse|first|last|any|all|to_entries|group_by|index|join)\b/s;

const INNERMOST = /\([^()[\]{}]*\)|\[[^()[\]{}]+\]|\{[^()[\]{}]*\}/g;

/**
 * Returns whether a program of jq asks each item of a stream what an expression here asks of the list: none stands for it then.
 * @param bare without what is quoted
 */
export const asksEach = (bare: string): boolean => {
	// ∀ is `[]`; what brackets hold is left out.
	let outside = bare.replaceAll('[]', '∀');
	for (let before = ''; before !== outside; ) {
		before = outside;
		if (/\{[^()[\]{}]*∀/.test(outside)) return true;
		outside = outside.replace(INNERMOST, '_');
	}
	const unselected = bare.replace(SELECTS, '_');
	return OF_EACH.test(outside) || /\[\][^,\](){}]*[=<>]/s.test(unselected);
};
