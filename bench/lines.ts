// Counts the lines of the source, by room, beside an earlier state, and the exports that cross rooms:
// `npm run bench -- lines --since=REVISION`.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { crossings } from '../test/rules/import-rules';
import { linesTable } from './lines/table';
import { saveResults } from './results';

/** Before the last round of work on the whole. */
const SINCE = '1e948fa9be7aa80bb48ac73a87e9f6ac41c32d61';
const SOURCE = ['--', 'src/*.ts', 'src/*.tsx'];

const git = (...args: string[]): string =>
	execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 });

const newRoom = () => ({ before: 0, after: 0, came: 0, went: 0 });
const rooms = new Map<string, ReturnType<typeof newRoom>>();

/** Counts lines of a file for its room. */
function count(path: string, what: keyof ReturnType<typeof newRoom>, lines: number): void {
	const [, top = '', next = '', ...inside] = path.split('/');
	const name =
		next === '' ? 'the roots' : top === 'adapters' && inside.length > 0 ? `${top}/${next}` : top;
	const room = rooms.get(name) ?? newRoom();
	room[what] += lines;
	rooms.set(name, room);
}

/** Lines that are not blank at a revision. */
function countAll(revision: string, what: 'before' | 'after'): void {
	for (const line of git('grep', '-cE', '\\S', revision, ...SOURCE)
		.trim()
		.split('\n')) {
		const [, path = '', lines = '0'] = line.split(':');
		count(path, what, Number(lines));
	}
}

/** Lines that came and went, not blank either. A file that has only moved has none. */
function countChanges(since: string): void {
	let [was, is] = ['', ''];
	for (const line of git('diff', '-M', '-U0', since, 'HEAD', ...SOURCE).split('\n')) {
		if (line.startsWith('--- ')) was = line.slice('--- a/'.length);
		else if (line.startsWith('+++ ')) is = line.slice('+++ b/'.length);
		else if (/^\+.*\S/.test(line)) count(is, 'came', 1);
		else if (/^-.*\S/.test(line)) count(is.startsWith('src/') ? is : was, 'went', 1);
	}
}

const since =
	process.argv.find((argument) => argument.startsWith('--since='))?.slice('--since='.length) ??
	SINCE;
countAll(since, 'before');
countAll('HEAD', 'after');
countChanges(since);
const lines = {
	rooms: [...rooms]
		.map(([room, counts]) => ({ room, ...counts }))
		.sort((a, b) => b.after - a.after),
	since: git('log', '-1', '--format=%cs', since).trim(),
};
console.log(linesTable(lines));
const files = globSync('src/**/*.{ts,tsx}').map((path) => [
	path.replaceAll('\\', '/').slice('src/'.length),
	readFileSync(path, 'utf8'),
]);
const crossing = [...crossings(Object.fromEntries(files)).values()];
console.log(`${crossing.reduce((sum, names) => sum + names.size, 0)} exports cross rooms.`);
saveResults('lines', lines);
