import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, it, vi } from 'vitest';
import { Checkpoints } from '../../../src/adapters/node/checkpoints';
import { Database } from '../../../src/adapters/node/database';

const folder = mkdtempSync(join(tmpdir(), 'loadline-checkpoints-'));

it('puts the log of a file that is open into it; what cannot be folded stays, and keeps no other waiting', async () => {
	const checkpoints = new Checkpoints();
	const path = join(folder, 'open.sqlite');
	const database = new Database(path);
	database.all('CREATE TABLE t (x TEXT)');
	database.all('INSERT INTO t VALUES (?)', 'kept '.repeat(2_000));
	const log = () => statSync(`${path}-wal`).size;
	expect(log()).toBeGreaterThan(10_000);
	const damaged = join(folder, 'damaged.sqlite');
	writeFileSync(damaged, 'no database '.repeat(1_000));
	const missing = join(folder, 'nowhere', 'missing.sqlite');
	await Promise.all([damaged, missing, path].map((each) => checkpoints.fold(each)));
	expect(log()).toBe(0);
	expect(database.all('SELECT length(x) AS units FROM t')).toEqual([{ units: 10_000 }]);
	// One that is being written to is left as it is, and folded later.
	database.all('INSERT INTO t VALUES (?)', 'more');
	database.hold();
	await checkpoints.fold(path);
	database.close();
	const again = new Database(path);
	expect(again.all('SELECT count(*) AS n FROM t')).toEqual([{ n: 2 }]);
	again.close();
});

it('makes no file anew that is gone', async () => {
	const gone = join(folder, 'gone.sqlite');
	await new Checkpoints().fold(gone);
	expect(existsSync(gone)).toBe(false);
});

it('keeps the process as long as somebody waits for a log, and no longer', async () => {
	const outfile = join(folder, 'waits.mjs');
	const source = resolve(import.meta.dirname, '../../../src/adapters/node/checkpoints');
	const contents = `import { Checkpoints } from ${JSON.stringify(source)};
		const checkpoints = new Checkpoints();
		for (let at = 0; at < 3; at++) await checkpoints.fold('missing');
		console.log('whole');`;
	const stdin = { contents, resolveDir: folder };
	await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm' });
	expect(execFileSync(process.execPath, [outfile], { encoding: 'utf8' })).toBe('whole\n');
});

it.runIf(process.platform === 'linux')(
	'a file that is opened twice in a process keeps its locks',
	() => {
		const path = join(folder, 'twice.sqlite');
		const first = new Database(path);
		first.all('CREATE TABLE t (x TEXT)');
		const { ino } = statSync(path);
		/** None where the machine does not tell them. */
		const locks = () => readFileSync('/proc/locks', 'utf8').split(`:${ino} `).length - 1;
		expect(locks()).toBe(1);
		const second = new Database(path);
		expect(locks()).toBe(1);
		first.close();
		expect(locks()).toBe(1);
		second.close();
	},
);

it('a Node that does not tell whether a transaction is open undoes one that fails, and goes on', () => {
	const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
	class Older {
		readonly #database: InstanceType<typeof DatabaseSync>;
		constructor(path: string) {
			this.#database = new DatabaseSync(path);
		}
		exec = (text: string) => this.#database.exec(text);
		prepare = (text: string) => this.#database.prepare(text);
		close = () => this.#database.close();
	}
	const older = vi.spyOn(process, 'getBuiltinModule');
	older.mockReturnValue({ DatabaseSync: Older } as never);
	const database = new Database(join(folder, 'untold.sqlite'));
	database.transaction(() => database.all('CREATE TABLE t (x TEXT)'));
	const failing = () =>
		database.transaction(() => {
			database.all('INSERT INTO t VALUES (1)');
			throw new Error('as asked');
		});
	expect(failing).toThrow('as asked');
	database.transaction(() => database.all('INSERT INTO t VALUES (2)'));
	expect(database.all('SELECT x FROM t')).toEqual([{ x: '2' }]);
	database.close();
	older.mockRestore();
});
