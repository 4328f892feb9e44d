// Makes the tables of the token estimate and of its ceiling, src/protect/tokens/tables.json:
// `node scripts/run.mjs scripts/fit-tokens.ts` writes them, with `--check` it only says whether they would change.
//
// The vocabulary of o200k is read anew: which Han and Hangul are a token, which characters are one as a
// pair, what each sign adds to a run of JSON signs, which words are one token after a space, which capitals are two.
// Fitted costs are fitted online, passive-aggressively (Crammer et al. 2006): the fit starts from the costs as they
// are, and moves them only as far as a text demands, the estimate to within its error, the ceiling up to the count.
// So the same vocabulary and texts give the same bytes again. Texts: those of test/fixtures/estimator, and hostile ones
// and words of every script made by seed (test/protect/tokens).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ceiling } from '../src/protect/tokens/ceiling';
import { hasPair, pairHash } from '../src/protect/tokens/ceiling-pieces';
import {
	ceilingTable,
	FEWEST,
	ROW_LENGTH,
	SYNTAX_SIGNS,
} from '../src/protect/tokens/ceiling-table';
import { CLASSES, classTable, column } from '../src/protect/tokens/classes';
import { automaton, estimate, STATE_BITS } from '../src/protect/tokens/estimate';
import { loadRanks, quickCounter } from '../src/protect/tokens/exact';
import tables from '../src/protect/tokens/tables.json';
import { hostileTexts } from '../test/protect/tokens/hostile';
import { wordTexts } from '../test/protect/tokens/words';

type Tables = typeof tables;
type Count = (text: string) => number;

const FILE = 'src/protect/tokens/tables.json';
const TEXTS = 'test/fixtures/estimator';
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

/** A bit for each character of a range that is a token of its own. */
function singles(vocabulary: ReadonlySet<string>, from: number, to: number): string {
	const bits = new Uint8Array(Math.ceil((to - from + 1) / 8));
	for (let code = from; code <= to; code++) {
		const at = code - from;
		if (vocabulary.has(String.fromCharCode(code)))
			bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
	}
	return base64(bits);
}

/** A bit at the hash of each two characters of Han, kana and Hangul that are one token; the first may be a space. */
function pairs(vocabulary: ReadonlySet<string>): string {
	const classes = classTable();
	const { han, kana, hangul } = column;
	const isWide = (at: number): boolean => [han, kana, hangul].includes(classes[at] ?? -1);
	const bits = new Uint8Array(1 << 13);
	for (const word of vocabulary) {
		const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)];
		if (word.length !== 2 || !isWide(second) || (first !== 0x20 && !isWide(first))) continue;
		const bit = pairHash(first, second);
		bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
		if (!hasPair(bits, first, second)) throw new Error(`${word} is not found again`);
	}
	return base64(bits);
}

/** Bits of a step of the runs of signs, and of the state that it leads to. */
const STEP_BITS = 12;
const STATE_MASK = 0x1ff;
/** State within a string of other signs, which begins after a quote; no run of known signs leads to it. */
const IN_STRING = 2;

/**
 * The automaton of runs of JSON signs. Its states are kept: the fewest that tell all runs apart, in the order in which
 * the shortest run of each is met. What a sign adds in each is counted anew.
 */
function syntaxSteps(today: string, count: Count): string {
	const bytes = bytesOf(today);
	const stepAt = (at: number): number => {
		const byte = (at * STEP_BITS) >> 3;
		const both = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
		return at % 2 === 0 ? both >> 4 : both & 0xfff;
	};
	const out = Uint8Array.from(bytes);
	const put = (at: number, step: number): void => {
		const byte = (at * STEP_BITS) >> 3;
		if (at % 2 === 0) {
			out[byte] = step >> 4;
			out[byte + 1] = ((step & 15) << 4) | ((out[byte + 1] ?? 0) & 15);
		} else {
			out[byte] = ((out[byte] ?? 0) & 0xf0) | (step >> 8);
			out[byte + 1] = step & 0xff;
		}
	};
	const runs = ['', ' ', ''];
	for (let state = 0; state < runs.length; state++) {
		const run = runs[state] ?? '';
		for (const [at, sign] of [...SYNTAX_SIGNS].entries()) {
			const place = state * ROW_LENGTH + at + 1;
			const next = stepAt(place) & STATE_MASK;
			runs[next] ??= run + sign;
			// A line break ends the run; at its beginning it is none of it.
			const isBreak = sign === '\n' ? run === '' : run.endsWith('\n');
			const closes = state === IN_STRING && '"\\'.includes(sign) ? 1 : 0;
			const added = isBreak ? 0 : count(run + sign) - (run === '' ? 0 : count(run)) + closes;
			put(place, ((added - FEWEST) << 9) | next);
		}
	}
	return base64(out);
}

/** The words that are one token after a space, in order, each as how many letters it shares with the one before. */
function commonWords(today: string, vocabulary: ReadonlySet<string>): string {
	let word = '';
	let last = '';
	let coded = '';
	for (const [, shared, others = ''] of today.matchAll(/(\d)(\D+)/g)) {
		word = word.slice(0, Number(shared)) + others;
		if (!vocabulary.has(` ${word}`)) continue;
		let same = 0;
		while (same < 9 && last[same] !== undefined && last[same] === word[same]) same++;
		coded += same + word.slice(same);
		last = word;
	}
	return coded;
}

