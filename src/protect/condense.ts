// Condensing: as much of a JSON value as a budget holds, the identifying fields first
// (seed 003, FR-015, FR-016, FR-018). Always valid JSON; whatever is cut says so in its place.
import { type Weigh, type Weight, within } from './budget';
import { IDENTITY_CHARS } from './identity';
import { quote } from './json/quote';
import { compactLength, height, type Node, type Tape } from './json/tape';
import { compact, MAX_DEPTH } from './json/write';
import { isSmall, outline, type Part, prefix, shapeNote, verbatim } from './outline';

export interface Condensed {
	readonly text: string;
	/** Dotted paths of what was cut or left out, outermost first; empty when nothing was. */
	readonly cut: readonly string[];
}

export interface CondenseOptions {
	readonly weigh: Weigh;
	readonly essential: ReadonlySet<string>;
	/** A child of the root to leave out (the list that is sent beside it). */
	readonly skip?: Node;
	/** Put before the paths that notes name. */
	readonly path?: string;
}

/** Fill that is good enough to stop looking for a better one. */
const FULL = 0.93;
const TRIES = 7;
/** Shortest useful beginning of a long string, in characters. */
const BEGINNING = 48;
const LEAST_BEGINNING = 6;
const NOTE_CHARS = 40;
/** Paths that are worth telling. */
const MOST_NAMED = 40;
const OMITTED = 0;
const NOTED = 1;
const SHOWN = 2;

/**
 * The value at `root`, within `limit` (tokens and bytes). A value that fits comes whole. Plans in
 * characters, weighs the outcome, and corrects the plan by what it weighed.
 */
export function condense(
	tape: Tape,
	root: Node,
	limit: Weight,
	options: CondenseOptions,
): Condensed {
	if (options.skip === undefined) {
		const whole = wholeText(tape, root, limit, options.weigh);
		if (whole !== undefined) return { text: whole, cut: [] };
	}
	const most = Math.min(200_000, Math.max(500, limit.tokens));
	const sketch = new Sketch(
		tape,
		outline(tape, root, most, options.essential, options.skip),
		options,
	);
	let best: Condensed | undefined;
	let bestFill = 0;
	let chars = Math.max(16, limit.tokens * 3);
	let fits = 0;
	let exceeds = Number.POSITIVE_INFINITY;
	for (let turn = 0; turn < TRIES; turn++) {
		const tried = sketch.draw(chars);
		const weight = options.weigh(tried.text);
		const fill = Math.max(weight.tokens / limit.tokens, weight.bytes / limit.bytes);
		if (fill <= 1 && fill > bestFill) {
			best = tried;
			bestFill = fill;
		}
		if (fill <= 1 && (fill >= FULL || tried.cut.length === 0)) break;
		if (fill <= 1) fits = Math.max(fits, chars);
		else exceeds = Math.min(exceeds, chars);
		const spent = Math.min(chars, sketch.spent);
		const guess = Math.floor(spent * Math.min(3, 0.97 / Math.max(fill, 0.05)));
		const isBetween = guess > fits && guess < exceeds;
		chars = isBetween ? guess : Math.floor((fits + Math.min(exceeds, fits * 4)) / 2);
		if (chars <= fits || chars < 8) break;
	}
	return best ?? sketch.draw(0);
}

function wholeText(tape: Tape, root: Node, limit: Weight, weigh: Weigh): string | undefined {
	if (height(tape, root) > MAX_DEPTH || compactLength(tape, root) > limit.bytes) return undefined;
	const text = compact(tape, root);
	return within(weigh(text), limit) ? text : undefined;
}

/** One tree and what of it is shown under a given number of characters. */
class Sketch {
	/** Characters that the latest drawing was planned to take. */
	spent = 0;
	readonly #tape: Tape;
	readonly #parts: readonly Part[];
	readonly #options: CondenseOptions;
	#state: Uint8Array;
	/** Characters of a string that are shown; its length when whole. */
	#keep: Int32Array;
	/** There is room to spell things out. */
	#isRoomy = true;
	#left = 0;
	#cut = new Set<string>();

	constructor(tape: Tape, parts: readonly Part[], options: CondenseOptions) {
		this.#tape = tape;
		this.#parts = parts;
		this.#options = options;
		this.#state = new Uint8Array(parts.length);
		this.#keep = new Int32Array(parts.length);
	}

