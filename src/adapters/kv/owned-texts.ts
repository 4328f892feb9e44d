/** Texts in a KV namespace, each with its life and with whose it is, by which an erasure finds it. */
export interface OwnedTexts {
	get(key: string, type: 'text'): Promise<string | null>;
	put(
		key: string,
		value: string,
		/** Seconds, 60 at least; a principal's id. */
		options: { expirationTtl: number; metadata: { principal: string } },
	): Promise<void>;
}
