// The folder of a state: what others have put into it, and what a power failure leaves of it.
import {
	chownSync,
	copyFileSync,
	existsSync,
	lchownSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { Database } from '../../../src/adapters/node/database';
import { secretOf } from '../../../src/adapters/node/state';
import { times } from '../../fuzz-runs';

const root = mkdtempSync(join(tmpdir(), 'loadline-state-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

it.runIf(isRoot)(
	'a secret or a database that another user has put there is not taken, a link neither',
	() => {
		const theirs = join(root, 'theirs');
		writeFileSync(theirs, 'a secret that they know');
		for (const [n, plant] of [
			(file: string) => symlinkSync(theirs, file),
			(file: string) => copyFileSync(theirs, file),
		].entries()) {
			const folder = join(root, `shared-${n}`);
			mkdirSync(folder, { mode: 0o777 });
			for (const name of ['secret', 'state.sqlite']) {
				plant(join(folder, name));
				lchownSync(join(folder, name), NOBODY, NOBODY);
			}
			expect(() => secretOf(folder)).toThrow(`${join(folder, 'secret')} is another user's`);
			expect(() => new Database(join(folder, 'state.sqlite'))).toThrow("is another user's");
			expect(readFileSync(theirs, 'utf8')).toBe('a secret that they know');
			// The folder is theirs as well: then it is their state, which the superuser looks at.
			chownSync(folder, NOBODY, NOBODY);
			expect(secretOf(folder)).toBe('a secret that they know');
		}
	},
);

/** Writes that were acknowledged, and how long the log was after each. */
function written(path: string, writes: number): number[] {
	const database = new Database(path);
	database.all('CREATE TABLE kept (n INTEGER PRIMARY KEY, text TEXT)');
	const ends = Array.from({ length: writes }, (_, n) => {
		database.transaction(() => {
			database.all('INSERT INTO kept VALUES (?, ?)', 2 * n, 'x'.repeat(500));
			database.all('INSERT INTO kept VALUES (?, ?)', 2 * n + 1, 'y'.repeat(500));
		});
		return statSync(`${path}-wal`).size;
	});
	copyFileSync(path, `${path}.as-it-was`);
	copyFileSync(`${path}-wal`, `${path}.as-it-was-wal`);
	database.close();
	return ends;
}

it('of a log that breaks off anywhere, or ends in what was never written, whole writes are there up to one', () => {
	const path = join(root, 'power.sqlite');
	const ends = written(path, 40);
	const whole = ends.at(-1) ?? 0;
	const left = join(root, 'left.sqlite');
	fc.assert(
		fc.property(fc.integer({ min: 0, max: whole }), fc.boolean(), (length, isFilled) => {
			copyFileSync(`${path}.as-it-was`, left);
			copyFileSync(`${path}.as-it-was-wal`, `${left}-wal`);
			truncateSync(`${left}-wal`, length);
			// Sectors that the disk had promised and not written.
			if (isFilled) truncateSync(`${left}-wal`, whole);
			if (existsSync(`${left}-shm`)) rmSync(`${left}-shm`);
			const database = new Database(left);
			expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
			const isMade = database.all("SELECT 1 FROM sqlite_master WHERE name = 'kept'").length > 0;
			const numbers = isMade ? database.all<{ n: number }>('SELECT n FROM kept ORDER BY n') : [];
			database.close();
			const kept = ends.filter((end) => end <= length).length;
			expect(numbers.map(({ n }) => n)).toEqual(Array.from({ length: 2 * kept }, (_, n) => n));
		}),
		{ numRuns: times(20, 60) },
	);
});
