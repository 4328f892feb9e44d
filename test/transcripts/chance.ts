// Randomness that repeats: what is drawn depends on the exchange, on the number of bytes, and on how often so many were
// drawn in it. Estimates of tokens depend on the letters of a handle.
import { createHash } from 'node:crypto';

let seed = 'begin';
let drawn = new Map<number, number>();

/** Begins an exchange: the same name gives the same bytes. */
export function reseed(name: string): void {
	seed = name;
	drawn = new Map();
}

/** Another salt shows what of an answer is random and not normalised; 12 bytes make a handle, whose letters count. */
const salt = (length: number) => (length === 12 ? '' : (process.env.TRANSCRIPTS_SALT ?? ''));

function bytes(length: number): Buffer {
	const times = drawn.get(length) ?? 0;
	drawn.set(length, times + 1);
	// The id of a call: its letters are the exchange's and its digits count, so that one call more or less weighs the same.
	if (length === 9) {
		const letters = createHash('sha256')
			.update(`${salt(length)}${seed}`)
			.digest('base64url');
		return Buffer.from(`${letters.slice(0, 8)}${String(1000 + times)}`, 'base64url');
	}
	const parts: Buffer[] = [];
	for (let at = 0; at * 32 < length; at++)
		parts.push(
			createHash('sha256')
				.update(`${salt(length)}${seed}\0${length}\0${times}\0${at}`)
				.digest(),
		);
	return Buffer.concat(parts).subarray(0, length);
}

/** Replaces the randomness of this process. */
export function installChance(): void {
	const replaced = {
		getRandomValues(view: NodeJS.TypedArray) {
			new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(bytes(view.byteLength));
			return view;
		},
		randomUUID() {
			// 17: no other draw has so many.
			const hex = bytes(17).toString('hex');
			return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
		},
	};
	for (const [name, value] of Object.entries(replaced))
		Object.defineProperty(crypto, name, { value, configurable: true });
	Math.random = () => bytes(4).readUInt32LE() / 2 ** 32;
}
