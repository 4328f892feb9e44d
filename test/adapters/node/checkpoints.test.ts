import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
