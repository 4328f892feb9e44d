// The documented share of the exports of src: functions, classes and types with a comment that says more than the
// name, or, of types with members, one at each member. Also finds comments that open as riddles ("What may…"), there
// and in the folders beside it. Prints the share of each room and folder; ends with 1 where a bound is missed.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LEAST = 0.9;
/** Files whose headers and docstrings are read, beside those of src. */
const BESIDE = '{bench,evals,examples,nightly,scripts,test}/**/*.{ts,tsx,mjs}';
/** Largest share of the file headers and docstrings of a folder that may open as riddles. */
const MOST_RIDDLES = 0.02;
const RIDDLE = /^(?:What|Which|Whether|Where|How|Who|Whose|Whom|When|That)\b(?!.*\?$)/;
/** Words that say nothing by themselves. */
const EMPTY = new Set([
	'a',
	'an',
	'the',
	'of',
	'its',
	'it',
	'is',
	'this',
	'to',
	'for',
	'and',
	'in',
]);
const DECLARED =
	/^export (?:default )?(?:abstract )?(?:async )?(function\*?|const|class|interface|type) (\w+)/;

/** @typedef {{ readonly file: string, readonly name: string, readonly isDocumented: boolean }} Export */

/**
 * The exported functions, classes and types of a text that the formatter has written; values are none of them.
 * @param {string} file
 * @param {string} text
 * @returns {Export[]}
 */
export function exportsIn(file, text) {
	const lines = text.split('\n');
	return lines.flatMap((line, at) => {
		const [, kind = '', name = ''] = DECLARED.exec(line) ?? [];
		if (kind === '' || (kind === 'const' && !isFunction(lines, at))) return [];
		const own = saysMore(name, commentAbove(lines, at));
		const hasMembers = ['interface', 'class', 'type'].includes(kind) && !line.endsWith(';');
		return [{ file, name, isDocumented: own || (hasMembers && membersSay(lines, at)) }];
	});
}

/**
 * Returns the text of the docstring that ends above a line; empty without one.
 * @param {readonly string[]} lines
 * @param {number} at
 */
function commentAbove(lines, at) {
	if (!lines[at - 1]?.trimEnd().endsWith('*/')) return '';
	let from = at - 1;
	while (from > 0 && !lines[from]?.trimStart().startsWith('/**')) from--;
	return textOf(lines.slice(from, at));
}

/** @param {readonly string[]} comment */
const textOf = (comment) =>
	comment
		.map((line) => line.replace(/^\s*(?:\/\*\*|\*\/|\*|\/\/)?\s?|\*\/\s*$/g, '').trim())
		.join(' ')
		.trim();

/**
 * Returns whether a comment has a word that the name has not: `/** A token list. *\/` of `TokenList` has none.
 * @param {string} name
 * @param {string} text
 */
export function saysMore(name, text) {
	const known = name
		.split(/(?=[A-Z])|_/)
		.map((word) => word.toLowerCase())
		.flatMap((word) => [word, `${word}s`]);
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.some((word) => !EMPTY.has(word) && !known.includes(word));
}

/**
 * The openings of a text's header and docstrings, and which of them are riddles.
 * @param {string} text
 */
export function riddlesIn(text) {
	const lines = text.split('\n');
	const openings = lines.flatMap((line, at) => {
		if (at === 0 && line.startsWith('//')) return [textOf([line])];
		if (!line.trimStart().startsWith('/**')) return [];
		const rest = textOf([line]);
		return [rest === '' ? textOf([lines[at + 1] ?? '']) : rest];
	});
	return { openings: openings.length, riddles: openings.filter((opening) => RIDDLE.test(opening)) };
}

/**
 * Returns whether a constant is an arrow function: its arrow comes before its first statement ends.
 * @param {readonly string[]} lines
 * @param {number} at
 */
function isFunction(lines, at) {
	let head = '';
	for (const line of lines.slice(at, at + 15)) {
		head += line;
		if (/=>/.test(head)) return true;
		if (/;$|[{[]$/.test(line) && !/=\s*(?:async\s*)?(?:<[^>]*>)?\([^)]*$/.test(head)) return false;
	}
	return false;
}

/**
 * Returns whether a comment stands before each member that others see.
 * @param {readonly string[]} lines
 * @param {number} at
 */
function membersSay(lines, at) {
	const end = lines.findIndex((line, below) => below > at && /^\S/.test(line));
	const members = lines
		.slice(at + 1, end)
		.flatMap((line, below) => (/^\t(?!private )[\w[]/.test(line) ? [at + 1 + below] : []));
	return members.length > 0 && members.every((member) => lines[member - 1]?.endsWith('*/'));
}

/** @param {string} file */
const roomOf = (file) => {
	const [, room = '', below = ''] = file.split('/');
	return room === 'adapters' ? `${room}/${below}` : room;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	/** @param {string} files */
	const read = (files) =>
		globSync(files, { cwd: root, exclude: ['**/node_modules/**'] })
			.sort()
			.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
	const texts = read('src/**/*.{ts,tsx}');
	const all = texts.flatMap(({ file, text }) => exportsIn(file, text));
	const found = [...texts, ...read(BESIDE)].map(({ file, text }) => ({ file, ...riddlesIn(text) }));
	/** @param {readonly Export[]} some */
	const shareOf = (some) => some.filter(({ isDocumented }) => isDocumented).length / some.length;
	for (const [room, some] of Map.groupBy(all, ({ file }) => roomOf(file)))
		console.log(`${Math.round(shareOf(some) * 100)} % of ${some.length}: ${room}`);
	console.log(`${(shareOf(all) * 100).toFixed(1)} % of ${all.length} exports are documented`);
	if (process.argv.includes('--missing'))
		for (const { file, name, isDocumented } of all)
			if (!isDocumented) console.log(`${file}: ${name}`);
	for (const [folder, some] of Map.groupBy(found, ({ file }) => file.split('/')[0])) {
		const openings = some.reduce((sum, each) => sum + each.openings, 0);
		const riddles = some.flatMap(({ file, riddles }) => riddles.map((text) => `${file}: ${text}`));
		console.log(`${riddles.length} of ${openings} openings are riddles: ${folder}`);
		if (riddles.length <= MOST_RIDDLES * openings) continue;
		console.error(`Say what a thing does or is:\n${riddles.join('\n')}`);
		process.exitCode = 1;
	}
	if (shareOf(all) < LEAST) {
		console.error(`At least ${LEAST * 100} % must be: node scripts/documented.mjs --missing`);
		process.exitCode = 1;
	}
}
