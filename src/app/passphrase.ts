// The passphrase of a deployment's owner: kept as PBKDF2-HMAC-SHA-256 of it, as often as Workers allow.
import { fromHex, toHex } from '../shared/digits';
import { equalInConstantTime } from '../shared/hash';

const ITERATIONS = 100_000;
const LEAST = 12;
const LONGEST = 200;

/** Says how long a passphrase must be, of one that is not. */
export const passphraseFault = ({ length }: string): string | undefined =>
	length < LEAST || length > LONGEST
		? `The passphrase must have ${LEAST} to ${LONGEST} characters.`
		: undefined;

/** Returns JSON of a salt of 16 bytes, and of the hash of 32, hexadecimal. */
export const digestPassphrase = async (passphrase: string): Promise<string> => {
	const salt = crypto.getRandomValues(new Uint8Array(16));
	return JSON.stringify({ salt: toHex(salt), hash: toHex(await derive(passphrase, salt)) });
};

/** Returns whether a digest is of a passphrase; one that is too long is not looked at. */
export const isPassphrase = async (passphrase: string, digest: string): Promise<boolean> => {
	const { salt, hash } = JSON.parse(digest) as Readonly<Record<'salt' | 'hash', string>>;
	if (passphrase.length > LONGEST) return false;
	return equalInConstantTime(await derive(passphrase, fromHex(salt)), fromHex(hash));
};

const derive = async (passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
	const text = new TextEncoder().encode(passphrase.normalize('NFC'));
	const key = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits']);
	const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
	return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256));
};
