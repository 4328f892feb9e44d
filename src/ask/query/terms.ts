// Parses queries: words in any order, "phrases", key:value, /patterns/ and -negation.

import { numberedLevel } from '../../shared/log-entries';
import { err, ok, type Result } from '../../shared/result';
import { shownName, shownText } from '../../shared/shown-text';
import { comparedNote as asComparedText } from '../as-text';
import { order } from '../compare';
import type { Meter } from '../meter';
import { momentOf } from '../moment';
import { compilePattern } from '../pattern';
import { commonRanks, type Meant } from '../readings';

/** Tests a text; throws an AskFault where patterns cost too much. */
type Test = (text: string) => boolean;

interface TermBase {
	readonly text: string;
	readonly isNegated: boolean;
}

export interface Words extends TermBase {
	readonly kind: 'words';
	/** Case-folded. */
	readonly needle: string;
	/** A key that does not exist in the document. */
	readonly key?: string;
}

/** `/pattern/`, a regular expression. */
export interface PatternTerm extends TermBase {
	readonly kind: 'pattern';
	readonly test: Test;
}

/** Relations of a key's value; `:` is containment. */
export type Relation = ':' | '>' | '>=' | '<' | '<=';

/** `key:value` or `key>5`, at any depth. */
export interface KeyValue extends TermBase {
	readonly kind: 'pair';
	/** Case-folded path, outermost first: `user.login`. */
	readonly path: readonly string[];
	readonly relation: Relation;
	/** Case-folded; empty to match the key alone. */
	readonly value: string;
	readonly spelled: string;
	/** Meaning of its values, read from all of them. */
	readonly meant?: Meant | undefined;
	readonly test?: Test;
	/** Notes on how values were compared with it, once one was, and the number of values looked at. */
	readonly told: { note?: string; looked: number };
}

/** A part of a query; all parts must match. */
export type Term = Words | PatternTerm | KeyValue;

