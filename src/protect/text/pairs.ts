// Fields within lines, `status=late delay=12min`, and how they are asked.
import type { LineIndex } from './lines';
import { sampleHeads } from './sample';

const PAIR = /(?<=^|[\s,;([{])([A-Za-z_]\w{0,30})=([\w.:%/-]{1,24})(?=$|[\s,;)\]}])/g;
/** Lines that must have a field, and their share of those that are looked at. */
const LEAST_LINES = 3;
const LEAST_SHARE = 0.5;

/** Returns an example of `query` and one of `select` on a field that most lines have; undefined where there is none. */
export function pairsAsked(text: string, lines: LineIndex) {
	const heads = sampleHeads(text, lines);
	const found = new Map<string, string[]>();
	for (const head of heads)
		for (const [, key = '', value = ''] of head.matchAll(PAIR)) {
			const values = found.get(key) ?? [];
			if (values.push(value) === 1) found.set(key, values);
		}
	const least = Math.max(LEAST_LINES, heads.length * LEAST_SHARE);
	const fields = [...found].filter(([key, { length }]) => length >= least && !/id$/i.test(key));
	const kinds = (values: readonly string[]): number => new Set(values).size;
	// Of fields whose values differ, the one of fewest sorts.
	const [best] = fields
		.filter(([, values]) => kinds(values) > 1)
		.sort(([, a], [, b]) => kinds(a) - kinds(b));
	if (!best) return undefined;
	const [key, [value]] = best;
	return { words: `${key}:${value}`, example: `count_by(@, &field(text,'${key}'))` };
}
