// The SQLite store keeps the contract, carries the whole hub, and survives its process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../src/memory/storage/memory-store';
import { openSql } from '../adapters/sqlite/open';
import { openBodies } from './draft-bodies';
import { memoryStoreContract } from './store-contract';
import { API, CODING, openWorkspace, STYLE } from './workspace';

memoryStoreContract('sqlite', () => createMemoryStore(openSql()));

const folder = {
	'rules/style.md': STYLE,
	'workflow/coding.md': CODING,
	'context/specs/api.md': API,
	'context/notes.md': '# Notes\n\nCommit messages are written in the imperative.\n',
};

it('keeps what was acknowledged when its process ends without a word', async () => {
	const directory = mkdtempSync(join(tmpdir(), 'memory-'));
	try {
		const file = join(directory, 'workspace.sqlite');
		const bodies = openBodies();
		const before = openWorkspace('ws-test', createMemoryStore(openSql(file)), bodies);
		await before.push(folder);
		const agent = await before.agent();
		const created = await agent('artifact', {
			resource: 'rule',
			op: { create: { path: 'kept.md', body: '## K\n\n- kept\n' } },
		});
		const { items } = await before.hub.attestations();

		const after = openWorkspace('ws-test', createMemoryStore(openSql(file)), bodies);
		expect((await after.hub.attestations()).items).toEqual(items);
		const id = String(created.structured.id);
		const again = await after.agent();
		const loaded = await again('memload', { ids: [id], knownHashes: { [id]: '' } });
		expect(loaded.structured).toMatchObject({ items: [{ constraints: [{ id: 'K/1' }] }] });
	} finally {
		rmSync(directory, { recursive: true });
	}
});

it('writes a row for whatever one step notes, and lets old evidence go while its counts stay', () => {
	const sql = openSql();
	const rows = () => sql.all('SELECT 1 FROM memory_evidence').length;
	const note = (at: number) => {
		const store = createMemoryStore(sql);
		store.transaction(() => {
			for (let n = 0; n < 20; n++) {
				store.attest({ at, event: 'load', principal: 'ada', session: 's', objectId: `p-${n}` });
				store.tally(`p-${n}`, 'load', 'sha256:1', at);
			}
		});
		return store;
	};
	note(10);
	expect(rows()).toBe(1);
	note(20);
	const store = note(30);
	expect(store.tallies()).toHaveLength(20);
	store.forgetBefore({ evidence: 25, bindings: 0 });
	expect(store.attestations({ order: 'oldest', limit: 100 }).map(({ seq }) => seq)[0]).toBe(41);
	for (const known of [store, createMemoryStore(sql)])
		expect(known.tallies()[0]).toMatchObject({ objectId: 'p-0', count: 3, lastAt: 30 });
});
