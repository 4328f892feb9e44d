// `loadline memory` on a folder that is gone after the file, against a workspace in this process.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openWorkspace } from '../../memory/workspace';
import { inProcess } from './in-process';
import { memoryServer } from './memory-server';

const TOKEN = 'secret';

export function memoryFolder() {
	const workspace = openWorkspace('ws-one');
	const folder = mkdtempSync(join(tmpdir(), 'loadline-memory-'));
	let server: Awaited<ReturnType<typeof memoryServer>>;

	beforeAll(async () => {
		server = await memoryServer(workspace, TOKEN);
	});
	afterAll(() => {
		server.close();
		rmSync(folder, { recursive: true, force: true });
	});

	return {
		workspace,
		folder,
		loadline: (...args: string[]) =>
			inProcess(['memory', ...args], {
				env: { LOADLINE_TOKEN: TOKEN, LOADLINE_URL: server.url },
			}),
		/** Everything published is withdrawn. */
		empty: async () => {
			for (const { id, hash } of await workspace.hub.listObjects())
				await workspace.hub.applySync({ by: 'boss', files: [], withdraw: [{ id, hash }] });
		},
	};
}

export function writeIn(folder: string, file: string, content: string | Uint8Array): void {
	mkdirSync(join(folder, file, '..'), { recursive: true });
	writeFileSync(join(folder, file), content);
}