/** Folds case; both small sigmas are equal. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

const MAX_TERMS = 24;

const PATTERN = /^\/((?:[^/\\\n]|\\.)+)\/([ims]*)(?=\s|$)/;
const PAIR =
	/^(?:"((?:[^"\\]|\\.)+)"\s*:\s*|([\p{L}\p{N}_$@%](?:[\p{L}\p{N}_.$@%?#-]|\([^\s():"]*\))*)(?::|(?=[<>]=?[^\s])))(?!\/\/)(>=|<=|>|<(?!\w+>)|)(?:\/((?:[^/\\\n]|\\.)+)\/([ims]*)(?=\s|$)|"((?:[^"\\]|\\.)*)"|(\S*))/u;
const QUOTED = /^"((?:[^"\\]|\\.)*)"/;
const WORD = /^\S+/;

/** Parses a query; the error names the invalid part. */
export const termsOf = (query: string, meter: Meter): Result<readonly Term[], string> => {
	const terms: Term[] = [];
	let rest = query.trim();
	while (rest !== '') {
		const isNegated = /^-(?:[%@]?\p{L}|["/_]|\d[\p{L}\p{N}_.%]*:)/u.test(rest);
		if (isNegated) rest = rest.slice(1);
		const read = readTerm(rest, isNegated, meter);
		if (!read.ok) return read;
		const { term, length } = read.value;
		rest = rest.slice(length).trimStart();
		if (term) terms.push(term);
	}
	if (terms.length === 0)
		return err('query: empty. Give words, "a phrase", key:value or /a pattern/.');
	if (terms.length > MAX_TERMS) return err(`query: at most ${MAX_TERMS} terms.`);
	return ok(terms);
};

interface Read {
	readonly term?: Term;
	readonly length: number;
}

const readTerm = (rest: string, isNegated: boolean, meter: Meter): Result<Read, string> => {
	const pattern = PATTERN.exec(rest);
	if (pattern) {
		const compiled = testFor(`/${pattern[1]}/${pattern[2]}`, meter);
		if (!compiled.ok) return err(`query: ${compiled.error}`);
		const [text] = pattern;
		return ok({
			term: { kind: 'pattern', text, isNegated, test: compiled.value },
			length: text.length,
		});
	}
	const pair = PAIR.exec(rest);
	if (pair) return readPair(pair, isNegated, meter);
	const quoted = QUOTED.exec(rest);
	if (quoted) {
		const words = unescaped(quoted[1] ?? '');
		const { length } = quoted[0];
		return ok(words === '' ? { length } : { term: wordsOf(quoted[0], words, isNegated), length });
	}
	const [word = ''] = WORD.exec(rest) ?? [];
	// AND is implied, and brackets around JSON are dropped.
	const bare = word.replace(/^[{[(,]+(?=.)|(?<=.)[}\]),]+$/g, '');
	const { length } = word;
	if (word === 'AND' || bare === '') return ok({ length });
	return ok({ term: wordsOf(word, bare, isNegated), length });
};

const testFor = (pattern: string, meter: Meter): Result<Test, string> => {
	const compiled = compilePattern(pattern);
	return compiled.ok ? ok((text) => compiled.value(text, meter)) : compiled;
};

const readPair = (
	pair: RegExpExecArray,
	isNegated: boolean,
	meter: Meter,
): Result<Read, string> => {
	const [text, quotedKey, key = '', relation = '', pattern, flags, quoted, bare = ''] = pair;
	const spelled = quoted === undefined ? bare.replace(/,$/, '') : unescaped(quoted);
	const path = quotedKey === undefined ? key.split('.').filter(Boolean) : [unescaped(quotedKey)];
	const compiled = pattern === undefined ? undefined : testFor(`/${pattern}/${flags ?? ''}`, meter);
	if (compiled && !compiled.ok) return err(`query: ${compiled.error}`);
	return ok({
		term: {
			kind: 'pair',
			text,
			isNegated,
			path: path.map(fold),
			relation: (relation || ':') as Relation,
			value: fold(spelled),
			spelled,
			told: { looked: 0 },
			...(compiled?.ok ? { test: compiled.value } : {}),
		},
		length: text.length,
	});
};

const unescaped = (text: string): string => text.replace(/\\(["\\/])/g, '$1');

export const wordsOf = (text: string, words: string, isNegated: boolean): Words => ({
	kind: 'words',
	text,
	isNegated,
	needle: fold(words),
});

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** Returns true where a range is not part of a longer word. */
export const isWholeWord = (text: string, at: number, length: number): boolean => {
	const isInside = (before: string | undefined, after: string | undefined): boolean =>
		before !== undefined &&
		after !== undefined &&
		WORD_CHARACTER.test(before) &&
		WORD_CHARACTER.test(after);
	return !isInside(text[at - 1], text[at]) && !isInside(text[at + length - 1], text[at + length]);
};

/** Returns true where a value equals that of key:value. */
export const isExactMatch = (term: KeyValue, text: string): boolean =>
	term.test !== undefined || term.relation !== ':' || isEqualTo(term, fold(text));

const isEqualTo = ({ path, value }: KeyValue, folded: string): boolean =>
	value === '' ||
	value === '*' ||
	folded === value ||
	(isNumber(folded) && isNumber(value) && isSameNumber(folded, value)) ||
	(path.at(-1) === 'level' && levelOf(folded) === levelOf(value));

/** Tells whether two spellings are of one number: `.5` and `0.50`; of integers that are not exact, their digits are compared. */
const isSameNumber = (one: string, other: string): boolean =>
	Number(one) === Number(other) && Math.abs(Number(one)) <= Number.MAX_SAFE_INTEGER;

/** A moment, and the length of its day: the letter between day and time joins no word. */
const MOMENT = /^\d{4}-\d\d-\d\dt\d/;
const DAY = 10;

/** Returns true where a value matches key:value. */
export const matchesValue = (term: KeyValue, text: string): boolean => {
	const { relation, value, test } = term;
	if (test) return test(text);
	if (relation !== ':') return satisfiesRelation(term, text, relation);
	const folded = fold(text);
	if (isEqualTo(term, folded)) return true;
	if (isNumber(folded) && isNumber(value)) return false;
	if (value.length === DAY && folded.startsWith(value) && MOMENT.test(folded)) return true;
	for (let at = folded.indexOf(value); at >= 0; at = folded.indexOf(value, at + 1))
		if (isWholeWord(folded, at, value.length)) return true;
	return false;
};

const LEVELS: Readonly<Record<string, string>> = { warning: 'warn', err: 'error' };

/** Returns a log's level in one spelling: without numbers of JSON loggers, and short ones. */
const levelOf = (folded: string): string => {
	const level = fold(numberedLevel(folded) ?? folded);
	return LEVELS[level] ?? level;
};

const YEAR = /^(?:19|20)\d\d$/;
const isNumber = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));

/** Values of which it is told how they were compared. */
const LOOKED_AT = 100;

const satisfiesRelation = (term: KeyValue, text: string, relation: Relation): boolean => {
	const { told, spelled, meant } = term;
	const isOfDate = YEAR.test(spelled) && !isNumber(text) && commonRanks(text, '2000-01-01', meant);
	const wanted = isOfDate ? `${spelled}-01-01` : spelled;
	const between = differenceOf(text, wanted, meant);
	if (told.note === undefined && (between === undefined || told.looked++ < LOOKED_AT)) {
		const note = noteOn(term, text, wanted, between);
		if (note !== undefined) told.note = note;
	}
	return between !== undefined && relates(between, relation);
};

/** Compares a value with what is asked: a date with numbers that are moments, also years, a bare number with no amount. */
const differenceOf = (text: string, wanted: string, meant?: Meant): number | undefined => {
	if (isNumber(text) && isNumber(wanted) && meant !== 'version' && meant !== 'comma')
		return Number(text) - Number(wanted);
	const moment = isNumber(text) ? momentOf(wanted) : undefined;
	if (moment !== undefined) {
		const its = momentOf(YEAR.test(text) ? `${text}-01-01` : text);
		return its === undefined ? undefined : its - moment;
	}
	return isNumber(wanted) && !commonRanks(text, wanted, meant)
		? undefined
		: order(text, wanted, meant);
};

/** Says how a value was compared where it may be meant otherwise: as a date, as text, or not at all. */
const noteOn = (
	{ relation, spelled, path, meant }: KeyValue,
	text: string,
	wanted: string,
	between: number | undefined,
): string | undefined => {
	const name = shownName(path.join('.'));
	if (wanted !== spelled) return `${spelled} is read as ${wanted}.`;
	if (isNumber(text) && isNumber(spelled))
		return YEAR.test(spelled) && momentOf(text) !== undefined
			? `${name} may hold moments since 1970, compared as numbers: ${name}${relation}${spelled}-01-01 compares times.`
			: undefined;
	if (between === undefined)
		return /\d/.test(text)
			? `${name} is not compared where it has no order in common with ${spelled}, as ${shownText(text, 20)}.`
			: undefined;
	const key = { type: 'field', name: path.at(-1) ?? '', quoted: false, at: 0 } as const;
	return asComparedText(text, spelled, key, meant);
};

/** Says how values were compared. */
export const comparedNote = (terms: readonly Term[]): string | undefined =>
	terms.map((term) => (term.kind === 'pair' ? term.told.note : undefined)).find(Boolean);

/** Returns true where a difference of two values is of a relation other than `:`. */
const relates = (between: number, relation: Relation): boolean => {
	if (relation === '>') return between > 0;
	if (relation === '>=') return between >= 0;
	return relation === '<' ? between < 0 : between <= 0;
};
