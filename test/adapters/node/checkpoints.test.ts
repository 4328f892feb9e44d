import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, it, vi } from 'vitest';
import { Checkpoints } from '../../../src/adapters/node/checkpoints';
import { Database } from '../../../src/adapters/node/database';

const NODE = resolve(import.meta.dirname, '../../../src/adapters/node');
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
	database.holds();
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
	const source = join(NODE, 'checkpoints');
	const contents = `import { Checkpoints } from ${JSON.stringify(source)};
		const checkpoints = new Checkpoints();
		for (let at = 0; at < 3; at++) await checkpoints.fold('missing');
		console.log('whole');`;
	const stdin = { contents, resolveDir: folder };
	await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm' });
	expect(execFileSync(process.execPath, [outfile], { encoding: 'utf8' })).toBe('whole\n');
});

it.skipIf(process.platform === 'win32')(
	'a disk that is full while a log is put into its file loses nothing, and is made good later',
	async () => {
		const outfile = join(folder, 'full.mjs');
		const path = join(folder, 'full.sqlite');
		const source = (name: string) => JSON.stringify(join(NODE, name));
		const contents = `import { statSync } from 'node:fs';
			import { Checkpoints } from ${source('checkpoints')};
			import { Database } from ${source('database')};
			const [checkpoints, database] = [new Checkpoints(), new Database(${JSON.stringify(path)})];
			database.all('CREATE TABLE t (n INTEGER, x TEXT)');
			const write = (n) => database.all('INSERT INTO t VALUES (?, ?)', n, 'kept '.repeat(10_000));
			// The file has come to its end, its log has not.
			for (let n = 0; n < 9; n++) { write(n); await checkpoints.fold(database.path); }
			const before = statSync(database.path).size;
			for (let n = 9; n < 15; n++) write(n);
			await checkpoints.fold(database.path);
			write(15);
			console.log(JSON.stringify([before, statSync(database.path).size, database.all('SELECT n FROM t').length]));
			process.kill(process.pid, 'SIGKILL');`;
		const stdin = { contents, resolveDir: folder };
		await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm' });
		// As long as a file may become, in blocks of 512 bytes.
		const limited = `ulimit -f 1100; exec "${process.execPath}" "${outfile}"`;
		const { stdout, stderr } = spawnSync('sh', ['-c', limited], { encoding: 'utf8' });
		expect(stderr).toBe('');
		const [before, after, rows] = JSON.parse(stdout);
		expect(rows).toBe(16);
		expect(after).toBeGreaterThanOrEqual(before);
		expect(after).toBeLessThanOrEqual(1_100 * 512);
		const again = new Database(path);
		expect(again.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
		expect(again.all('SELECT count(*) AS n FROM t')).toEqual([{ n: 16 }]);
		await new Checkpoints().fold(path);
		expect(statSync(path).size).toBeGreaterThan(16 * 50_000);
		again.close();
	},
);

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
