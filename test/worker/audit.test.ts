// The audit log after somebody with the deployment's files has altered it behind its back, on both runtimes.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, it } from 'vitest';
import { share } from '../fuzz-runs';
import { startNode } from './node';
import { startWorkerd } from './workerd';

const VARS = { LOADLINE_DEV: '1', LOADLINE_SECRET: '0123456789abcdef0123456789abcdef' };
const RUNTIMES = {
	workerd: (persistTo: string) => startWorkerd(inject('bundle'), { vars: VARS, persistTo }),
	serve: (persistTo: string) => startNode({ vars: VARS, persistTo }),
};

/** The database with an audit log in a folder. */
function logIn(folder: string): DatabaseSync {
	for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		if (!file.endsWith('.sqlite')) continue;
		const database = new DatabaseSync(join(folder, file));
		const tables = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit_log'").all();
		if (tables.length > 0 && database.prepare('SELECT 1 FROM audit_log').all().length > 2)
			return database;
		database.close();
	}
	throw new Error('there is no audit log');
}

/** Statements, and the entry that then is not what was written; the earliest is named. */
const ALTERED: readonly (readonly [string, number])[] = [
	["UPDATE audit_log SET name = 'somebody else' WHERE n = 4", 4],
	['DELETE FROM audit_log WHERE n = 2', 3],
];

it.each(share(Object.keys(RUNTIMES) as (keyof typeof RUNTIMES)[], 2, 1))(
	'altered in its file shows it on %s',
	async (runtime) => {
		const folder = mkdtempSync(join(tmpdir(), 'loadline-audit-'));
		const asked = async (path: string, init?: RequestInit) => {
			const answer = await fetch(new URL(path, server.url), init);
			return (await answer.json()) as Record<string, unknown>;
		};
		let server = await RUNTIMES[runtime](folder);
		try {
			for (const chunkSize of [50, 60, 70, 80, 90]) {
				const headers = { 'content-type': 'application/json' };
				await asked('/api/config', { method: 'PUT', headers, body: JSON.stringify({ chunkSize }) });
			}
			expect(await asked('/api/audit/verify')).toMatchObject({ ok: true, entries: 5 });
			for (const [statement, brokenAt] of ALTERED) {
				await server.stop();
				const database = logIn(folder);
				database.exec(statement);
				database.close();
				server = await RUNTIMES[runtime](folder);
				const found = await asked('/api/audit/verify');
				expect(found).toMatchObject({ ok: false, brokenAt });
			}
		} finally {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		}
	},
);
