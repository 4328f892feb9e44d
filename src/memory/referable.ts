// What memref can name: sections and their items as Memory MCP knows them, then every constraint that
// stands in none of them.
import { splitFrontMatter } from './front-matter';
import { blocksOf } from './markdown';
import { parseSections } from './sections';
import type { Constraint, Referable } from './types';

/** Without what only Loadline knows of it. */
export const referable = ({ id, name, text, textHash }: Referable): Referable => ({
	id,
	name,
	text,
	textHash,
});

/** The constraints of the full shape, in the order of Memory MCP, then those outside of any section. */
export const referables = (content: string, constraints: readonly Constraint[]): Referable[] => [
	...sectionsIn(content),
	...constraints.filter(({ outside }) => outside).map(begun),
];

/** Characters of a text outside of any section: it is in the content beside it. */
const MOST_TEXT = 1000;

const begun = (constraint: Referable): Referable => {
	const { text, ...rest } = referable(constraint);
	const isLong = text.length > MOST_TEXT;
	return { ...rest, text: isLong ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text };
};

/** Sections and items of a document. */
export const sectionsIn = (content: string): readonly Referable[] =>
	parseSections(blocksOf(splitFrontMatter(content).markdown)).sections;
