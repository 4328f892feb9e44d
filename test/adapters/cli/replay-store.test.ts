import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { filePayloadStore } from '../../../src/adapters/cli/replay';
import { createContextStore, payloadText } from '../../../src/replay/build';
import { payloadStoreContract } from '../../replay/payload-store-contract';
import { built, run } from '../../replay/payloads';

const folder = mkdtempSync(join(tmpdir(), 'loadline-replay-store-'));
let opened = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

payloadStoreContract('files', async () => filePayloadStore(join(folder, `${opened++}`, 'deep')));

const contexts = (storeDir: string) => createContextStore(filePayloadStore(storeDir));

describe('saveContext and loadContext with a folder', () => {
	it('keep a file per task and leave nothing else behind', async () => {
		const storeDir = join(folder, 'kept');
		const payload = built(run(['a']));
		expect(await contexts(storeDir).saveContext(run(['a']))).toMatchObject({ ok: true });
		expect(readdirSync(storeDir)).toEqual(['a_task.json']);
		expect(readFileSync(join(storeDir, 'a_task.json'), 'utf8')).toBe(payloadText(payload));
		expect(await contexts(storeDir).loadContext('a_task')).toEqual({ ok: true, value: payload });
	});

	it('leave nothing behind of a task whose name no file can have', async () => {
		const storeDir = join(folder, 'long');
		const saved = contexts(storeDir).saveContext({ task: '日'.repeat(128) });
		await expect(saved).rejects.toThrow('ENAMETOOLONG');
		expect(readdirSync(storeDir)).toEqual([]);
	});

	it('name no file outside of the folder', async () => {
		const store = filePayloadStore(folder);
		await expect(store.put('../out', 'x')).rejects.toThrow('task_id is "../out"');
		await expect(store.get('a/b')).rejects.toThrow('task_id is "a/b"');
	});
});
