// The expression that an error offers: the one that works on the data.
import type { Slices } from '../shared/slices';
import { childrenOf, type Expression } from './expression/ast';
import { respelled } from './expression/spellings';
import { AskFault } from './fault';
import { isEmpty, type Value } from './value';

/** Value of an expression that was tried. */
interface Answer {
	readonly value: Value;
	readonly isKnown: boolean;
}

/** Runs of one search, and edits that one expression may need. */
const MOST_RUNS = 20;
const MOST_EDITS = 3;

/** Finds a working expression, edit by edit. @param run gives its fault; undefined: it works, null: and finds nothing */
function* mend(
	text: string,
	fault: AskFault,
	run: (text: string) => Slices<AskFault | null | undefined>,
): Slices<string | undefined> {
	let runs = 0;
	let spare: string | undefined;
	const seen = new Set([text]);
	let broken: readonly (readonly [string, AskFault])[] = [[text, fault]];
	for (let edits = 0; edits < MOST_EDITS; edits++) {
		const next: (readonly [string, AskFault])[] = [];
		for (const [tried, its] of broken)
			for (const mended of [respelled(tried), ...its.mends(tried)]) {
				if (seen.has(mended)) continue;
				seen.add(mended);
				if (++runs > MOST_RUNS) return spare;
				const found = yield* run(mended);
				if (found === undefined) return mended;
				if (found === null) spare ??= mended;
				else next.push([mended, found]);
			}
		broken = next;
	}
	return spare;
}

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

/** Names the expression that was probably meant; '' where none runs on this data. */
export function* mendedBy(
	expression: string,
	fault: AskFault,
	work: (text: string) => Slices<Answer>,
): Slices<string> {
	const mended = yield* mend(expression, fault, function* (text) {
		yield;
		try {
			const { isKnown, value } = yield* work(text);
			if (!isKnown) return new AskFault('Stopped: its keys are too many to look for.');
			return isEmpty(value) ? null : undefined;
		} catch (error) {
			return error instanceof AskFault ? error : new AskFault('Nested too deep.');
		}
	});
	return mended === undefined ? '' : ` Works here: ${mended}`;
}
