// An alternative to the ceiling's tables: the estimate, raised by the least margin that holds the
// hostile texts of its commonest character class, and never above its bytes.
import { CLASSES, classTable } from '../src/protect/tokens/classes';
import { estimate } from '../src/protect/tokens/estimate';
import { countExact } from '../src/protect/tokens/exact';
import { utf8Bytes } from '../src/shared/utf8';
import { hostileTexts } from '../test/protect/tokens/hostile';

const LENGTHS = [400, 2_000];
const SEEDS = [5, 6];

/** The classes of lower-case Latin letters count as one: words have all three. */
const LOWER = new Set(['lv', 'lc', 'lr']);

function commonest(text: string): string {
	const classes = classTable();
	const counts = new Map<string, number>();
	for (let at = 0; at < text.length; at++) {
		const name = CLASSES[classes[text.charCodeAt(at)] as number] as string;
		const key = LOWER.has(name) ? 'lower' : name;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** A count of tokens at most, with margins fitted to the hostile texts of the tests. */
export async function marginByClass(): Promise<(text: string) => number> {
	const margins = new Map<string, number>();
	for (const length of LENGTHS)
		for (const seed of SEEDS)
			for (const { text } of hostileTexts(seed, length)) {
				const least = (await countExact(text)).tokens / estimate(text);
				const key = commonest(text);
				margins.set(key, Math.max(margins.get(key) ?? 1, least));
			}
	return (text) =>
		Math.min(utf8Bytes(text), Math.ceil(estimate(text) * (margins.get(commonest(text)) ?? 1)));
}