	draw(chars: number): Condensed {
		this.#state = new Uint8Array(this.#parts.length);
		this.#keep = new Int32Array(this.#parts.length);
		this.#cut = new Set();
		this.#isRoomy = chars > 1000;
		this.#state[0] = SHOWN;
		this.#left = chars - 2;
		this.#identify(chars);
		const notes = Math.min(chars * 0.15, this.#rootContainers() * 30);
		this.#left -= notes;
		this.#small();
		this.#begin();
		this.#left += notes;
		this.#note();
		this.#lengthen();
		const root = this.#parts[0]?.text;
		if (root !== undefined) this.#keep[0] = Math.max(0, Math.min(root.length, chars - NOTE_CHARS));
		this.spent = root === undefined ? chars - this.#left : chars;
		const text = this.#write(0, this.#options.path ?? '');
		return { text, cut: [...this.#cut] };
	}

	/**
	 * Identifying fields, breadth-first: the outer ones as far as they fit, the rest up to 85 %.
	 * Short ones go before long ones: a name of 10 KB must not leave a status out (attack 53).
	 */
	#identify(chars: number): void {
		this.#claim((part) => part.depth <= 2 && isSmall(part), 0);
		this.#claim((part) => part.depth <= 2, 0);
		this.#claim(() => true, chars * 0.15);
	}

	#claim(may: (part: Part) => boolean, floor: number): void {
		for (let at = 1; at < this.#parts.length && this.#left > 8; at++) {
			const part = this.#parts[at] as Part;
			if (!part.identifying || this.#state[at] !== OMITTED || !may(part)) continue;
			this.#show(at, Math.min(part.text?.length ?? 0, IDENTITY_CHARS), floor);
		}
	}

	#small(): void {
		for (let at = 1; at < this.#parts.length && this.#left > 8; at++) {
			const part = this.#parts[at] as Part;
			if (this.#state[at] === OMITTED && isSmall(part)) this.#show(at, part.text?.length ?? 0, 0);
		}
	}

	/** The beginnings of long strings. */
	#begin(): void {
		for (let at = 1; at < this.#parts.length && this.#left > 8; at++) {
			const part = this.#parts[at] as Part;
			if (this.#state[at] !== OMITTED || part.text === undefined) continue;
			const room = this.#left - keyChars(part) - NOTE_CHARS - 2;
			this.#show(at, Math.min(BEGINNING, Math.max(LEAST_BEGINNING, room)), 0);
		}
	}

	/** Containers that stayed closed tell their shape. */
	#note(): void {
		for (let at = 1; at < this.#parts.length && this.#left > 8; at++) {
			const part = this.#parts[at] as Part;
			if (!part.container || this.#state[at] !== OMITTED) continue;
			// In a list the shape of one item says little: what is left out is counted.
			if (this.#state[part.parent] !== SHOWN || this.#parts[part.parent]?.list) continue;
			const cost = keyChars(part) + (part.count === 0 ? 3 : 18);
			if (cost > this.#left) continue;
			this.#state[at] = NOTED;
			this.#left -= cost;
		}
	}

	/** What is left goes to the long strings, the same number of characters to each. */
	#lengthen(): void {
		const open: number[] = [];
		for (let at = 1; at < this.#parts.length; at++) {
			const length = this.#parts[at]?.text?.length ?? 0;
			if (this.#state[at] === SHOWN && length > (this.#keep[at] as number)) open.push(at);
		}
		open.sort((a, b) => this.#rest(a) - this.#rest(b));
		for (let done = 0; done < open.length && this.#left > 0; done++) {
			const at = open[done] as number;
			const share = Math.floor(this.#left / (open.length - done));
			const more = Math.min(share, this.#rest(at));
			this.#keep[at] = (this.#keep[at] as number) + more;
			this.#left -= more;
		}
	}

	#rest(at: number): number {
		return (this.#parts[at]?.text?.length ?? 0) - (this.#keep[at] as number);
	}

	/** Shows a scalar and opens the containers around it, if that leaves `floor` characters. */
	#show(at: number, keep: number, floor: number): void {
		const part = this.#parts[at] as Part;
		const length = part.text?.length ?? 0;
		let cost = keyChars(part) + (part.text === undefined ? part.length : keep + 2);
		if (keep < length) cost += NOTE_CHARS;
		for (let up = part.parent; this.#state[up] !== SHOWN; up = (this.#parts[up] as Part).parent) {
			cost += keyChars(this.#parts[up] as Part) + 2;
			if (cost > this.#left) return;
		}
		if (this.#left - cost < floor) return;
		this.#left -= cost;
		this.#keep[at] = keep;
		for (let up = at; this.#state[up] !== SHOWN; up = (this.#parts[up] as Part).parent)
			this.#state[up] = SHOWN;
	}

	#rootContainers(): number {
		const root = this.#parts[0] as Part;
		let count = 0;
		for (let at = root.first; at < root.end; at++) if (this.#parts[at]?.container) count++;
		return count;
	}

	#write(at: number, path: string): string {
		const part = this.#parts[at] as Part;
		if (!part.container) return this.#scalar(at, part, path);
		if (part.count === 0) return part.list ? '[]' : '{}';
		if (this.#state[at] === NOTED) {
			this.#mark(path);
			return quote(shapeNote(part.list, part.count));
		}
		const members: string[] = [];
		let gap = 0;
		for (let child = part.first; child < part.end; child++) {
			const value = this.#parts[child] as Part;
			const below = part.list ? path : join(path, value.key as string);
			if (this.#state[child] === OMITTED) {
				gap++;
				if (part.depth < 2) this.#mark(below);
				continue;
			}
			if (part.list && gap > 0) {
				members.push(quote(`…${gap} left out`));
				gap = 0;
			}
			const text = this.#write(child, below);
			members.push(part.list ? text : `${quote(value.key as string)}:${text}`);
		}
		const left =
			gap +
			part.count -
			(part.end - part.first) -
			(at === 0 && this.#options.skip !== undefined ? 1 : 0);
		if (left > 0) {
			this.#mark(path);
			members.push(
				part.list
					? quote(`…${left} more`)
					: `"…":"+${left}${part.depth < 1 && this.#isRoomy ? ' fields' : ''}"`,
			);
		}
		return part.list ? `[${members.join(',')}]` : `{${members.join(',')}}`;
	}

	#scalar(at: number, part: Part, path: string): string {
		const keep = this.#keep[at] as number;
		if (part.text === undefined || keep >= part.text.length) return verbatim(this.#tape, part);
		this.#mark(path);
		const shown = prefix(part.text, keep);
		const nameable = path !== '' && path.length <= 100 && !path.includes(',');
		const hint = nameable ? `; fields="${path}"` : '';
		return quote(`${shown}… [+${part.text.length - shown.length} chars${hint}]`);
	}

	#mark(path: string): void {
		if (this.#cut.size < MOST_NAMED) this.#cut.add(path.split('.').slice(0, 3).join('.'));
	}
}

const keyChars = (part: Part): number => (part.key === undefined ? 1 : part.key.length + 4);

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
