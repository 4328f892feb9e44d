// Who gets how many characters of a summary: identifying fields first, then small values, then the
// beginnings of long ones; what is left lengthens those (context window protection, FR-016).
import type { Weigh } from './budget';
import { IDENTITY_CHARS } from './identity';
import { cutNoteChars, KEY_NOTE_CHARS, SHAPE_CHARS } from './notes';
import { isSmall, type Part, SMALL_CHARS } from './outline';
import { Prices } from './prices';

export const OMITTED = 0;
/** Its shape is told. */
export const NOTED = 1;
const SHOWN = 2;

/** Shortest useful beginning of a long value, in characters. */
const BEGINNING = 48;
const LEAST_BEGINNING = 6;
/** Characters of a key beyond which it may be cut. */
const LONG_KEY = 120;
/** Room that the notes of the outermost containers are kept: this share of all, at most. */
const NOTES_SHARE = 0.15;
/** Characters of one such note, with its key. */
const NOTE_ROOM = 30;
/** Room that identifying fields further down leave to the rest. */
const REST_SHARE = 0.15;

/** A text or a key of which more can be shown. */
interface Open {
	readonly at: number;
	readonly kept: Int32Array;
	/** Characters of all of it. */
	readonly whole: number;
	/** What one of them costs. */
	readonly price: number;
	/** What all that is missing costs. */
	readonly need: number;
}

/** A plan of what is shown of the parts of an outline, for one number of characters at a time. */
export class Allotment {
	/** OMITTED, NOTED or SHOWN, by part. */
	readonly state: Uint8Array;
	/** Characters of a text that are shown, as JSON. */
	readonly keep: Int32Array;
	/** Characters of a key that are shown, as JSON. */
	readonly keepKey: Int32Array;
	readonly #parts: readonly Part[];
	readonly #prices: Prices;
	readonly #outerSmall: number[] = [];
	readonly #outer: number[] = [];
	readonly #identifying: number[] = [];
	readonly #small: number[] = [];
	readonly #long: number[] = [];
	readonly #closable: number[] = [];
	#notes = 0;
	#left = 0;

	constructor(parts: readonly Part[], weigh: Weigh) {
		this.#parts = parts;
		this.#prices = new Prices(parts.length, weigh);
		this.state = new Uint8Array(parts.length);
		this.keep = new Int32Array(parts.length);
		this.keepKey = new Int32Array(parts.length);
		for (let at = 1; at < parts.length; at++) this.#sort(at);
	}

