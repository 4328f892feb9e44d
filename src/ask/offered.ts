// Expressions near the one that was asked: the one that an error offers, since it works on the data, and that in which keys are
// read in the spelling of the data (docs/ask.md).

import { shownName } from '../shared/shown-text';
import type { Slices } from '../shared/slices';
import { childrenOf, type Expression } from './expression/ast';
import { tokenEnd } from './expression/lex';
import { respelled } from './expression/spellings';
import { AskFault, type Respelling } from './fault';
import { edited } from './mend';
import { spelledKey } from './outline';
import { isEmpty, type Value } from './value';

/** Value of an expression that was tried. */
interface Answer {
	readonly value: Value;
	readonly isKnown: boolean;
}

/** Runs of one search, and edits that one expression may need. */
const MOST_RUNS = 20;
const MOST_EDITS = 3;

/** Returns an expression to offer. @throws AskFault where it filters a list in each item: of what that gives empty lists count. */
export const withoutInner = (part: Expression, isFlattened = false): Expression => {
	const isOfEach = !isFlattened && /^(?:each|filter|flatten|slice|values)$/.test(part.type);
	const right = isOfEach && 'right' in part && part.right;
	if (right && right.type === 'filter' && right.left.type !== 'current')
		throw new AskFault('An empty list counts as true.');
	for (const inner of childrenOf(part))
		withoutInner(inner, part.type === 'flatten' && part.left === inner);
	return part;
};

/** Names the expression that was probably meant, found edit by edit; '' where none runs on this data. */
export function* mendedBy(
	expression: string,
	fault: AskFault,
	work: (text: string) => Slices<Answer>,
): Slices<string> {
	/** One that runs, and finds nothing. */
	let spare = '';
	let runs = 0;
	const seen = new Set([expression]);
	let broken: readonly (readonly [string, AskFault])[] = [[expression, fault]];
	for (let edits = 0; edits < MOST_EDITS; edits++) {
		const next: (readonly [string, AskFault])[] = [];
		for (const [tried, its] of broken)
			for (const mended of [respelled(tried), ...its.mends(tried)]) {
				if (seen.has(mended)) continue;
				seen.add(mended);
				if (++runs > MOST_RUNS) return spare;
				yield;
				try {
					const { isKnown, value } = yield* work(mended);
					const told = ` Works here: ${mended}`;
					if (isKnown && !isEmpty(value)) return told;
					if (isKnown) spare ||= told;
				} catch (error) {
					next.push([mended, error instanceof AskFault ? error : new AskFault('')]);
				}
			}
		broken = next;
	}
	return spare;
}

/** Spells keys as the document has them, and notes which in `read`; the same text where none of them is a key for certain. */
export function inTheirSpelling(
	text: string,
	found: readonly Respelling[],
	read: Respelling[],
): string {
	let spelled = text;
	for (const one of found.toSorted((a, b) => b.at - a.at)) {
		const { at, meant, quoted } = one;
		// A text in double quotes is a key behind a dot or & alone.
		if (quoted && !/(?:\.|(?<!&)&)\s*$/.test(text.slice(0, at))) continue;
		const by = quoted ? JSON.stringify(meant) : spelledKey(meant);
		spelled = edited(spelled, at, tokenEnd(spelled, at), by);
		read.push(one);
	}
	return spelled;
}

/** Says which keys were read in which spelling, in the order of the expression; where one is read in several, by its places. */
export function readAs(read: readonly Respelling[]): readonly string[] {
	const keys = new Map<string, Map<string, string>>();
	for (const { key, meant, place } of read.toSorted((a, b) => a.at - b.at))
		keys.set(key, (keys.get(key) ?? new Map<string, string>()).set(shownName(meant), place));
	return [...keys].map(([key, meanings]) => {
		const told = [...meanings].map(([meant, place]) =>
			meanings.size > 1 && place !== '' ? `${meant} in ${place}` : meant,
		);
		return `${shownName(key)} is read as ${told.join(', ')}.`;
	});
}
