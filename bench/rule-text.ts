// Rules for benchmarks: as many as are wanted, of eight topics, each with six constraints.
export const TOPICS = [
	'naming',
	'errors',
	'tests',
	'commits',
	'logging',
	'security',
	'reviews',
	'schemas',
];

/** Returns the path of a rule. */
export const rulePath = (at: number): string =>
	`rules/${TOPICS[at % TOPICS.length]}/module_${at}.md`;

/** @param sentences of prose after the constraints, which bind nothing; 20 make a rule of 1.5 KB */
export function ruleText(at: number, sentences = 0): string {
	const topic = TOPICS[at % TOPICS.length];
	const items = Array.from(
		{ length: 5 },
		(_, item) => `- Rule ${item} of ${topic} in module ${at}\n`,
	).join('');
	const prose = `Why ${topic} matters in module ${at}, told in a sentence. `.repeat(sentences);
	const why = sentences === 0 ? '' : `\n## Why\n\n${prose}\n`;
	return `---\ndescription: ${topic} of module ${at}\n---\n# Module ${at}\n\n## Must\n\n${items}${why}`;
}