/** Capitals that are no token, of small letters that are one. */
function capitalsOfTwo(scripts: Tables['scripts'], vocabulary: ReadonlySet<string>): string {
	let capitals = '';
	for (const { from, letters } of Object.values(scripts))
		for (const offset of bytesOf(letters)) {
			const letter = String.fromCharCode(from + offset);
			const capital = letter.toUpperCase();
			// Georgian has capitals only in inscriptions.
			const isUsual = capital.length === 1 && capital < '\u1c90';
			if (isUsual && !vocabulary.has(capital) && capital !== letter) capitals += capital;
		}
	return capitals;
}

/** Cells of a table in use, and their bounds, which a byte holds. */
interface Cells {
	readonly size: number;
	readonly add: (at: number, by: number) => void;
}

const cellsOf = (table: Uint8Array): Cells => ({
	size: table.length,
	add: (at, by) => {
		table[at] = Math.max(0, Math.min(255, (table[at] ?? 0) + by));
	},
});

/** Most steps by which one text moves the costs it is made of. */
const MOST_STEPS = 64;

/** Moves the costs that a text is made of by a step each, until `wanted` of its measure is 0. */
function settle(tables: readonly Cells[], measure: () => number, wanted: () => number): void {
	if (wanted() === 0) return;
	const base = measure();
	const used = tables.flatMap((cells) =>
		Array.from({ length: cells.size }, (_, at) => at)
			.filter((at) => {
				cells.add(at, 48);
				const grows = measure() > base;
				cells.add(at, -48);
				return grows;
			})
			.map((at) => (by: number) => cells.add(at, by)),
	);
	for (let step = 0; step < MOST_STEPS && wanted() !== 0; step++)
		for (const move of used) move(wanted());
}

/** Largest share by which the estimate may miss the count of any of the texts; nine in ten are within a fifth. */
const ESTIMATE_ERROR = 0.25;
/** The ceiling of a text of some hundred characters may be exceeded by this, by chance. */
const CHANCE = 1.01;

/** Moves the costs of the estimate where it is too far from the count, and tells them. */
function estimateCosts(today: string, texts: readonly string[], count: Count): string {
	const { steps } = automaton();
	const costs = bytesOf(today);
	const columns = CLASSES.length;
	const placeOf = (at: number): number => (Math.floor(at / columns) << STATE_BITS) | (at % columns);
	const cells: Cells = {
		size: costs.length,
		add: (at, by) => {
			const step = steps[placeOf(at)] ?? 0;
			steps[placeOf(at)] = (Math.max(0, Math.min(255, (step >> 8) + by)) << 8) | (step & 0xff);
		},
	};
	for (const text of texts) {
		const exact = count(text);
		const error = (): number => estimate(text) / exact - 1;
		settle(
			[cells],
			() => estimate(text),
			() => (Math.abs(error()) <= ESTIMATE_ERROR ? 0 : -Math.sign(error())),
		);
	}
	return base64(costs.map((_, at) => (steps[placeOf(at)] ?? 0) >> 8));
}

/** Raises the costs of the ceiling where a text exceeds it, and tells them. */
function ceilingCosts(texts: Iterable<string>, count: Count): Partial<Tables> {
	// Any letter but a Latin one decodes the tables of the other scripts too.
	const { lower, uppers, starts, others } = ceilingTable('\u0434');
	const cells = [lower, uppers, starts, others].map(cellsOf);
	for (const text of texts) {
		const exact = count(text);
		settle(
			cells,
			() => ceiling(text),
			() => (exact > Math.ceil(ceiling(text) * CHANCE) ? 1 : 0),
		);
	}
	return {
		lowerPairs: base64(lower),
		upperPairs: base64(uppers),
		wordStarts: base64(starts),
		others: base64(others),
	};
}

/** Texts that the ceiling must hold for; `some` of the generated ones, a share. */
function* boundedTexts(written: readonly string[], some: number): Generator<string> {
	yield* written;
	let at = 0;
	for (const { text } of [...hostileTexts(1, 600), ...wordTexts(1, 700)])
		if (Math.floor(++at * some) > Math.floor((at - 1) * some)) yield text;
}

/**
 * Returns the text of tables.json, made anew.
 *
 * @param some - share of the generated texts that are fitted to, for a test
 */
export async function fittedTables(some = 1): Promise<string> {
	const count = await quickCounter();
	const vocabulary = new Set((await loadRanks()).filter((word) => typeof word === 'string'));
	const written = readdirSync(TEXTS).map((name) => readFileSync(join(TEXTS, name), 'utf8'));
	const fitted: Tables = {
		...tables,
		estimate: estimateCosts(tables.estimate, written, count),
		...ceilingCosts(boundedTexts(written, some), count),
		commonWords: commonWords(tables.commonWords, vocabulary),
		capitalsOfTwo: capitalsOfTwo(tables.scripts, vocabulary),
		syntaxSteps: syntaxSteps(tables.syntaxSteps, count),
		hanSingles: singles(vocabulary, 0x4e00, 0x9fff),
		hangulSingles: singles(vocabulary, 0xac00, 0xd7a3),
		pairs: pairs(vocabulary),
	};
	return `${JSON.stringify(fitted, null, '\t')}\n`;
}

if (basename(process.argv[1] ?? '') === 'fit-tokens.ts') {
	const today = readFileSync(FILE, 'utf8');
	const fitted = await fittedTables();
	if (!process.argv.includes('--check')) writeFileSync(FILE, fitted);
	console.log(fitted === today ? `${FILE} is as it was.` : `${FILE} changes.`);
}
