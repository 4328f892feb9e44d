// Compares an answer with the expected one: the same JSON, members in any order; averages within a part
// in 10^12.
import { Approximate } from './payload';

export function isSame(expected: unknown, answer: unknown): boolean {
	if (expected instanceof Approximate)
		return (
			typeof answer === 'number' &&
			Math.abs(answer - expected.value) <= 1e-12 * Math.max(1, Math.abs(expected.value))
		);
	if (
		typeof expected !== 'object' ||
		expected === null ||
		typeof answer !== 'object' ||
		answer === null
	)
		return expected === answer;
	if (Array.isArray(expected) !== Array.isArray(answer)) return false;
	const keys = Object.keys(expected);
	return (
		keys.length === Object.keys(answer).length &&
		keys.every(
			(key) =>
				Object.hasOwn(answer, key) && isSame((expected as never)[key], (answer as never)[key]),
		)
	);
}
