// Condensing: as much of a JSON value as a budget holds, the identifying fields first
// (context window protection, FR-015, FR-016, FR-018).
import { type Weigh, type Weight, within } from './budget';
import { compactLength, height, type Node, type Tape } from './json/tape';
import { compact, MAX_DEPTH } from './json/write';
import { CHARS_PER_TOKEN } from './prices';
import { type Drawing, Sketch, type SketchOptions } from './sketch';

export interface Condensed {
	/** Valid JSON. */
	readonly text: string;
	/** Dotted paths of what was cut or left out, outermost first; empty when nothing was. */
	readonly cut: readonly string[];
}

/** Share of the limit that is good enough to stop looking for more. */
const FULL = 0.95;
/** Share of the limit that is aimed at. */
const AIM = 0.975;
const TRIES = 10;
/** Values of which a summary is made, at least; a token is spent on each, so more are not needed. */
const LEAST_VALUES = 500;
const MOST_VALUES = 200_000;
/** Characters below which a drawing does not get better. */
const LEAST_CHARS = 8;

/** A size that was tried. */
interface Try {
	readonly chars: number;
	/** What came out, as a share of the limit. */
	readonly fill: number;
}

/** The value at `root`, within `limit` (tokens and bytes). A value that fits comes whole. */
export const condense = (
	tape: Tape,
	root: Node,
	limit: Weight,
	options: SketchOptions,
): Condensed => condenser(tape, root, options)(limit);

/** Condenses one value to several limits; what is found out for one is used for the next. */
export function condenser(
	tape: Tape,
	root: Node,
	options: SketchOptions,
): (limit: Weight) => Condensed {
	let sketch: Sketch | undefined;
	let values = 0;
	let perToken = CHARS_PER_TOKEN;
	return (limit) => {
		if (options.skip === undefined) {
			const whole = wholeText(tape, root, limit, options.weigh);
			if (whole !== undefined) return { text: whole, cut: [] };
		}
		if (!sketch || limit.tokens > values) {
			values = Math.min(MOST_VALUES, Math.max(LEAST_VALUES, limit.tokens));
			sketch = new Sketch(tape, root, values, options);
		}
		const made = fitted(sketch, limit, options.weigh, perToken);
		if (made.chars > 0) perToken = made.chars / limit.tokens;
		return made;
	};
}

function wholeText(tape: Tape, root: Node, limit: Weight, weigh: Weigh): string | undefined {
	if (height(tape, root) > MAX_DEPTH || compactLength(tape, root) > limit.bytes) return undefined;
	const text = compact(tape, root);
	return within(weigh(text), limit) ? text : undefined;
}

/**
 * The largest drawing within the limit. A drawing is planned in characters; what it weighs tells
 * how many to plan for next, between the largest size that fits and the smallest that does not.
 *
 * @param perToken - characters planned for a token at the first try
 */
function fitted(
	sketch: Sketch,
	limit: Weight,
	weigh: Weigh,
	perToken: number,
): Condensed & { readonly chars: number } {
	let best: Drawing | undefined;
	let fits: Try = { chars: 0, fill: 0 };
	let exceeds: Try | undefined;
	let chars = Math.max(16, Math.min(limit.bytes, Math.floor(limit.tokens * perToken)));
	for (let turn = 0; chars >= LEAST_CHARS; turn++) {
		const drawing = sketch.draw(chars);
		const weight = weigh(drawing.text);
		const fill = Math.max(weight.tokens / limit.tokens, weight.bytes / limit.bytes);
		if (fill > 1) exceeds = { chars, fill };
		else {
			const gained = fill > fits.fill;
			if (!best || gained) best = drawing;
			fits = { chars: Math.max(fits.chars, chars), fill: Math.max(fits.fill, fill) };
			// There is no more to show than that.
			const isAll = !gained && drawing.spent < chars;
			if (drawing.cut.length === 0 || ((fill >= FULL || isAll) && drawing.isIdentified)) break;
		}
		if (turn >= TRIES && best) break;
		const next = nextSize(fits, exceeds);
		if (next === chars || next <= fits.chars) break;
		chars = next;
	}
	const { text, cut } = best ?? sketch.draw(0);
	return { text, cut, chars: fits.chars };
}

/** A size to try: where the line between the two nearest tries meets the aim. */
function nextSize(fits: Try, exceeds: Try | undefined): number {
	if (!exceeds) return Math.ceil(fits.chars * Math.min(4, AIM / Math.max(fits.fill, 0.05)));
	const span = exceeds.chars - fits.chars;
	const share = (AIM - fits.fill) / Math.max(0.001, exceeds.fill - fits.fill);
	return Math.floor(fits.chars + span * Math.min(0.9, Math.max(0.1, share)));
}
