// The identity of constraints (docs/memory.md, "Identity"): by their words, whatever their wrapping, markup, numbering
// or position. Code counts to the letter.
// Versions are compared by key, then by text, then by the share of common words.
import { sha256Hex } from '../hash';
import type { Constraint } from '../types';
import { BLANK, plainWords } from './plain-text';

const FENCE = /^(`{3,})[^`]*$/;

/** Returns a block of code with fences that do not occur in it, without blanks at the ends of its lines. */
export function fenced(code: string, info = ''): string {
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	const lines = code.trimEnd().split('\n');
	return [fence + info.trim(), ...lines.map((line) => line.trimEnd()), fence].join('\n');
}

interface Segment {
	readonly words: string;
	readonly isCode: boolean;
}

function segmentsOf(text: string): Segment[] {
	const segments: Segment[] = [];
	let fence = '';
	let lines: string[] = [];
	const end = (isCode: boolean): void => {
		segments.push({ words: lines.join('\n'), isCode });
		lines = [];
	};
	for (const line of text.split(/\r?\n/)) {
		const [, mark = ''] = FENCE.exec(line) ?? [];
		if (fence === '' && mark !== '') {
			end(false);
			fence = mark;
			lines.push(`\`\`\`${line.slice(mark.length)}`);
		} else if (fence !== '' && line === fence) {
			end(true);
			fence = '';
		} else lines.push(fence === '' ? line : line.trimEnd());
	}
	end(fence !== '');
	return segments;
}

/** Returns the words of a text on one line, equal for equivalent Markdown. */
export const normalized = (text: string): string =>
	segmentsOf(text)
		.map(({ words, isCode }) => (isCode ? words.replaceAll(/\s+/g, ' ').trim() : plainWords(words)))
		.filter((words) => words !== '')
		.join(' ');

const exact = (text: string): string =>
	segmentsOf(text)
		.map(({ words, isCode }) => (isCode ? words.normalize('NFC') : plainWords(words, true)))
		.filter((words) => words !== '')
		.join('\n');

/** Returns whether a text contains code whose line breaks or blanks matter. */
export const hasCode = (text: string): boolean =>
	segmentsOf(text).some(({ isCode }) => isCode) || exact(text).includes(BLANK);

const KEY_LENGTH = 12;

/** Returns a constraint's key. @param under the sense of its headings, and its lead: parent items, or the line before */
export const keyOf = (words: string, under: readonly string[]): string =>
	sha256Hex(JSON.stringify([exact(words), ...under])).slice(0, KEY_LENGTH);

/** Drops the counter of a text that its document says more than once. */
export const baseKey = (key: string): string => key.split('~')[0] ?? key;

type Compared = Pick<Constraint, 'id' | 'key' | 'text'>;

/** Minimum share of common words among all words of two wordings of one constraint. */
const ALIKE = 0.5;
/** The same for constraints with one id. */
const ALIKE_IN_PLACE = 0.25;
const MAX_COMPARED = 200;

/** Compares two versions; constraints with the same key on both sides are in none of the lists. */
export function compareConstraints<One extends Compared>(
	before: readonly One[],
	after: readonly One[],
) {
	const now = new Set(after.map(({ key }) => key));
	const then = new Set(before.map(({ key }) => key));
	const gone = before.filter(({ key }) => !now.has(key));
	const fresh = after.filter(({ key }) => !then.has(key));
	const moved = sameText(gone, fresh);
	const settled = new Set(moved.flat());
	const rest = (each: readonly One[]) =>
		each.filter((one) => !settled.has(one)).slice(0, MAX_COMPARED);
	const pairs = [...moved, ...pairsOf(rest(gone), rest(fresh))];
	const paired = new Set(pairs.flat());
	return {
		changed: pairs,
		removed: gone.filter((each) => !paired.has(each)),
		added: fresh.filter((each) => !paired.has(each)),
	};
}

/** Pairs constraints whose text stayed while their headings or parents changed. */
function sameText<One extends Compared>(gone: readonly One[], fresh: readonly One[]): [One, One][] {
	const byText = Map.groupBy(fresh, ({ text }) => text);
	return gone.flatMap((one): [One, One][] => {
		const other = byText.get(one.text)?.shift();
		return other === undefined ? [] : [[one, other]];
	});
}

/** Pairs constraints by common words, most similar first. */
function pairsOf<One extends Compared>(gone: readonly One[], fresh: readonly One[]): [One, One][] {
	const words = new Map([...gone, ...fresh].map((each) => [each, wordsOf(each.text)]));
	const candidates = gone.flatMap((one) =>
		fresh.flatMap((other) => {
			const share = shared(words.get(one) ?? new Set(), words.get(other) ?? new Set());
			const isInPlace = one.id === other.id;
			const isAlike = share >= (isInPlace ? ALIKE_IN_PLACE : ALIKE);
			return isAlike ? [{ one, other, share: share + (isInPlace ? 0.1 : 0) }] : [];
		}),
	);
	candidates.sort((one, other) => other.share - one.share);
	const taken = new Set<One>();
	const pairs: [One, One][] = [];
	for (const { one, other } of candidates) {
		if (taken.has(one) || taken.has(other)) continue;
		taken.add(one).add(other);
		pairs.push([one, other]);
	}
	return pairs;
}

const wordsOf = (text: string): ReadonlySet<string> =>
	new Set(
		normalized(text)
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [],
	);

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
	let both = 0;
	for (const word of one) if (other.has(word)) both++;
	const all = one.size + other.size - both;
	return all === 0 ? 1 : both / all;
};
