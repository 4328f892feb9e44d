// Seals what is kept of secrets: AES-256-GCM under a key of its own, derived from the deployment's
// secret, and bound to the place where it lies.
import { createKeyring, type Secrets } from './web-crypto';

/** Seals and opens texts, each at its place: whose and where it is. */
export type SealedBox = ReturnType<typeof createSealedBox>;

/** Counts of a resealing. */
export interface Resealed {
	readonly resealed: number;
	/** Number of values that open with neither secret. */
	readonly unreadable: number;
}

/** Seals rows anew. @param keep is given what it was before, so that nothing newer is written over */
export async function resealAll<Row extends { readonly sealed: Uint8Array }>(
	box: SealedBox,
	rows: readonly Row[],
	placeOf: (row: Row) => string,
	keep: (row: Row, sealed: Uint8Array) => void,
): Promise<Resealed> {
	let [resealed, unreadable] = [0, 0];
	for (const row of rows) {
		const sealed = await box.reseal(new Uint8Array(row.sealed), placeOf(row));
		if (sealed === undefined) unreadable++;
		if (!sealed) continue;
		keep(row, sealed);
		resealed++;
	}
	return { resealed, unreadable };
}

const IV_BYTES = 12;

/** @param purpose keeps keys of different uses apart, `vault/1` */
export function createSealedBox(secrets: Secrets, purpose: string) {
	const aes = { name: 'AES-GCM', length: 256 };
	const keyOf = createKeyring(purpose, aes, ['encrypt', 'decrypt']);
	const seal = async (text: string, place: string): Promise<Uint8Array> => {
		const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
		const algorithm = { name: 'AES-GCM', iv, additionalData: bytes(place) };
		const key = await keyOf(secrets.current);
		const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, bytes(text)));
		const all = new Uint8Array(IV_BYTES + sealed.length);
		all.set(iv);
		all.set(sealed, IV_BYTES);
		return all;
	};
	const openWith = async (secret: string | undefined, sealed: Uint8Array, place: string) => {
		if (secret === undefined || secret === '' || sealed.length <= IV_BYTES) return undefined;
		const [iv, data] = [sealed.slice(0, IV_BYTES), sealed.slice(IV_BYTES)];
		const algorithm = { name: 'AES-GCM', iv, additionalData: bytes(place) };
		try {
			return new TextDecoder().decode(
				await crypto.subtle.decrypt(algorithm, await keyOf(secret), data),
			);
		} catch {
			return undefined;
		}
	};
	const { current, previous } = secrets;
	return {
		seal,
		/** The text; undefined when it was altered, moved, or sealed with a secret that is gone. */
		open: async (sealed: Uint8Array, place: string) =>
			(await openWith(current, sealed, place)) ?? openWith(previous, sealed, place),
		/** The same, sealed with the current secret; null when it is so already, undefined when it cannot be opened. */
		reseal: async (sealed: Uint8Array, place: string) => {
			if ((await openWith(current, sealed, place)) !== undefined) return null;
			const text = await openWith(previous, sealed, place);
			return text === undefined ? undefined : seal(text, place);
		},
	};
}

const bytes = (text: string) => new TextEncoder().encode(text);
