// Objects on SQLite files, and the files themselves.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Checkpoints } from '../../../src/adapters/node/checkpoints';
import { Database, storageTroubles } from '../../../src/adapters/node/database';
import { ObjectFiles } from '../../../src/adapters/node/objects';
import { filesOf, open } from './objects-bed';

const root = resolve(import.meta.dirname, '../../..');
let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-objects-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('objects on SQLite files', () => {
	it('are apart by name, and outlive their process', async () => {
		const place = join(folder, 'apart');
		const first = open(place);
		await first.ask('a', 'add');
		await first.ask('a', 'add');
		await first.ask('b', 'add');
		first.objects.close();
		expect(await open(place).ask('a', 'read')).toBe(2);
		expect(await open(place).ask('b', 'read')).toBe(1);
	});

	it('are closed where many are open, those first that were idle longest, and lose nothing', async () => {
		const place = join(folder, 'many');
		const { ask, objects } = open(place, 2);
		const logs = () =>
			readdirSync(join(place, 'Counter')).filter((file) => file.endsWith('-wal')).length;
		const names = Array.from({ length: 12 }, (_, at) => `n${at}`);
		for (const name of names) await ask(name, 'add');
		expect(logs()).toBe(2);
		await Promise.all(names.map((name) => ask(name, 'add')));
		for (const name of names) expect(await ask(name, 'read')).toBe(2);
		objects.close();
		expect(logs()).toBe(0);
	});

	it('make room for one after the other: as many files are folded as are opened, though all are asked for at once', async () => {
		const { ask, objects } = open(join(folder, 'crowd'), 4);
		const folded = vi.spyOn(Checkpoints.prototype, 'fold');
		const names = Array.from({ length: 40 }, (_, at) => `w/p/s${at}`);
		await Promise.all(names.map((name) => ask(name, 'add')));
		expect(folded).toHaveBeenCalledTimes(36);
		folded.mockRestore();
		objects.close();
	});

	it('of one workspace do not keep those of another waiting, however many they are', async () => {
		const { ask, objects } = open(join(folder, 'turns'));
		const done: string[] = [];
		const names = [...Array.from({ length: 40 }, (_, at) => `w/p/s${at}`), 'other/p/s'];
		await Promise.all(names.map((name) => ask(name, 'add').then(() => done.push(name))));
		expect(done.indexOf('other/p/s')).toBeLessThan(3);
		objects.close();
	});

	it('end by folding twenty files, however many are open; the rest lose nothing', async () => {
		const place = join(folder, 'end');
		const { ask, objects } = open(place);
		const logs = () =>
			readdirSync(join(place, 'Counter')).filter((file) => file.endsWith('-wal')).length;
		const names = Array.from({ length: 60 }, (_, at) => `w/p/s${at}`);
		for (const name of names) await ask(name, 'add');
		expect(logs()).toBe(60);
		objects.close();
		expect(logs()).toBe(40);
		const next = open(place);
		for (const name of names) expect(await next.ask(name, 'read')).toBe(1);
		next.objects.close();
	});

	it('see what another process has written, whatever they remember', async () => {
		const place = join(folder, 'shared');
		const [first, second] = [open(place), open(place)];
		for (let n = 0; n < 10; n++) await (n % 2 === 0 ? first : second).ask('a', 'add');
		expect(await first.ask('a', 'read')).toBe(10);
		expect(await second.ask('a', 'read')).toBe(10);
	});

	it('leave no file when they have ended, and begin anew', async () => {
		const place = join(folder, 'ended');
		const { ask } = open(place);
		await ask('a', 'add');
		await ask('b', 'add');
		await ask('a', 'end');
		expect(filesOf(place)).toHaveLength(1);
		expect(await ask('a', 'add')).toBe(1);
	});

	it('keep the file of what has ended while another process uses it, which loses nothing', async () => {
		const place = join(folder, 'in-use');
		const [first, second] = [open(place), open(place)];
		await first.ask('a', 'add');
		await second.ask('a', 'add');
		await first.ask('a', 'end');
		expect(filesOf(place)).toHaveLength(1);
		expect(await second.ask('a', 'make')).toBe(1);
		second.objects.close();
		expect(await first.ask('a', 'read')).toBe(1);
		// Whoever closes it last takes it away.
		await first.ask('a', 'end');
		expect(filesOf(place)).toEqual([]);
	});

	it('have no log on the disk that is longer than a few megabytes, and none when nobody calls them', async () => {
		const place = join(folder, 'logs');
		const { ask, objects } = open(place);
		const log = () => statSync(join(place, 'Counter', `${filesOf(place)[0]}-wal`)).size;
		for (let n = 0; n < 3_000; n++) await ask('a', 'add');
		expect(log()).toBeGreaterThan(4_096);
		expect(log()).toBeLessThan(8_000_000);
		await objects.rest();
		await ask('a', 'add');
		await objects.rest();
		expect(log()).toBeGreaterThan(4_096);
		await objects.rest();
		expect(log()).toBe(0);
		expect(await ask('a', 'add')).toBe(3_002);
	});

	it('undo a call that fails, on disk and in memory', async () => {
		const { ask } = open(join(folder, 'failing'));
		await ask('a', 'add');
		await expect(ask('a', 'fail')).rejects.toThrow('as asked');
		expect(await ask('a', 'read')).toBe(1);
	});

	it('call a caller back', async () => {
		const heard: string[] = [];
		await open(join(folder, 'calling')).ask('a', 'call', {
			back: (text: string) => heard.push(text),
		});
		expect(heard).toEqual(['heard']);
	});

	it('ring once, in one process, when their time has come', async () => {
		const place = join(folder, 'ringing');
		const { ask, ring, objects } = open(place);
		await ask('a', 'wake', 1000);
		expect(await ring(999)).toBe(0);
		const elsewhere: number[] = [];
		const wake = async (name: string) => {
			elsewhere.push(await open(place).ring(1000));
			await objects.ring(name);
		};
		expect(await ring(1000, wake)).toBe(1);
		expect(elsewhere).toEqual([0]);
		expect(await ring(99_000)).toBe(0);
		expect(await ask('a', 'read')).toBe(1);
	});

	it('may set the next alarm while one rings, however far off', async () => {
		const { ask, ring } = open(join(folder, 'next'));
		await ask('a', 'wake', 1000);
		await ask('a', 'next', 9_000_000);
		expect(await ring(1000)).toBe(1);
		expect(await ring(61_000)).toBe(0);
		expect(await ring(9_000_000)).toBe(1);
	});

	it('lose no alarm of many that set the next while they ring, and keep none that has rung', async () => {
		const { ask, ring, database } = open(join(folder, 'many'));
		const kept = (table: string) =>
			database.all<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)[0]?.n;
		for (let n = 0; n < 9; n++) {
			await ask(`o${n}`, 'wake', 1000);
			await ask(`o${n}`, 'next', 2000);
		}
		for (let time = 1000; time <= 3000; time += 1000) {
			expect(await ring(time)).toBe(9);
			for (let n = 0; n < 9; n++) await ask(`o${n}`, 'next', time + 2000);
			expect([kept('alarms'), kept('ringing')]).toEqual([9, 0]);
		}
	});

	it('ring again where the process ended before they had rung', async () => {
		const place = join(folder, 'killed');
		const { ask, ring } = open(place);
		await ask('a', 'wake', 1000);
		void ring(1000, () => new Promise(() => {}));
		const next = open(place);
		expect(await next.ring(60_999)).toBe(0);
		expect(await next.ring(61_000)).toBe(1);
	});

	it('ring no more once the process ends, and in the next what had not rung', async () => {
		const place = join(folder, 'over');
		const { ask, ring, alarms, objects } = open(place);
		for (let n = 0; n < 30; n++) await ask(`o${n}`, 'wake', 1000);
		const wake = async (name: string) => {
			alarms.isOver = true;
			await objects.ring(name);
		};
		expect(await ring(1000, wake)).toBe(1);
		const next = open(place);
		expect(await next.ring(60_999)).toBe(0);
		expect(await next.ring(61_000)).toBe(29);
		for (let n = 0; n < 30; n++) expect(await next.ask(`o${n}`, 'read')).toBe(1);
	});

	it('ring though another never ends, which rings no second time beside itself', async () => {
		const { ask, ring, objects } = open(join(folder, 'endless'));
		for (const name of ['endless', 'other']) await ask(name, 'wake', name === 'other' ? 1000 : 999);
		const rung: string[] = [];
		const wake = async (name: string) => {
			rung.push(name);
			await (name === 'endless' ? new Promise(() => {}) : objects.ring(name));
		};
		await ring(1000, wake);
		await ring(61_000, wake);
		expect(rung).toEqual(['endless', 'other']);
		expect(await ask('other', 'count')).toBe(1);
	});

	it('ring again when what they woke has failed', async () => {
		const { ask, ring, failed } = open(join(folder, 'fails'));
		await ask('a', 'wake', 1000);
		expect(await ring(1000, () => Promise.reject(new Error('no room')))).toBe(1);
		expect(failed.map(String)).toEqual(['Error: no room']);
		expect(await ring(60_999)).toBe(0);
		expect(await ring(61_000)).toBe(1);
		expect(await ring(200_000)).toBe(0);
		expect(await ask('a', 'read')).toBe(1);
	});

	it('leave nothing when they are deleted', async () => {
		const { ask, objects, database } = open(join(folder, 'ending'));
		await ask('a', 'add');
		await ask('a', 'wake', 5);
		await ask('a', 'end');
		objects.close();
		expect(database.all('SELECT * FROM alarms')).toEqual([]);
		expect(await open(join(folder, 'ending')).ask('a', 'read')).toBe(0);
	});

	it('are all those of a deployment', () => {
		const deployed = readFileSync(join(root, 'wrangler.toml'), 'utf8').matchAll(
			/^class_name = "(\w+)"$/gm,
		);
		const here = /const classes = \{ (.+?) \};/.exec(
			readFileSync(join(root, 'src/node.ts'), 'utf8'),
		)?.[1];
		expect(here?.split(', ').sort()).toEqual([...deployed].map(([, name]) => name).sort());
	});
});

