// Rule documents whose lines say which they are: by topic and number, edited or not, in three parts.
export const TOPICS = ['naming', 'testing', 'deploying'] as const;
export const fileOf = (topic: string) => `rules/${topic}.md`;
/** From EDITED on the same line as it was edited; SHARED is the same in all documents. */
export const [EDITED, SHARED] = [10, 7];
export const numberOf = (word: number) => word % EDITED;
export const lineOf = (topic: string, word: number) =>
	`Rule ${numberOf(word) === SHARED ? 'everywhere' : topic} number${numberOf(word)} of ours${word < EDITED ? '' : ' again'}`;
export const padding = (word: number) =>
	Array.from({ length: 40 }, (_, at) => `pad${numberOf(word)}x${at}`).join(' ');
export const partOf = (word: number) => numberOf(word) % 3;
/** Words, and how often its headings were renamed: a negative one. */
export const textOf = (topic: string, words: readonly number[]) =>
	[0, 1, 2]
		.map((part) => words.filter((word) => word >= 0 && partOf(word) === part))
		.map((some, part) => [
			`## Part ${part}${words.includes(RENAMED) ? ' of them' : ''}`,
			...some.map((word) => `- ${lineOf(topic, word)}\n  ${padding(word)}`),
		])
		.filter((lines) => lines.length > 1)
		.map((lines) => lines.join('\n\n'))
		.join('\n\n')
		.concat('\n');
export const RENAMED = -1;
export const HOLDINGS = [[], ['r1', 'r2', 'r3'], ['r1', 'r2', 'r3'], ['r1', 'r3'], ['r2']];
export const linesIn = (text: string) => text.match(/Rule \w+ number\d+ of ours(?: again)?/g) ?? [];
export const wordIn = (line: string) =>
	Number(/number(\d+)/.exec(line)?.[1]) + (line.endsWith('again') ? EDITED : 0);
export const FIRST = [0, 1, 2, 3, 4, 5, SHARED];

/** The line as it was edited, and back. */
export const edited = (words: readonly number[], word: number) =>
	words.map((each) => (numberOf(each) === word ? (each + EDITED) % (2 * EDITED) : each));
export const toggled = (words: readonly number[], word: number) =>
	words.some((each) => each >= 0 && numberOf(each) === word)
		? words.filter((each) => each < 0 || numberOf(each) !== word)
		: [...words, word];

export const isRenamed = (document: string) => document.includes(' of them');
export const renamed = (words: readonly number[]) =>
	words.includes(RENAMED) ? words.filter((each) => each !== RENAMED) : [...words, RENAMED];
