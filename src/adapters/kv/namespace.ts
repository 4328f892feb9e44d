// The binding of a Workers KV namespace, and its keys, to show and to delete what stands under them.

/** The part of a Workers KV namespace binding that is used. */
export interface KvNamespace {
	get(key: string, type: 'text'): Promise<string | null>;
	getWithMetadata(
		key: string,
		options: { readonly type: 'text'; readonly cacheTtl: number },
	): Promise<{ readonly value: string | null; readonly metadata: unknown }>;
	/** `expirationTtl` is in seconds, 60 at least; `principal` of the metadata lets an erasure find the key. */
	put(
		key: string,
		value: string | Uint8Array,
		options: { readonly expirationTtl?: number; readonly metadata: object },
	): Promise<void>;
	list(options: { readonly prefix: string; readonly cursor?: string }): Promise<KeyPage>;
	delete(key: string): Promise<void>;
	/** Bytes that a workspace keeps with an end, and its share, where they are counted. */
	troubles?(): readonly string[];
	kept?(workspace: string): { readonly used: number; readonly share: number };
}

/** A page of keys, in order. */
interface KeyPage {
	readonly keys: readonly { readonly name: string; readonly metadata?: unknown }[];
	readonly list_complete: boolean;
	readonly cursor?: string;
}

/** A key of a KV namespace, and whose value it holds; the value itself is not read. */
interface Key {
	readonly name: string;
	/** Of a value that says so. */
	readonly principal?: string;
}

/** Keys by their beginning, in order. */
export async function* keysOf(kv: Pick<KvNamespace, 'list'>, prefix: string): AsyncGenerator<Key> {
	for (let cursor: string | undefined; ; ) {
		const page: KeyPage = await kv.list({ prefix, ...(cursor !== undefined && { cursor }) });
		for (const { name, metadata } of page.keys) {
			const principal = (metadata as { principal?: unknown } | null | undefined)?.principal;
			yield { name, ...(typeof principal === 'string' && { principal }) };
		}
		if (page.list_complete) return;
		cursor = page.cursor;
	}
}
