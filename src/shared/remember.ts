// What is remembered in an isolate has an end: beyond so many entries, the one noted longest ago is forgotten.

/**
 * Notes a value under a key as the newest, and forgets the oldest.
 *
 * @param most entries that are kept
 */
export function remember<Value>(
	kept: Map<string, Value>,
	key: string,
	value: Value,
	most: number,
): void {
	kept.delete(key);
	kept.set(key, value);
	const oldest = kept.keys().next().value;
	if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
