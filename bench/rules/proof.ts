// Measures how a proof tells corruptions of real rules from harmless edits: each kind on every document that has a
// place for it. Kinds and parser were built on one half of the documents; the other is held.
import { anyWord, CORRUPT } from './corrupt';
import { HARMLESS } from './harmless';
import { isPlain } from './lines';
import { ruleOf, type Shown, shown, verdict } from './replayed';

export interface ProofRow {
	readonly kind: string;
	readonly edits: number;
	/** False alarms of a harmless edit, misses of a corruption. */
	readonly wrong: number;
	/** Of corruptions: told beside a proof that holds, or on lines that were counted as binding nobody. */
	readonly warned?: number;
	readonly unbound?: number;
}

export interface Proof {
	readonly documents: number;
	/** Documents that cannot be edited line by line without a parser, and are left out. */
	readonly odd: number;
	readonly harmless: readonly ProofRow[];
	readonly corrupt: readonly ProofRow[];
}

/** Words changed in each document, wherever they stand. */
const WORDS = 5;

/** @param note hears of each edit that went wrong */
export function proofOf(
	rules: ReadonlyMap<string, string>,
	note: (kind: string, file: string) => void = () => {},
): Proof {
	const texts = [...rules].filter(([, text]) => isPlain(text));
	const before = new Map(texts.map(([file, text]) => [file, ruleOf(text)]));
	const harmless = Object.entries(HARMLESS).map(([kind, edit]): ProofRow => {
		const edits = texts
			.map(([file, text]) => [file, text, edit(text)] as const)
			.filter(([, text, edited]) => edited !== text);
		const wrong = edits.filter(([file, text, edited]) => {
			const was = before.get(file) ?? ruleOf(text);
			return !verdict(was, ruleOf(edited, 'RENAMED.md')).admissible;
		});
		for (const [file] of wrong) note(kind, file);
		return { kind, edits: edits.length, wrong: wrong.length };
	});
	const drawn = draws();
	const rowOf = (
		kind: string,
		each: readonly (readonly [string, string, string | undefined])[],
	) => {
		const counts: Record<Shown, number> = { refused: 0, warned: 0, unbound: 0, unseen: 0 };
		for (const [file, text, edited] of each) {
			if (edited === undefined || edited === text) continue;
			const how = shown(text, edited);
			counts[how]++;
			if (how === 'unseen') note(kind, file);
		}
		const { refused, warned, unbound, unseen } = counts;
		return { kind, edits: refused + warned + unbound + unseen, wrong: unseen, warned, unbound };
	};
	const corrupt = Object.entries(CORRUPT).map(([kind, edit]) =>
		rowOf(
			kind,
			texts.map(([file, text]) => [file, text, edit(text, drawn())] as const),
		),
	);
	const words = [...rules].flatMap(([file, text]) =>
		Array.from({ length: WORDS }, () => [file, text, anyWord(text, drawn())] as const),
	);
	return {
		documents: rules.size,
		odd: rules.size - texts.length,
		harmless,
		corrupt: [...corrupt, rowOf(`one word anywhere, ${WORDS} times`, words)],
	};
}

/** The same numbers each time. */
function draws(): () => number {
	let seed = 20_261_122;
	return () => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return seed >> 4;
	};
}
