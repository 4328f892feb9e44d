// What of a version can be found, as words: the same for every store.
import { termsOf } from '../shared/terms';
import type { Version } from './types';

/** Words per column, in the order of OBJECT_COLUMNS. */
export const objectDocument = ({ path, description, constraints }: Version): string[][] => [
	termsOf(path.replace(/\.md$/, '')),
	termsOf(description ?? ''),
	[...new Set(constraints.map(({ name }) => name))].flatMap(termsOf),
];

export interface TextDocument {
	/** Empty for the content of a context. */
	readonly constraintId: string;
	/** Words per column, in the order of TEXT_COLUMNS. */
	readonly columns: readonly (readonly string[])[];
}

/** Constraints of a rule or workflow; the content of a context. */
export const textDocuments = ({ kind, path, content, constraints }: Version): TextDocument[] =>
	kind === 'context'
		? [{ constraintId: '', columns: [termsOf(path.replace(/\.md$/, '')), termsOf(content)] }]
		: constraints.map(({ id, name, text }) => ({
				constraintId: id,
				columns: [termsOf(name), termsOf(text)],
			}));
