// What a query asks for: words in any order, "phrases", key:value, /patterns/, -not.
import { err, ok, type Result } from '../../shared/result';
import type { Meter } from '../meter';
import { compilePattern } from '../pattern';

/** Whether a text has a pattern; throws an AskFault where the query's patterns are too much work. */
type Test = (text: string) => boolean;

interface Asked {
	/** As it was written. */
	readonly text: string;
	readonly isNot: boolean;
}

/** Letters in any case. */
export interface Words extends Asked {
	readonly kind: 'words';
	/** Folded. */
	readonly needle: string;
	/** The key it was asked of, folded, that nothing here has. */
	readonly key?: string;
}

/** `/pattern/`, a regular expression over texts. */
export interface PatternTerm extends Asked {
	readonly kind: 'pattern';
	readonly test: Test;
}

/** How a key's value is compared: contains, or by size. */
export type Relation = ':' | '>' | '>=' | '<' | '<=';

/** `key:value` or `key>5`: a value under a key of that name, at any depth. */
export interface KeyValue extends Asked {
	readonly kind: 'pair';
	/** Folded names, outermost first: `user.login` is a login in a user. */
	readonly path: readonly string[];
	readonly relation: Relation;
	/** Folded; empty: the key alone is asked for. */
	readonly value: string;
	readonly spelled: string;
	readonly test?: Test;
}

/** One part of a query; all parts hold together. */
export type Term = Words | PatternTerm | KeyValue;

/** Greek has two small sigmas and one capital: both find each other. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

export const MOST_TERMS = 24;

const PATTERN = /^\/((?:[^/\\\n]|\\.)+)\/([ims]*)(?=\s|$)/;
const PAIR =
	/^(?:"((?:[^"\\]|\\.)+)"\s*:\s*|([\p{L}_$@][\p{L}\p{N}_.$@-]*)(?::|(?=[<>]=?[^\s])))(?!\/\/)(>=|<=|>|<|)(?:\/((?:[^/\\\n]|\\.)+)\/([ims]*)(?=\s|$)|"((?:[^"\\]|\\.)*)"|(\S*))/u;
const QUOTED = /^"((?:[^"\\]|\\.)*)"/;
const WORD = /^\S+/;

/** The terms of a query, whose patterns share a meter; the error says what is wrong with it. */
export const termsOf = (query: string, meter: Meter): Result<readonly Term[], string> => {
	const terms: Term[] = [];
	let rest = query.trim();
	while (rest !== '') {
		const isNot = /^-[\p{L}"/_]/u.test(rest);
		if (isNot) rest = rest.slice(1);
		const read = readTerm(rest, isNot, meter);
		if (!read.ok) return read;
		const { term, length } = read.value;
		rest = rest.slice(length).trimStart();
		if (term) terms.push(term);
	}
	if (terms.length === 0)
		return err('query: empty. Give words, "a phrase", key:value or /a pattern/.');
	if (terms.length > MOST_TERMS) return err(`query: at most ${MOST_TERMS} terms.`);
	return ok(terms);
};

interface Read {
	readonly term?: Term;
	readonly length: number;
}

const readTerm = (rest: string, isNot: boolean, meter: Meter): Result<Read, string> => {
	const pattern = PATTERN.exec(rest);
	if (pattern) {
		const compiled = testFor(`/${pattern[1]}/${pattern[2]}`, meter);
		if (!compiled.ok) return err(`query: ${compiled.error}`);
		const [text] = pattern;
		return ok({
			term: { kind: 'pattern', text, isNot, test: compiled.value },
			length: text.length,
		});
	}
	const pair = PAIR.exec(rest);
	if (pair && !isTime(pair[0])) return readPair(pair, isNot, meter);
	const quoted = QUOTED.exec(rest);
	if (quoted) {
		const words = unescaped(quoted[1] ?? '');
		const { length } = quoted[0];
		return ok(words === '' ? { length } : { term: wordsOf(quoted[0], words, isNot), length });
	}
	const [word = ''] = WORD.exec(rest) ?? [];
	// AND is what is meant anyway; brackets and commas around a piece of JSON are not.
	const bare = word.replace(/^[{[(,]+(?=.)|(?<=.)[}\]),]+$/g, '');
	const { length } = word;
	if (word === 'AND' || bare === '') return ok({ length });
	return ok({ term: wordsOf(word, bare, isNot), length });
};

const testFor = (pattern: string, meter: Meter): Result<Test, string> => {
	const compiled = compilePattern(pattern);
	return compiled.ok ? ok((text) => compiled.value(text, meter)) : compiled;
};

const readPair = (pair: RegExpExecArray, isNot: boolean, meter: Meter): Result<Read, string> => {
	const [text, quotedKey, key = '', relation = '', pattern, flags, quoted, bare = ''] = pair;
	const spelled = quoted === undefined ? bare.replace(/,$/, '') : unescaped(quoted);
	const path = quotedKey === undefined ? key.split('.').filter(Boolean) : [unescaped(quotedKey)];
	const compiled = pattern === undefined ? undefined : testFor(`/${pattern}/${flags ?? ''}`, meter);
	if (compiled && !compiled.ok) return err(`query: ${compiled.error}`);
	return ok({
		term: {
			kind: 'pair',
			text,
			isNot,
			path: path.map(fold),
			relation: (relation || ':') as Relation,
			value: fold(spelled),
			spelled,
			...(compiled?.ok ? { test: compiled.value } : {}),
		},
		length: text.length,
	});
};

/** `a1:30:00` and the like are words. */
const isTime = (text: string): boolean => /^\w*\d:\d\d/.test(text);

const unescaped = (text: string): string => text.replace(/\\(["\\/])/g, '$1');

const wordsOf = (text: string, words: string, isNot: boolean): Words => ({
	kind: 'words',
	text,
	isNot,
	needle: fold(words),
});

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** Whether what stands at [at, at + length) is not a piece of a longer word. */
export const isWhole = (text: string, at: number, length: number): boolean => {
	const isInside = (before: string | undefined, after: string | undefined): boolean =>
		before !== undefined &&
		after !== undefined &&
		WORD_CHARACTER.test(before) &&
		WORD_CHARACTER.test(after);
	return !isInside(text[at - 1], text[at]) && !isInside(text[at + length - 1], text[at + length]);
};

/** Whether a value, as text, is just the one that key:value names, not a longer text with it. */
export const isExactly = ({ relation, value, test }: KeyValue, text: string): boolean =>
	test !== undefined || relation !== ':' || value === '' || value === '*' || fold(text) === value;

/** Whether a value, as text, is what key:value asks for. */
export const meets = (term: KeyValue, text: string): boolean => {
	const { relation, value, spelled, test } = term;
	if (test) return test(text);
	if (relation !== ':') return isInOrder(text, relation, spelled);
	if (value === '' || value === '*') return true;
	const folded = fold(text);
	if (folded === value) return true;
	for (let at = folded.indexOf(value); at >= 0; at = folded.indexOf(value, at + 1))
		if (isWhole(folded, at, value.length)) return true;
	return false;
};

const isInOrder = (text: string, relation: Relation, wanted: string): boolean => {
	const left = Number(text);
	const right = Number(wanted);
	const areNumbers = text.trim() !== '' && wanted !== '' && !Number.isNaN(left + right);
	if (!areNumbers && !Number.isNaN(right) && wanted !== '') return false;
	const between = areNumbers ? left - right : text < wanted ? -1 : text > wanted ? 1 : 0;
	if (relation === '>') return between > 0;
	if (relation === '>=') return between >= 0;
	return relation === '<' ? between < 0 : between <= 0;
};
