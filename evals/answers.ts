// Judges what a model answered by the answer that was computed from the data: no model judges.
import type { Question } from './questions';

/** Returns the text after the last `ANSWER:`, as JSON where it is some; undefined without one. */
export function answerIn(text: string): unknown {
	const said = text.split('ANSWER:').at(-1);
	if (said === undefined || said === text) return undefined;
	const line = said.trim().replace(/^```(?:json)?\s*|\s*```$/g, '');
	try {
		return JSON.parse(line);
	} catch {
		return line.split('\n')[0]?.replace(/\.$/, '');
	}
}

const word = (value: unknown): string =>
	String(value).normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** Numbers within a thousandth, words whatever their case, lists whatever their order. */
export function isRight(expected: Question['answer'], given: unknown): boolean {
	if (typeof expected === 'number') {
		const number = Number(typeof given === 'string' ? given.replaceAll(',', '') : given);
		return given !== '' && Math.abs(number - expected) <= Math.abs(expected) / 1000;
	}
	if (typeof expected === 'string') return !Array.isArray(given) && word(given) === word(expected);
	const words = Array.isArray(given) ? given : String(given).split(',');
	return [...words.map(word)].sort().join('\n') === [...expected.map(word)].sort().join('\n');
}
