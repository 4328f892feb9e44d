// The SQLite store keeps the contract, carries the whole hub, and survives its process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryHubBodies } from '../../../src/adapters/local/memory-hub-bodies';
import { createMemoryHubStore } from '../../../src/adapters/local/memory-hub-store';
import { createSqliteMemoryStore } from '../../../src/adapters/sqlite/memory-store';
import { memoryStoreContract } from '../../memory/store-contract';
import { API, CODING, openWorkspace, STYLE } from '../../memory/workspace';
import { openSql } from './open';

memoryStoreContract('sqlite', () => createSqliteMemoryStore(openSql()));

const folder = {
	'rules/style.md': STYLE,
	'workflow/coding.md': CODING,
	'context/specs/api.md': API,
	'context/notes.md': '# Notes\n\nCommit messages are written in the imperative.\n',
};

it('ranks as the store in memory does', async () => {
	const answers = [createMemoryHubStore(), createSqliteMemoryStore(openSql())].map(
		async (store) => {
			const workspace = openWorkspace('ws-test', store);
			await workspace.push(folder);
			const agent = await workspace.agent();
			return Promise.all(
				['commit message', 'naming of code', 'json', 'style', 'no such thing'].flatMap((query) => [
					agent('memdisc', { query }),
					agent('memactivate', { query }),
				]),
			);
		},
	);
	const [inMemory, inSqlite] = await Promise.all(answers);
	expect(inSqlite).toEqual(inMemory);
});

it('keeps what was acknowledged when its process ends without a word', async () => {
	const directory = mkdtempSync(join(tmpdir(), 'memory-'));
	try {
		const file = join(directory, 'workspace.sqlite');
		const bodies = createMemoryHubBodies();
		const before = openWorkspace('ws-test', createSqliteMemoryStore(openSql(file)), bodies);
		await before.push(folder);
		const agent = await before.agent();
		const created = await agent('artifact', {
			resource: 'rule',
			op: { create: { path: 'kept.md', body: '## K\n\n- kept\n' } },
		});
		const { items } = await before.hub.attestations();

		const after = openWorkspace('ws-test', createSqliteMemoryStore(openSql(file)), bodies);
		expect((await after.hub.attestations()).items).toEqual(items);
		const id = String(created.structured.id);
		const again = await after.agent();
		const loaded = await again('memload', { ids: [id], knownHashes: { [id]: '' } });
		expect(loaded.structured).toMatchObject({ items: [{ constraints: [{ id: 'K/1' }] }] });
	} finally {
		rmSync(directory, { recursive: true });
	}
});
