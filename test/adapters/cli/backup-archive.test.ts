// State and backups are their owner's alone, whatever the folder lets others do; a hostile archive is refused.
import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { backupCommand, restoreCommand } from '../../../src/adapters/cli/serve';
import { Database } from '../../../src/adapters/node/database';

const root = mkdtempSync(join(tmpdir(), 'loadline-archive-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A folder that everybody may read, with a state in it. */
function state(name: string): string {
	const folder = join(root, name);
	mkdirSync(join(folder, 'objects', 'Vault'), { recursive: true });
	chmodSync(folder, 0o755);
	for (const file of ['state.sqlite', 'objects/Vault/a.sqlite']) {
		writeFileSync(join(folder, file), '', { mode: 0o644 });
		const database = new Database(join(folder, file));
		database.all('CREATE TABLE kept (n INTEGER)');
		database.all('INSERT INTO kept VALUES (1)');
		if (file.startsWith('state')) expect(modesOf(folder)).toEqual(new Set(['600']));
		database.close();
	}
	writeFileSync(join(folder, 'secret'), 'x'.repeat(64), { mode: 0o644 });
	return folder;
}
const modesOf = (folder: string) =>
	new Set(
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.map((file) => statSync(join(folder, file)))
			.filter((file) => file.isFile())
			.map(({ mode }) => (mode & 0o777).toString(8)),
	);
const run = (command: 'backup' | 'restore', from: string, to: string) => {
	const made = command === 'backup' ? backupCommand() : restoreCommand();
	const given = command === 'backup' ? [to, '--state', from] : [from, '--state', to];
	made.parse(given, { from: 'user' });
	process.exitCode = 0;
};

it('every file of a state, a backup and what is restored of it is readable by its owner alone', () => {
	const from = state('state');
	for (const [command, at, to] of [
		['backup', from, 'copy'],
		['restore', join(root, 'copy'), 'again'],
	] as const) {
		mkdirSync(join(root, to), { mode: 0o755 });
		run(command, at, join(root, to));
		expect(modesOf(join(root, to))).toEqual(new Set(['600']));
		const copy = new Database(join(root, to, 'objects/Vault/a.sqlite'));
		expect(copy.all('SELECT n FROM kept')).toEqual([{ n: 1 }]);
		copy.close();
	}
});

it('an archive with a link to one of somebody else, a pipe, a journal, or a secret without end is not restored', () => {
	const other = state('other');
	const HOSTILE: Readonly<Record<string, (archive: string) => void>> = {
		'a secret that is a link': (at) => {
			rmSync(join(at, 'secret'));
			symlinkSync(join(other, 'secret'), join(at, 'secret'));
		},
		'a database that is a link': (at) =>
			symlinkSync(join(other, 'state.sqlite'), join(at, 'objects/Vault/b.sqlite')),
		'a folder that is a link': (at) => symlinkSync(join(other, 'objects'), join(at, 'objects/of')),
		'a folder that leads round in circles': (at) => symlinkSync(at, join(at, 'objects/round')),
		'a pipe': (at) => execFileSync('mkfifo', [join(at, 'objects/Vault/c.sqlite')]),
		'a journal of a write that was broken off': (at) =>
			writeFileSync(join(at, 'state.sqlite-journal'), 'names of files'),
		'a secret of megabytes': (at) => writeFileSync(join(at, 'secret'), 'x'.repeat(2_000_000)),
	};
	for (const [name, make] of Object.entries(HOSTILE)) {
		const archive = state(name);
		make(archive);
		run('restore', archive, join(root, `restored ${name}`));
		expect([name, existsSync(join(root, `restored ${name}`))]).toEqual([name, false]);
	}
});

it('a database in an archive is copied by what it holds, however large it says it is', () => {
	const archive = state('sparse');
	truncateSync(join(archive, 'objects/Vault/a.sqlite'), 2 ** 31);
	run('restore', archive, join(root, 'dense'));
	expect(statSync(join(root, 'dense/objects/Vault/a.sqlite')).size).toBeLessThan(100_000);
});

it('a full disk is told by its cause', () => {
	const database = new Database(join(root, 'full.sqlite'));
	database.all('CREATE TABLE kept (text TEXT)');
	database.all('PRAGMA max_page_count = 8');
	expect(() =>
		database.transaction(() => database.all('INSERT INTO kept VALUES (?)', 'x'.repeat(200_000))),
	).toThrow('full.sqlite cannot be written, the disk is full: free some space.');
	database.close();
});
