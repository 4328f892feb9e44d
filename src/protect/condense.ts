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
	/** Dotted paths of what was cut or left out, the most telling first, the value's own an empty one; none when nothing was. */
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
	let made: Selector | undefined;
	return (limit) => {
		const text = wholeText(tape, root, limit, weigh);
		if (text !== undefined) return { text, cut: [] };
		made ??= new Selector(tape, [root], essential, 'object');
		const selector = made;
		const drawn = largestFitting(1, selector.sizes, (size) => {
			const told = new Set<string>();
			const text = writeSelection(tape, root, selector.at(size), { spell: true, told });
			return within(weigh(text, limit), limit) ? { text, told, size } : undefined;
		});
		if (!drawn) return { text: '{"…":"not shown"}', cut: selector.leftOut(0, () => true) };
		const left = selector.leftOut(drawn.size, (path) => drawn.told.has(path));
		return { text: drawn.text, cut: [...new Set([...left, ...drawn.told])] };
	};
}

function wholeText(tape: Tape, root: Node, limit: Weight, weigh: Weigh): string | undefined {
	if (height(tape, root) > MAX_DEPTH || exceeds(compactLength(tape, root), limit)) return undefined;
	const text = compact(tape, root);
	return within(weigh(text, limit), limit) ? text : undefined;
}
