// A summary of a JSON tree, written: always valid JSON; whatever is cut says so in its place
// (context window protection, FR-015, FR-018).
import { Allotment, NOTED, OMITTED } from './allotment';
import type { Weigh } from './budget';
import { quote } from './json/quote';
import { hasEscapes, isString, type Node, rawKey, rawText, type Tape } from './json/tape';
import { compact } from './json/write';
import { beginning, cutNote, keyNote, shapeNote } from './notes';
import { outline, type Part } from './outline';

export interface Drawing {
	readonly text: string;
	/** Dotted paths of what was cut or left out, outermost first; empty when nothing was. */
	readonly cut: readonly string[];
	/** Characters that were planned for. */
	readonly spent: number;
	/** All identifying fields of the root are in it. */
	readonly isIdentified: boolean;
}

/** Paths that are worth telling. */
const MOST_NAMED = 40;
/** Levels of a path that is told: the caller may ask for what contains the rest. */
const TOLD_LEVELS = 3;
/** Characters from which there is room to spell things out. */
const ROOMY = 1000;

export interface SketchOptions {
	readonly weigh: Weigh;
	readonly essential: ReadonlySet<string>;
	/** A child of the root to leave out (the list that is sent beside it). */
	readonly skip?: Node | undefined;
}

/** One tree, and drawings of it of different sizes. */
export class Sketch {
	readonly #tape: Tape;
	readonly #parts: readonly Part[];
	readonly #allotment: Allotment;
	readonly #skipped: number;
	#isRoomy = true;
	#cut = new Set<string>();

	/** @param most - values that are looked at */
	constructor(tape: Tape, root: Node, most: number, { essential, skip, weigh }: SketchOptions) {
		this.#tape = tape;
		this.#parts = outline(tape, root, most, essential, skip);
		this.#allotment = new Allotment(this.#parts, weigh);
		this.#skipped = skip === undefined ? 0 : 1;
	}

	/** The tree in about `chars` characters. */
	draw(chars: number): Drawing {
		this.#cut = new Set();
		this.#isRoomy = chars > ROOMY;
		const spent = this.#allotment.plan(chars);
		const text = this.#write(0, ROOT);
		return { text, cut: [...this.#cut], spent, isIdentified: this.#allotment.isIdentified() };
	}

	#write(at: number, place: Place): string {
		const part = this.#parts[at] as Part;
		if (!part.container) return this.#scalar(at, part, place);
		if (this.#allotment.state[at] === NOTED) {
			this.#mark(place);
			return quote(shapeNote(part.list, part.count));
		}
		const members: string[] = [];
		let gap = 0;
		for (let child = part.first; child < part.end; child++) {
			const value = this.#parts[child] as Part;
			const below = () => (part.list ? place : placeBelow(place, value.key as string));
			if (this.#allotment.state[child] === OMITTED) {
				gap++;
				if (part.depth < 2) this.#mark(below());
				continue;
			}
			if (part.list && gap > 0) {
				members.push(quote(`…${gap} left out`));
				gap = 0;
			}
			const there = below();
			const text = this.#write(child, there);
			members.push(part.list ? text : `${this.#key(child, value, part, there)}:${text}`);
		}
		const skipped = at === 0 ? this.#skipped : 0;
		const left = gap + part.count - (part.end - part.first) - skipped;
		if (left > 0) {
			this.#mark(place);
			members.push(part.list ? quote(`…${left} more`) : this.#fieldsLeft(left, part.depth));
		}
		return part.list ? `[${members.join(',')}]` : `{${members.join(',')}}`;
	}

	#fieldsLeft(left: number, depth: number): string {
		return `"…":"+${left}${depth < 1 && this.#isRoomy ? ' fields' : ''}"`;
	}

	#key(at: number, { node, key }: Part, { first }: Part, place: Place): string {
		if (this.#allotment.isKeyWhole(at)) return rawKey(this.#tape, node);
		this.#mark(place);
		const whole = key as string;
		const shown = beginning(whole, this.#allotment.keepKey[at] as number);
		return quote(`${shown}${keyNote(whole.length - shown.length, at - first + 1)}`);
	}

	#scalar(at: number, { node, text }: Part, place: Place): string {
		if (text === undefined) return compact(this.#tape, node);
		if (this.#allotment.isWhole(at))
			return isString(this.#tape, node) && hasEscapes(this.#tape, node)
				? quote(text)
				: rawText(this.#tape, node);
		this.#mark(place);
		const shown = beginning(text, this.#allotment.keep[at] as number);
		return quote(`${shown}${cutNote(text.length - shown.length, place.path)}`);
	}

	#mark({ told }: Place): void {
		if (this.#cut.size < MOST_NAMED) this.#cut.add(told);
	}
}

/** Where a value stands. */
interface Place {
	/** Dotted path. */
	readonly path: string;
	/** The beginning of it that is told. */
	readonly told: string;
	/** Keys in the path. */
	readonly levels: number;
}

const ROOT: Place = { path: '', told: '', levels: 0 };

function placeBelow({ path, told, levels }: Place, key: string): Place {
	const below = levels === 0 ? key : `${path}.${key}`;
	return { path: below, told: levels < TOLD_LEVELS ? below : told, levels: levels + 1 };
}
