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
	...constraints.filter(({ outside }) => outside).map(referable),
];

/** Sections and items of a document. */
export const sectionsIn = (content: string): readonly Referable[] =>
	parseSections(blocksOf(splitFrontMatter(content).markdown)).sections;
