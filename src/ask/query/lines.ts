// `query`: searches a document, or a text by line, else by paragraph; `level:` and `time:` apply to entries of a log.

import { isGitLog } from '../../shared/log-entries';
import { once } from '../../shared/once';
import { err, ok, type Result } from '../../shared/result';
import { shownName } from '../../shared/shown-text';
import type { Slices } from '../../shared/slices';
import { toldValues } from '../empty';
import { AskFault } from '../fault';
import { boundsFor, Meter, Pace } from '../meter';
import { entriesIn, linesOf, recordsIn } from '../rows';
import { type Tape, tally } from '../value';
import { MOST_VALUES } from './alternatives';
import { type EntryTerms, entryMatches, entryTerms } from './entries';
import { type FindOptions, type Found, findInTree, MAX_HITS } from './find';
import { asWords, unknownKeyNotice } from './known-keys';
import { type Hit, headedHits, lineHits, partHits, recordHits } from './line-hits';
import { comparedNote, fold, type KeyValue, matchesValue, type Term, termsOf } from './terms';

const PARAGRAPH = 40;
/** Characters of a line that count as a step of work. */
const LINE_STEP = 50;

interface LineOptions {
	readonly context?: number;
	readonly firstLine?: number;
}

/** Finds the items or lines that match a query, best first; the error names the invalid part of the query. */
export function* finding(
	document: Tape | string,
	query: string,
	options: FindOptions & LineOptions = {},
): Slices<Result<Found, string>> {
	try {
		return yield* typeof document === 'string'
			? findLines(document, query, options)
			: findInTree(document, query, options);
	} catch (error) {
		if (error instanceof AskFault) return err(`query: ${error.message}`);
		throw error;
	}
}

/** Finds matching lines. */
function* findLines(
	text: string,
	query: string,
	{ context, firstLine = 1 }: LineOptions,
): Slices<Result<Found, string>> {
	const meter = new Meter(boundsFor(0));
	const pace = new Pace(meter);
	const read = termsOf(query, meter);
	if (!read.ok) return read;
	const lines = linesOf(text);
	const log = entryTerms(lines, read.value);
	const terms = read.value.map((term) => {
		if (term.kind !== 'pair') return term;
		if (log?.has(term)) return { ...term, meant: log.meant };
		return isText(term) || hasKey(lines, term) ? term : asWords(term);
	});
	const tests = terms.map(testOf);
	const counts = terms.map(() => 0);
	const found: number[] = [];
	const isOnlyFirst = log !== undefined && terms.every((term) => term.isNegated || log.has(term));
	for (const [at, line] of lines.entries()) {
		const folded = fold(line);
		let isMet = true;
		const entry = log?.entries[at];
		const isFirst = entry === undefined || entry.from === at;
		if (isOnlyFirst && !isFirst) isMet = false;
		for (const [index, test] of tests.entries()) {
			const term = terms[index] as Term;
			const isEntrys = entry !== undefined && log?.has(term) === true;
			// An entry's own fields take precedence over its text.
			const own = isEntrys ? entryMatches(term as KeyValue, entry) : undefined;
			const has = own ?? test(line, folded);
			if (has && isEntrys && !isFirst) {
				if (term.isNegated) isMet = false;
				continue;
			}
			if (has) counts[index] = (counts[index] as number) + 1;
			if (has === term.isNegated) isMet = false;
		}
		if (isMet) found.push(at);
		if (pace.isDue(4 + line.length / LINE_STEP)) yield;
	}
	if (found.length > 0) {
		const listed = found.slice(0, MAX_HITS);
		const starts = context === undefined && !log ? partsIn(lines) : undefined;
		const shown = { lines, firstLine, terms };
		const hits = starts
			? recordHits(shown, listed, starts)
			: context === undefined
				? headedHits(shown, listed)
				: lineHits(shown, listed, context);
		const total = found.length;
		const facts = [`"total":${total}`, `"of":${lines.length}`];
		if (starts && listed.length === total) facts.push(`"records":${hits.length}`);
		facts.push(...noticeOf([unknownKeyNotice(terms), comparedNote(terms)]));
		return ok({ total, listed: listed.length, hits, facts });
	}
	const inParagraphs = yield* paragraphs(lines, terms, tests, firstLine, pace);
	return ok(inParagraphs ?? noMatches(lines, terms, counts, log));
}

/** Returns the lines (from 0) at which commits or records begin; undefined for a text of neither. */
const partsIn = (lines: readonly string[]): readonly number[] | undefined =>
	isGitLog(lines.length, (line) => lines[line] as string)
		? entriesIn(lines)?.map(({ from }) => from)
		: recordsIn(lines);

type Test = (line: string, folded: string) => boolean;

const testOf = (term: Term): Test => {
	switch (term.kind) {
		case 'words':
			return (_, folded) => folded.includes(term.needle);
		case 'pattern':
			return (line) => term.test(line);
		case 'pair': {
			const key = term.path.join('.');
			return (line, folded) => {
				for (const value of valuesBehind(line, folded, key, isOrdered(term)))
					if (matchesValue(term, value)) return true;
				return term.relation === ':' && !term.test && folded.includes(fold(term.text));
			};
		}
	}
};

/** Returns true for a key's value that may be found as it is written. */
const isText = (term: KeyValue): boolean =>
	!term.isNegated && (term.relation === ':' || term.test !== undefined);

