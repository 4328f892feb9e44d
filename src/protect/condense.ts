// Condensing one value: as much of it as a budget holds, what tells most first
// (context window protection, FR-015, FR-016, FR-018).
import { exceeds, type Weigh, type Weight, within } from './budget';
import { largestFitting } from './choose/fit';
import { Selector } from './choose/selection';
import { writeSelection } from './choose/write';
import { compactLength, height, type Node, type Tape } from './json/tape';
import { compact, MAX_DEPTH } from './json/write';

export interface Condensed {
	/** Valid JSON. */
	readonly text: string;
	/** Dotted paths of what was cut or left out, the most telling first; empty when nothing was. */
	readonly cut: readonly string[];
}

/** How items are weighed, and which fields are shown of them. */
export interface CondenseOptions {
	readonly weigh: Weigh;
	readonly essential: ReadonlySet<string>;
}

/** Condenses one value to several limits (tokens and bytes). A value that fits comes whole. */
export function condenser(
	tape: Tape,
	root: Node,
	{ weigh, essential }: CondenseOptions,
): (limit: Weight) => Condensed {
	let selector: Selector | undefined;
	const drawings = new Map<string, Drawing>();
	return (limit) => {
		const text = wholeText(tape, root, limit, weigh);
		if (text !== undefined) return { text, cut: [] };
		selector ??= new Selector(tape, [root], essential, 'object');
		const made = drawn(tape, root, selector, limit, weigh, drawings);
		if (!made) return { text: '{"…":"not shown"}', cut: selector.leftOut(0, () => true) };
		const { told } = made;
		const left = selector.leftOut(made.size, (path) => told.has(path));
		return { text: made.text, cut: [...new Set([...left, ...told])] };
	};
}

/** The value in one of its sizes, and the paths it says were cut. */
interface Drawing {
	readonly text: string;
	readonly told: ReadonlySet<string>;
	readonly size: number;
}

/** Levels at which notes say what an object leaves out: more where there is room. */
const NOTES = [2, 1, 0];

function drawn(
	tape: Tape,
	root: Node,
	selector: Selector,
	limit: Weight,
	weigh: Weigh,
	drawings: Map<string, Drawing>,
): Drawing | undefined {
	for (const notes of NOTES) {
		const made = largestFitting(notes === 0 ? 1 : selector.core, selector.sizes, (size) => {
			const key = `${notes} ${size}`;
			const known = drawings.get(key) ?? drawing(tape, root, selector, size, notes);
			drawings.set(key, known);
			if (exceeds(known.text.length, limit)) return undefined;
			return within(weigh(known.text, limit), limit) ? known : undefined;
		});
		if (made) return made;
	}
	return undefined;
}

function drawing(tape: Tape, root: Node, selector: Selector, size: number, notes: number): Drawing {
	const told = new Set<string>();
	const { text } = writeSelection(tape, root, selector.at(size), { notes, spell: true, told });
	return { text, told, size };
}

function wholeText(tape: Tape, root: Node, limit: Weight, weigh: Weigh): string | undefined {
	if (height(tape, root) > MAX_DEPTH || exceeds(compactLength(tape, root), limit)) return undefined;
	const text = compact(tape, root);
	return within(weigh(text, limit), limit) ? text : undefined;
}
