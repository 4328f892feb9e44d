// How long the source is, by room, beside an earlier state: `npm run bench -- lines --since=REVISION`.
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { linesTable } from './lines/table';
import { saveResults } from './results';

/** Before the last round of work on the whole. */
const SINCE = '1e948fa9be7aa80bb48ac73a87e9f6ac41c32d61';

const git = (...args: string[]): string =>
	execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 });

/** Lines that are not blank, of each room's TypeScript. */
function linesOf(revision: string): ReadonlyMap<string, number> {
	const counted = git('grep', '-cE', '\\S', revision, '--', 'src/*.ts', 'src/*.tsx');
	const rooms = new Map<string, number>();
	for (const line of counted.trim().split('\n')) {
		const [, path = '', count = '0'] = line.split(':');
		const [, top = '', next = ''] = dirname(path).split('/');
		const name = top === 'adapters' && next !== '' ? `${top}/${next}` : top || 'the roots';
		rooms.set(name, (rooms.get(name) ?? 0) + Number(count));
	}
	return rooms;
}

const since =
	process.argv.find((argument) => argument.startsWith('--since='))?.slice('--since='.length) ??
	SINCE;
const [before, after] = [linesOf(since), linesOf('HEAD')];
const rooms = [...new Set([...before.keys(), ...after.keys()])]
	.map((room) => ({ room, before: before.get(room) ?? 0, after: after.get(room) ?? 0 }))
	.sort((a, b) => b.after - a.after);
const lines = { rooms, since: git('log', '-1', '--format=%cs', since).trim() };
console.log(linesTable(lines));
saveResults('lines', lines);
