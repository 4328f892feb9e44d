// State and backups are their owner's alone, whatever the folder lets others do; a hostile archive is refused.
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { backupCommand, restoreCommand } from '../../../src/adapters/cli/backup';
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

it('an archive in which a file is a link to one of somebody else is not restored', () => {
	const other = join(state('other'), 'state.sqlite');
	for (const [n, name] of ['secret', 'objects/Vault/b.sqlite'].entries()) {
		const archive = state(`hostile-${n}`);
		rmSync(join(archive, name), { force: true });
		symlinkSync(other, join(archive, name));
		run('restore', archive, join(root, `restored-${n}`));
		expect(existsSync(join(root, `restored-${n}`))).toBe(false);
	}
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