it('a full disk and a damaged file are told by their cause and file, as long as they last', async () => {
	const files = new ObjectFiles(join(folder, 'told'), new Database(':memory:'));
	const path = join(folder, 'full.sqlite');
	const full = new Database(path);
	full.all('CREATE TABLE t (x BLOB)');
	full.all('PRAGMA max_page_count = 4');
	const fill = () => full.transaction(() => full.all('INSERT INTO t VALUES (zeroblob(50000))'));
	expect(fill).toThrow(`${path} cannot be written, the disk is full: free some space.`);
	expect(storageTroubles()).toEqual([expect.stringMatching(/^full\.sqlite cannot be written/)]);
	full.all('PRAGMA max_page_count = 4000');
	fill();
	expect(storageTroubles()).toEqual([]);
	full.close();
	files.close(files.open('K', 'another'));
	const [kind] = readdirSync(join(folder, 'told'));
	const damaged = files.open('K', 'one');
	damaged.all('CREATE TABLE t (x)');
	files.close(damaged);
	const [name = ''] = readdirSync(join(folder, 'told', kind ?? ''));
	writeFileSync(join(folder, 'told', 'K', name), 'no database at all'.repeat(100));
	expect(() => files.open('K', 'one')).toThrow(`${name} is damaged`);
	expect(storageTroubles()).toEqual([expect.stringContaining('loadline restore')]);
	// The others open as before.
	files.close(files.open('K', 'another'));
});

it('a new file waits for the disk once its first write is in its log', () => {
	const path = join(folder, 'new.sqlite');
	const database = new Database(path);
	const settings = () =>
		['synchronous', 'wal_autocheckpoint', 'journal_mode', 'secure_delete'].map(
			(name) => Object.values(database.all(`PRAGMA ${name}`)[0] ?? {})[0],
		);
	expect(database.transaction(settings)).toEqual([0, 0, 'wal', 1]);
	// Nor does one wait that was only read.
	expect(settings()).toEqual([0, 0, 'wal', 1]);
	database.transaction(() => database.all('CREATE TABLE t (x)'));
	expect(settings()).toEqual([1, 1000, 'wal', 1]);
	database.close();
	// Whoever opens what is there already, and whoever holds a new one, may ask too.
	const again = new Database(path);
	expect(again.all('PRAGMA synchronous')).toEqual([{ synchronous: 1 }]);
	again.close();
	const held = new Database(`${path}.held`);
	held.holds();
	expect(held.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
	held.close();
});
