// The keys of a KV namespace, to show and to delete what stands under them.

import type { KeyPage, KvNamespace } from './namespace';

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