/** Returns true for a comparison, as in `delay>20`. */
const isOrdered = (term: Term): term is KeyValue => term.kind === 'pair' && term.relation !== ':';

const hasKey = (lines: readonly string[], { path }: KeyValue): boolean => {
	const key = path.join('.');
	return lines.some((line) => [...valuesBehind(line, fold(line), key, true)].length > 0);
};

/** Values behind a key: of an element or an arrow as well, or of what is compared alone. */
const BEHIND = /^["'\]]?\s{0,3}(?:=>|[:=<>])\s{0,3}["']?([^\s"',;)}]*)/;
/** The same of one that is asked for: whole in its quotes, empty where nothing follows `=`. */
const BEHIND_ORDERED =
	/^["'\]]?(?:\s{0,3}(?:=>|:)\s{0,3}|=(?!=)|\s{1,3}=\s{1,3})(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|["']?([^\s"',;)}\]]*))/;

/** Values in quotes: what stands in them is no key. */
const QUOTED = /[=:]\s{0,3}(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;

/** Returns the value behind a key of a text, `key=value` or `key: value`; undefined where it has none. */
export const valueBehind = (text: string, key: string, folded = text): string | undefined => {
	for (const value of valuesBehind(text, folded, key, true)) return value;
	return undefined;
};

/** Yields the values after `key=`, `key:` and the like. */
function* valuesBehind(
	line: string,
	folded: string,
	key: string,
	isCompared = false,
): Iterable<string> {
	const quoted = once(() => [...line.matchAll(QUOTED)]);
	for (let at = folded.indexOf(key); at >= 0; at = folded.indexOf(key, at + 1)) {
		if (isCompared && /[\p{L}\p{N}_.-]/u.test(folded[at - 1] ?? '')) continue;
		const isWithin = ({ index, 0: { length } }: RegExpExecArray) =>
			index < at && at < index + length;
		if (isCompared && quoted().some(isWithin)) continue;
		const behind = line.slice(at + key.length, at + key.length + 300);
		const [, ...found] = (isCompared ? BEHIND_ORDERED : BEHIND).exec(behind) ?? [];
		const value = found.find((each) => each !== undefined);
		if (value !== undefined) yield value;
	}
}

function* paragraphs(
	lines: readonly string[],
	terms: readonly Term[],
	tests: readonly Test[],
	firstLine: number,
	pace: Pace,
): Slices<Found | undefined> {
	if (terms.filter(({ isNegated }) => !isNegated).length < 2) return undefined;
	const parts: Hit[] = [];
	let total = 0;
	for (let from = 0; from < lines.length; ) {
		let to = from;
		while (to < lines.length && to - from < PARAGRAPH && (lines[to] as string).trim() !== '') to++;
		const part = lines.slice(from, to);
		const met = terms.every(
			({ isNegated }, at) => part.some((line) => tests[at]?.(line, fold(line))) !== isNegated,
		);
		if (part.length > 0 && met) {
			total++;
			const isHit = (line: string): boolean =>
				tests.some((test, at) => !terms[at]?.isNegated && test(line, fold(line)));
			const hits = part.flatMap((line, at) => (isHit(line) ? [from + at] : []));
			if (parts.length < MAX_HITS) parts.push({ from, to, hits });
		}
		if (pace.isDue(part.length + part.join('').length / LINE_STEP)) yield;
		from = Math.max(to, from + 1);
	}
	if (total === 0) return undefined;
	const facts = [`"total":${total}`, '"notice":"No line has all of these; these paragraphs do."'];
	return { total, hits: partHits({ lines, firstLine, terms }, parts), facts };
}

const noMatches = (
	lines: readonly string[],
	terms: readonly Term[],
	counts: readonly number[],
	log: EntryTerms | undefined,
): Found => {
	const missed = terms.filter(
		(term, at): term is KeyValue => term.kind === 'pair' && counts[at] === 0 && !log?.has(term),
	);
	const alone = terms.map(({ text }, at) => `${JSON.stringify(text)}:${counts[at]}`);
	for (const { relation, spelled, value, test } of missed)
		if (relation === ':' && !test && value !== '')
			alone.push(`${JSON.stringify(spelled)}:${countOf(lines, value)}`);
	const [first] = missed;
	return {
		total: 0,
		hits: [],
		facts: [
			'"total":0',
			`"of":${lines.length}`,
			`"found":{${[...new Set(alone)].join(',')}}`,
			...(log?.instead ?? []),
			...noticeOf([first && valuesIn(lines, first), unknownKeyNotice(terms), comparedNote(terms)]),
		],
	};
};

const countOf = (lines: readonly string[], needle: string): number =>
	lines.reduce((sum, line) => sum + (fold(line).includes(needle) ? 1 : 0), 0);

const noticeOf = (notices: readonly (string | undefined)[]): readonly string[] => {
	const told = notices.filter((notice) => notice !== undefined);
	return told.length === 0 ? [] : [`"notice":${JSON.stringify(told.join(' '))}`];
};

const valuesIn = (lines: readonly string[], { path, spelled }: KeyValue): string => {
	const key = path.join('.');
	const values = function* () {
		for (const line of lines)
			for (const value of valuesBehind(line, fold(line), key)) if (value !== '') yield value;
	};
	const counts = tally(values(), MOST_VALUES);
	return counts.length > 0
		? `${toldValues(key, counts, spelled, counts.length < MOST_VALUES)}.`
		: `Nothing here is written as ${shownName(key)}: or ${shownName(key)}=.`;
};
