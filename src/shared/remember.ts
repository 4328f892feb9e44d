// A bounded cache of an isolate: beyond its capacity the oldest entry is evicted.

/** Notes a value as the newest and forgets the oldest beyond `most` entries. @returns what is forgotten */
export function remember<Value>(kept: Map<string, Value>, key: string, value: Value, most: number) {
	kept.delete(key);
	kept.set(key, value);
	const [oldest] = kept.size > most ? kept : [];
	if (oldest) kept.delete(oldest[0]);
	return oldest?.[1];
}
