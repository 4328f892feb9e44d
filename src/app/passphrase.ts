// The passphrase of a deployment's owner: kept as PBKDF2-HMAC-SHA-256 of it, as often as Workers allow.
import { fromHex, toHex } from '../shared/digits';
import { equalInConstantTime } from '../shared/hash';

const ITERATIONS = 100_000;
export const LEAST_PASSPHRASE = 12;
export const LONGEST_PASSPHRASE = 200;

/** A salt of 16 bytes, and the hash of 32, hexadecimal. */
export type PassphraseDigest = Awaited<ReturnType<typeof digestPassphrase>>;

export const digestPassphrase = async (passphrase: string) => {
	const salt = crypto.getRandomValues(new Uint8Array(16));
	return { salt: toHex(salt), hash: toHex(await derive(passphrase, salt)) };
};

export const isPassphrase = async (passphrase: string, { salt, hash }: PassphraseDigest) =>
	equalInConstantTime(await derive(passphrase, fromHex(salt)), fromHex(hash));

const derive = async (passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
	const text = new TextEncoder().encode(passphrase.normalize('NFC'));
	const key = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits']);
	const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
	return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256));
};
