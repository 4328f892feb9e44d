// Seals what is kept of secrets: AES-256-GCM under a key of its own, derived from the deployment's
// secret, and bound to the place where it lies.
import type { Secrets } from './web-crypto';

/** The type by its use: not every library that this compiles under names it. */
type Key = Parameters<typeof crypto.subtle.encrypt>[1];

export interface SealedBox {
	/** @param place whose and where it is; the same is needed to open it */
	seal(text: string, place: string): Promise<Uint8Array>;
	/** The text; undefined when it was altered, moved, or sealed with a secret that is gone. */
	open(sealed: Uint8Array, place: string): Promise<string | undefined>;
}

const IV_BYTES = 12;

/** @param purpose keeps keys of different uses apart, `vault/1` */
export function createSealedBox(secrets: Secrets, purpose: string): SealedBox {
	// Keys, not promises, are kept: on Workers a promise belongs to the request that made it.
	const keys = new Map<string, Key>();
	const keyOf = async (secret: string): Promise<Key> => {
		const key = keys.get(secret) ?? (await deriveKey(secret, purpose));
		keys.set(secret, key);
		return key;
	};
	return {
		seal: async (text, place) => {
			const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
			const algorithm = { name: 'AES-GCM', iv, additionalData: bytes(place) };
			const key = await keyOf(secrets.current);
			const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, bytes(text)));
			const all = new Uint8Array(IV_BYTES + sealed.length);
			all.set(iv);
			all.set(sealed, IV_BYTES);
			return all;
		},
		open: async (sealed, place) => {
			if (sealed.length <= IV_BYTES) return undefined;
			const [iv, data] = [sealed.slice(0, IV_BYTES), sealed.slice(IV_BYTES)];
			const algorithm = { name: 'AES-GCM', iv, additionalData: bytes(place) };
			for (const secret of [secrets.current, secrets.previous]) {
				if (secret === undefined || secret === '') continue;
				try {
					const text = await crypto.subtle.decrypt(algorithm, await keyOf(secret), data);
					return new TextDecoder().decode(text);
				} catch {
					// The other secret may be the one.
				}
			}
			return undefined;
		},
	};
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function deriveKey(secret: string, purpose: string): Promise<Key> {
	const material = await crypto.subtle.importKey('raw', bytes(secret), 'HKDF', false, [
		'deriveKey',
	]);
	const info = bytes(`loadline/${purpose}`);
	return crypto.subtle.deriveKey(
		{ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info },
		material,
		{ name: 'AES-GCM', length: 256 },
		false,
		['encrypt', 'decrypt'],
	);
}