	#sort(at: number): void {
		const part = this.#parts[at] as Part;
		if (part.container) {
			// In a list the shape of one item says little: what is left out is counted.
			if (!(this.#parts[part.parent] as Part).list) this.#closable.push(at);
			if (part.depth === 1) this.#notes += NOTE_ROOM;
			return;
		}
		const small = isSmall(part);
		if (small) this.#small.push(at);
		else this.#long.push(at);
		if (!part.identifying) return;
		this.#identifying.push(at);
		if (part.depth > 2) return;
		this.#outer.push(at);
		if (small) this.#outerSmall.push(at);
	}

	/**
	 * Plans for `chars` characters of ordinary JSON, of which texts in dear scripts use up more than
	 * they have; returns how many are spent.
	 */
	plan(chars: number): number {
		this.state.fill(OMITTED);
		this.keep.fill(0);
		this.keepKey.fill(0);
		this.state[0] = SHOWN;
		const root = this.#parts[0] as Part;
		if (root.text !== undefined) {
			this.keep[0] = Math.max(0, Math.min(root.length, chars - 2 - cutNoteChars(0)));
			return chars;
		}
		this.#left = chars - 2;
		this.#claim(this.#outerSmall, 0);
		// What has no room for all that identifies it has none for anything else.
		if (!this.isIdentified()) return chars;
		this.#identify(chars);
		const notes = Math.min(chars * NOTES_SHARE, this.#notes);
		this.#left -= notes;
		for (const at of this.#small) this.#show(at, this.#inner(at), 0);
		this.#begin();
		this.#left += notes;
		this.#note();
		this.#lengthen();
		return chars - this.#left;
	}

	/** Whether all short identifying fields of the root are shown. */
	isIdentified(): boolean {
		return this.#outerSmall.every(
			(at) => (this.#parts[at] as Part).depth > 1 || this.state[at] === SHOWN,
		);
	}

	/** Whether the whole text of a part is shown. */
	isWhole(at: number): boolean {
		return (this.keep[at] as number) >= this.#inner(at);
	}

	/** Whether the whole key of a part is shown. */
	isKeyWhole(at: number): boolean {
		return (this.keepKey[at] as number) >= this.#innerKey(at);
	}

	/**
	 * Identifying fields after the short outer ones (a name of 10 KB must not leave a status out),
	 * breadth-first: the outer ones as far as they fit, the rest up to 85 %.
	 */
	#identify(chars: number): void {
		this.#claim(this.#outer, 0);
		this.#claim(this.#identifying, chars * REST_SHARE);
	}

	#claim(fields: readonly number[], floor: number): void {
		for (const at of fields) this.#show(at, Math.min(this.#inner(at), IDENTITY_CHARS), floor);
	}

	/** The beginnings of long values. */
	#begin(): void {
		for (const at of this.#long) {
			if (this.#left <= 8) return;
			const room = Math.floor((this.#left - this.#besideText(at)) / this.#price(at));
			this.#show(at, Math.min(BEGINNING, Math.max(LEAST_BEGINNING, room)), 0);
		}
	}

	/** Containers that stayed closed tell their shape. */
	#note(): void {
		for (const at of this.#closable) {
			if (this.#left <= 8) return;
			if (this.state[at] !== OMITTED || this.state[(this.#parts[at] as Part).parent] !== SHOWN)
				continue;
			const cost = this.#keyCost(at) + SHAPE_CHARS;
			if (cost > this.#left) continue;
			this.#left -= cost;
			this.state[at] = NOTED;
			this.#openKey(at);
		}
	}

	/** What is left goes to long values and long keys, the same number of characters to each. */
	#lengthen(): void {
		const open: Open[] = [];
		for (let at = 1; at < this.#parts.length; at++) {
			if (this.state[at] === OMITTED) continue;
			if (!this.isKeyWhole(at)) {
				const need = this.#innerKey(at) - (this.keepKey[at] as number) - KEY_NOTE_CHARS;
				open.push({ at, kept: this.keepKey, whole: this.#innerKey(at), price: 1, need });
			}
			const part = this.#parts[at] as Part;
			if (part.text !== undefined && !this.isWhole(at)) {
				const whole = this.#inner(at);
				const price = this.#price(at);
				const need = (whole - (this.keep[at] as number)) * price - cutNoteChars(part.pathLength);
				open.push({ at, kept: this.keep, whole, price, need });
			}
		}
		open.sort((a, b) => a.need - b.need);
		for (let done = 0; done < open.length && this.#left > 0; done++) {
			const { at, kept, whole, price, need } = open[done] as Open;
			const share = Math.floor(this.#left / (open.length - done));
			kept[at] = need <= share ? whole : (kept[at] as number) + Math.floor(share / price);
			this.#left -= Math.min(need, share);
		}
	}

	/** Shows a scalar and opens the containers around it, if that leaves `floor` characters. */
	#show(at: number, wanted: number, floor: number): void {
		if (this.#left <= 8 || this.state[at] !== OMITTED) return;
		const part = this.#parts[at] as Part;
		const inner = this.#inner(at);
		const note = cutNoteChars(part.pathLength);
		// What is cut must be more than what says so.
		const keep = wanted + note >= inner ? inner : wanted;
		let cost = this.#keyCost(at);
		if (part.text === undefined) cost += part.length;
		else if (inner <= SMALL_CHARS) cost += inner + 2;
		else cost += 2 + keep * this.#price(at) + (keep < inner ? note : 0);
		for (let up = part.parent; this.state[up] !== SHOWN; up = (this.#parts[up] as Part).parent) {
			cost += this.#keyCost(up) + 2;
			if (cost > this.#left) return;
		}
		if (this.#left - cost < floor) return;
		this.#left -= cost;
		this.keep[at] = keep;
		for (let up = at; this.state[up] !== SHOWN; up = (this.#parts[up] as Part).parent) {
			this.state[up] = SHOWN;
			this.#openKey(up);
		}
	}

	#openKey(at: number): void {
		const inner = this.#innerKey(at);
		this.keepKey[at] = inner > LONG_KEY ? BEGINNING : inner;
	}

	#price(at: number): number {
		return this.#prices.of(at, (this.#parts[at] as Part).text ?? '');
	}

	/** Characters of a text as JSON, without its quotes. */
	#inner(at: number): number {
		return Math.max(0, (this.#parts[at] as Part).length - 2);
	}

	#innerKey(at: number): number {
		return Math.max(0, (this.#parts[at] as Part).keyLength - 2);
	}

	/** Key, colon and comma. */
	#keyCost(at: number): number {
		const { keyLength } = this.#parts[at] as Part;
		if (keyLength === 0) return 1;
		return keyLength - 2 > LONG_KEY ? BEGINNING + KEY_NOTE_CHARS + 4 : keyLength + 2;
	}

	/** What a cut text takes beside itself. */
	#besideText(at: number): number {
		return this.#keyCost(at) + 2 + cutNoteChars((this.#parts[at] as Part).pathLength);
	}
}
