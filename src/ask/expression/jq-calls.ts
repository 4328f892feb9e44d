// Functions of jq as they are spelled here, exactly or short.

export class NotExact extends Error {}

/** @throws NotExact of what has no exact meaning here */
export const refuse = (): never => {
	throw new NotExact();
};

/** Takes away the brackets around the whole. */
export const bare = (text: string): string => {
	if (!text.startsWith('(')) return text;
	let depth = 0;
	for (const { 0: found, index } of text.matchAll(/'(?:[^'\\]|\\.)*'|[()]/g)) {
		if (found.length > 1) continue;
		depth += text[index] === '(' ? 1 : -1;
		if (depth === 0) return index === text.length - 1 ? bare(text.slice(1, -1)) : text;
	}
	return text;
};

/** Spells that a value is null or false: empty texts and lists are true in jq. */
export const isNothing = (text: string): string => `contains([\`null\`, \`false\`], ${bare(text)})`;

const atom = (text: string): string => (/[\s?]/.test(text) ? `(${text})` : text);

/** Functions with an expression about each item, and those that give true or false. */
export const EACH = /^(?:map|any|all)$/;
export const TESTS = /^(?:any|all|not|has|test|contains|startswith|endswith)$/;

type Spell = (value: string, isExact: boolean, first?: string, second?: string) => string;

const same =
	(name: string): Spell =>
	(value, _, first) =>
		first === undefined ? `${name}(${value})` : `${name}(${value}, ${first})`;
const by =
	(name: string): Spell =>
	(value, _, key) =>
		`${name}(${value}, &${key})`;

/** By name and number of arguments: the call about a value. */
export const CALLS: Readonly<Record<string, Spell>> = {
	'any/1': by('any'),
	'all/1': by('all'),
	'sort_by/1': by('sort_by'),
	'max_by/1': by('max_by'),
	'length/0': (value, isExact) =>
		isExact ? `(${atom(value)} == null ? 0 : length(${value}))` : `length(${value})`,
	'not/0': (value, isExact) => (isExact ? isNothing(value) : `!${atom(value)}`),
	'add/0': (value, isExact) =>
		isExact
			? `(filter(${value}, &@ != \`null\`) | (length(@) == 0 ? \`null\` : sum(@)))`
			: `sum(${value})`,
	'first/0': (value) => `(${value} | [0])`,
	'last/0': (value) => `(${value} | [-1])`,
	'has/1': (value, _, key) => `contains(keys(${value}), ${key})`,
	'test/1': same('matches'),
	'test/2': (value, _, pattern = '', flags) =>
		flags === "'i'" && !pattern.includes('/')
			? `matches(${value}, '/${pattern.slice(1, -1)}/i')`
			: refuse(),
	'contains/1': same('contains'),
	'startswith/1': same('starts_with'),
	'endswith/1': same('ends_with'),
	'tostring/0': same('to_string'),
	'tonumber/0': same('to_number'),
	'to_entries/0': (value) => `map(&{key: [0], value: [1]}, items(${value}))`,
};
