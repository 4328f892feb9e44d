// Questions about one large object: values at a known path, under a name that stands once, and how
// many members something has.
import { made } from '../../payloads/made';
import { occurrences, type Question } from '../payload';
import { definite } from './of-list';

interface Leaf {
	readonly path: readonly string[];
	readonly value: unknown;
}

/** Two values at a path, one under a name, one length. */
export function objectQuestions(name: string, text: string): Question[] {
	const m = made(`questions of ${name}`);
	const leaves: Leaf[] = [];
	const containers: Leaf[] = [];
	walk(JSON.parse(text), [], leaves, containers);
	const paths: Question[] = [];
	const keys: Question[] = [];
	const lengths: Question[] = [];
	for (let tries = 0; tries < 3000 && paths.length + keys.length + lengths.length < 4; tries++) {
		const { path, value } = m.pick(leaves);
		const key = path.at(-1) ?? '';
		const answer = definite(text, value, path);
		if (answer !== undefined && path.length >= 2) {
			const isNamedOnce = key.length >= 5 && occurrences(text, JSON.stringify(key)) === 1;
			if (isNamedOnce && keys.length < 1) keys.push({ kind: 'key', key, answer });
			else if (paths.length < (tries < 2000 ? 2 : 3))
				paths.push({ kind: 'path', path: path.join('/'), answer });
		}
		const box = m.pick(containers);
		if (lengths.length < 1 && box.path.length >= 1) {
			const length = Object.keys(box.value as object).length;
			if (length >= 4) lengths.push({ kind: 'length', path: box.path.join('/'), answer: length });
		}
	}
	return [...paths, ...keys, ...lengths];
}

function walk(value: unknown, path: string[], leaves: Leaf[], containers: Leaf[]): void {
	if (typeof value !== 'object' || value === null) {
		leaves.push({ path, value });
		return;
	}
	containers.push({ path, value });
	// A `/` in a name would make the path ambiguous.
	for (const [key, inner] of Object.entries(value))
		if (!key.includes('/')) walk(inner, [...path, key], leaves, containers);
}
