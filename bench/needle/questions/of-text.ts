// Questions about a text: what stands beside or below words that a person remembers, on a line, and
// on how many lines a word stands.
import { type Made, made } from '../../payloads/made';
import { occurrences, type Question } from '../payload';

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}_./@-]{4,60}/gu;
const WORD = /\p{L}[\p{L}\p{N}_]{3,}/gu;
const TRIES = 3000;
/** Characters around a word that count as beside it, where lines are longer. */
const BESIDE = 150;

/** Four questions; of a text with a few endless lines all are about what stands nearby. */
export function textQuestions(name: string, text: string): Question[] {
	const m = made(`questions of ${name}`);
	const lines = text.split('\n');
	if (lines.length < 30) return unique(m, 4, () => nearInLongLine(m, text));
	const two = unique(m, 2, () => near(m, text, lines));
	const rest = [
		unique(m, 1, () => below(m, text, lines)),
		unique(m, 1, () => countLines(m, text, lines)),
		unique(m, 1, () => line(m, text, lines)),
	].flat();
	return [...two, ...rest].slice(0, 4);
}

function unique(_: Made, count: number, make: () => Question | undefined): Question[] {
	const found = new Map<unknown, Question>();
	for (let tries = 0; tries < TRIES && found.size < count; tries++) {
		const question = make();
		if (question) found.set(question.answer, question);
	}
	return [...found.values()];
}

function near(m: Made, text: string, lines: readonly string[]): Question | undefined {
	const line = m.pick(lines);
	if (line.length > 600) return undefined;
	const answer = answerIn(m, text, line);
	if (answer === undefined) return undefined;
	const words = wordsOf(m, line.replace(answer, ' '), (words) => isOnlyLine(lines, words), answer);
	return words && { kind: 'near', words, answer };
}

function below(m: Made, text: string, lines: readonly string[]): Question | undefined {
	const at = m.int(0, lines.length - 8);
	const answer = answerIn(m, text, lines[at + m.int(1, 6)] ?? '');
	const line = lines[at] ?? '';
	if (answer === undefined || line.length > 300) return undefined;
	const words = wordsOf(m, line, (words) => isOnlyLine(lines, words), answer);
	return words && { kind: 'below', words, answer };
}

function line(m: Made, text: string, lines: readonly string[]): Question | undefined {
	const at = m.int(0, lines.length - 1);
	const answer = answerIn(m, text, lines[at] ?? '');
	return answer === undefined ? undefined : { kind: 'line', line: at + 1, answer };
}

function countLines(m: Made, _: string, lines: readonly string[]): Question | undefined {
	const word = m.pick(m.pick(lines).match(WORD) ?? ['']);
	if (word === '') return undefined;
	const lower = word.toLowerCase();
	const having = lines.filter((line) => line.toLowerCase().includes(lower));
	// Only words that are counted alike with case and without, as a whole and as a part.
	const isPlain = having.every((line) =>
		new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'u').test(line),
	);
	if (having.length < 4 || !isPlain) return undefined;
	return { kind: 'count lines', word, answer: having.length };
}

function nearInLongLine(m: Made, text: string): Question | undefined {
	const from = m.int(0, Math.max(0, text.length - 2 * BESIDE));
	const passage = text.slice(from, from + BESIDE);
	const answer = answerIn(m, text, passage.slice(BESIDE / 2));
	if (answer === undefined) return undefined;
	const word = m.pick(passage.slice(0, BESIDE / 2).match(TOKEN) ?? ['']);
	if (word.length < 5 || occurrences(text.toLowerCase(), word.toLowerCase()) !== 1)
		return undefined;
	if (word.includes(answer) || answer.includes(word)) return undefined;
	return { kind: 'near', words: [word], answer };
}

/** A token of the passage that stands once in the text. */
function answerIn(m: Made, text: string, passage: string): string | undefined {
	const tokens = passage.match(TOKEN);
	const answer = tokens ? m.pick(tokens) : undefined;
	return answer !== undefined && occurrences(text, answer) === 1 ? answer : undefined;
}

/** One to three words that tell the line from all others. */
function wordsOf(
	m: Made,
	line: string,
	isEnough: (words: readonly string[]) => boolean,
	answer: string,
): string[] | undefined {
	const all = (line.match(TOKEN) ?? []).filter(
		(word) => !answer.includes(word) && !word.includes(answer),
	);
	const words: string[] = [];
	for (let tries = 0; tries < 6 && words.length < 3 && all.length > 0; tries++) {
		const word = m.pick(all);
		if (!words.includes(word)) words.push(word);
		if (isEnough(words)) return words;
	}
	return undefined;
}

function isOnlyLine(lines: readonly string[], words: readonly string[]): boolean {
	const lower = words.map((word) => word.toLowerCase());
	let count = 0;
	for (const line of lines) {
		const text = line.toLowerCase();
		if (lower.every((word) => text.includes(word)) && ++count > 1) return false;
	}
	return count === 1;
}
