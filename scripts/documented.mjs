// What of the exports of src says what it is: functions, classes and types with a comment of their own, or, of what
// has members, with one at each member. Prints the share of each room; ends with 1 under nine tenths of all.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LEAST = 0.9;
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
		const own = lines[at - 1]?.trimEnd().endsWith('*/') ?? false;
		const hasMembers = ['interface', 'class', 'type'].includes(kind) && !line.endsWith(';');
		return [{ file, name, isDocumented: own || (hasMembers && membersSay(lines, at)) }];
	});
}

/**
 * Whether a constant is an arrow function: its arrow comes before its first statement ends.
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
 * Whether a comment stands before each member that others see.
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
	const all = globSync('src/**/*.{ts,tsx}', { cwd: root })
		.sort()
		.flatMap((file) => exportsIn(file, readFileSync(join(root, file), 'utf8')));
	/** @param {readonly Export[]} some */
	const shareOf = (some) => some.filter(({ isDocumented }) => isDocumented).length / some.length;
	for (const [room, some] of Map.groupBy(all, ({ file }) => roomOf(file)))
		console.log(`${Math.round(shareOf(some) * 100)} % of ${some.length}: ${room}`);
	console.log(`${(shareOf(all) * 100).toFixed(1)} % of ${all.length} exports are documented`);
	if (process.argv.includes('--missing'))
		for (const { file, name, isDocumented } of all)
			if (!isDocumented) console.log(`${file}: ${name}`);
	if (shareOf(all) < LEAST) {
		console.error(`At least ${LEAST * 100} % must be: node scripts/documented.mjs --missing`);
		process.exit(1);
	}
}
