// Seals what is kept of secrets: AES-256-GCM under a key of its own, derived from the deployment's
// secret, and bound to the place where it lies.
import type { Platform } from '../../shared/platform';
import type { Sql } from '../../shared/sql';
import { createKeyring, type Secrets } from './web-crypto';

/** Seals and opens texts, each at its place: whose and where it is. */
export type SealedBox = ReturnType<typeof createSealedBox>;

/** Dependencies of a store with what is sealed; `sql` is the owner's own database. */
export interface SealedPorts extends Pick<Platform, 'now'> {
	readonly sql: Sql;
	readonly box: SealedBox;
	/** Of the object: what is sealed here opens nowhere else. */
	readonly name: string;
	/** Told before anything is kept. */
	noted?(): Promise<void>;
}

/** Counts of a resealing. */
export interface Resealed {
	readonly resealed: number;
	/** Number of values that open with neither secret. */
	readonly unreadable: number;
}

/** Seals the rows of a table anew; one that is another by now stays. @param key the column that names a row */
export async function resealAll(
	{ sql, box }: SealedPorts,
	table: string,
	key: string,
	placeOf: (row: Readonly<Record<string, string>>) => string,
): Promise<Resealed> {
	let [resealed, unreadable] = [0, 0];
	for (const row of sql.all<Record<string, string> & { sealed: never }>(`SELECT * FROM ${table}`)) {
		const before = new Uint8Array(row.sealed);
		const sealed = await box.reseal(before, placeOf(row));
		if (sealed === undefined) unreadable++;
		if (!sealed) continue;
		const change = `UPDATE ${table} SET sealed = ? WHERE ${key} = ? AND sealed = ?`;
		sql.all(change, sealed, row[key] ?? '', before);
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
