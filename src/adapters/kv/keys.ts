// The keys of a KV namespace, to show and to delete what stands under them.

/** The part of a KV namespace binding that is used. */
export interface KeyNamespace {
	list(options: { readonly prefix: string; readonly cursor?: string }): Promise<KeyPage>;
	get(key: string, type: 'text'): Promise<string | null>;
	delete(key: string): Promise<void>;
}

interface KeyPage {
	readonly keys: readonly { readonly name: string; readonly metadata?: unknown }[];
	readonly list_complete: boolean;
	readonly cursor?: string;
}

/** A key of a KV namespace, and whose value it holds; the value itself is not read. */
export interface Key {
	readonly name: string;
	/** Of a value that says so. */
	readonly principal?: string;
}

/** Keys by their beginning, in order. */
export async function* keysOf(kv: KeyNamespace, prefix: string): AsyncGenerator<Key> {
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
