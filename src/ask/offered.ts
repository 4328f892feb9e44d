// The expression that an error offers: the one that works on the data, and what that gives where just another key was read.
import { isNameOf } from '../shared/nearest-names';
import type { Slices } from '../shared/slices';
import { childrenOf, type Expression } from './expression/ast';
import { respelled } from './expression/spellings';
import { AskFault } from './fault';
import { isEmpty, lengthOf, type Value } from './value';

/** A result as it is told. */
interface Written {
	readonly result: string;
	readonly note?: string;
}

/** Value of an expression that was tried. */
interface Answer {
	readonly value: Value;
	readonly isKnown: boolean;
	readonly over: { readonly complete: boolean };
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

/** Names the expression that was probably meant, with its result where that is short; '' where none runs on this data. */
export function* mendedBy<Tried extends Answer>(
	expression: string,
	fault: AskFault,
	work: (text: string) => Slices<Tried>,
	selected: (answer: Tried) => Slices<Written>,
): Slices<string> {
	let given: Tried | undefined;
	const mended = yield* mend(expression, fault, function* (text) {
		yield;
		try {
			const answer = yield* work(text);
			if (!answer.isKnown) return new AskFault('Stopped: its keys are too many to look for.');
			if (isEmpty(answer.value)) return null;
			given = answer;
			return undefined;
		} catch (error) {
			return error instanceof AskFault ? error : new AskFault('Nested too deep.');
		}
	});
	if (mended === undefined) return '';
	const result =
		given && asksTheSame(expression, mended) ? yield* shortResult(given, selected) : '';
	return ` Works here: ${mended}${result}`;
}

const TOKENS = /'(?:[^'\\]|\\.)*'|`[^`]*`|"(?:[^"\\]|\\.)*"(?:\.[\w."]+)?|[A-Za-z_][\w.]*|[^\s]/g;
const tokensOf = (expression: string): readonly string[] =>
	expression.replaceAll(/values\(([^()]*)\)/g, '$1').match(TOKENS) ?? [];

/** Tells whether two expressions differ by nothing but `values(…)` and names of which the first says less. */
const asksTheSame = (asked: string, read: string): boolean => {
	const [some, others] = [tokensOf(asked), tokensOf(read)];
	return some.length === others.length && some.every((token, at) => isSame(token, others[at]));
};

const isSame = (asked: string, read = ''): boolean =>
	asked === read ||
	(/^["A-Za-z_]/.test(asked) &&
		asked.split('.').length === read.split('.').length &&
		isNameOf(asked, read));

/** Characters of a result that stands in an error, and characters or items of one that is written for it. */
const [SHORT_RESULT, FEW_ITEMS] = [600, 600];

/** Says what an expression gives; '' where that is long, of one page of more, or takes a note to be read. */
function* shortResult<Tried extends Answer>(
	answer: Tried,
	selected: (answer: Tried) => Slices<Written>,
): Slices<string> {
	const { value, over } = answer;
	if (!over.complete || (lengthOf(value) ?? 0) > FEW_ITEMS) return '';
	const { result, note } = yield* selected(answer);
	return note === undefined && result.length <= SHORT_RESULT ? `\nIt gives: ${result}` : '';
}
