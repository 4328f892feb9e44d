import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { root } from './bundle';
import { startLoadline } from './serve';

const storage = mkdtempSync(join(tmpdir(), 'loadline-start-'));
const started: ChildProcess[] = [];

const start = (...options: string[]): ChildProcess => {
	const child = spawn('npm', ['start', '--', ...options], {
		cwd: root,
		// A group of its own, as a terminal gives it.
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	started.push(child);
	return child;
};

afterEach(() => {
	for (const { pid, exitCode, signalCode } of started.splice(0)) {
		const runs = exitCode === null && signalCode === null;
		if (pid !== undefined && runs) process.kill(-pid, 'SIGKILL');
	}
});
afterAll(() => rmSync(storage, { recursive: true, force: true }));

/** Returns the status that a page of a browser would get, whose headers `fetch` does not let anybody set. */
const statusOf = (port: string, headers: Record<string, string>): Promise<number | undefined> =>
	new Promise((resolve, reject) => {
		get({ host: '127.0.0.1', port, path: '/api/memory/export', headers }, (response) => {
			response.resume();
			resolve(response.statusCode);
		}).on('error', reject);
	});

describe('npm start', () => {
	it('serves in development mode on the port it is given, keeps its state, and stops when told', async () => {
		const port = String(await freePort());
		const options = ['--port', port, '--persist-to', storage];
		const first = start(...options);
		expect(await answered(`http://localhost:${port}/health`)).toMatchObject({ status: 'ok' });
		const put = await fetch(`http://localhost:${port}/api/config`, {
			method: 'PUT',
			body: 'chunkSize: 77',
		});
		expect(put.status).toBe(200);
		// No trace of every call, which nobody ever deletes.
		expect(readdirSync(join(storage, 'v3'))).not.toContain('observability');

		// Nothing of the local runtime opens the storage, and no header makes a rebound page one of ours.
		const explorer = await fetch(
			`http://127.0.0.1:${port}/cdn-cgi/explorer/api/storage/kv/namespaces`,
		);
		expect([explorer.status, await explorer.text()]).toEqual([
			404,
			expect.not.stringContaining('LOADLINE_KV'),
		]);
		const path = `http://localhost:${port}/api/memory/export`;
		const page = {
			host: `evil.example:${port}`,
			'sec-fetch-site': 'same-origin',
			'sec-fetch-dest': 'empty',
		};
		for (const headers of [
			page,
			{ ...page, 'mf-original-url': path },
			{ host: page.host, 'mf-original-url': path, 'user-agent': 'Mozilla/5.0 (X11)' },
			{ ...page, 'mf-original-url': path, referer: `http://evil.example:${port}/` },
			{ ...page, 'mf-original-url': path, 'mf-sec-fetch-mode': 'navigate' },
			{ host: page.host, 'mf-original-url': path, 'user-agent': 'curl/8' },
		])
			expect([headers, await statusOf(port, headers)]).toEqual([headers, 403]);
		const ours = { ...page, host: `localhost:${port}`, referer: `http://localhost:${port}/` };
		expect([await statusOf(port, ours), await statusOf(port, { 'user-agent': 'curl/8' })]).toEqual([
			200, 200,
		]);

		process.kill(-(first.pid ?? 0), 'SIGINT');
		await once(first, 'exit');
		await expect(fetch(`http://localhost:${port}/health`)).rejects.toThrow();

		const again = await startLoadline({ persistTo: storage });
		const kept = await again.fetch('/api/config').then((answer) => answer.json());
		await again.stop();
		expect(kept).toMatchObject({ config: { chunkSize: 77 } });
	});

	it('says so when the port is taken', async () => {
		const server = createServer().listen(0, 'localhost');
		await once(server, 'listening');
		const { port } = server.address() as { port: number };
		const child = start('--port', String(port));
		let said = '';
		child.stderr?.on('data', (text) => {
			said += text;
		});
		expect(await once(child, 'close')).toEqual([1, null]);
		expect(said).toContain(`Port ${port} is in use. Choose another: npm start -- --port`);
		server.close();
	});
});

async function answered(url: string): Promise<unknown> {
	for (;;) {
		try {
			const response = await fetch(url);
			if (response.ok) return await response.json();
		} catch {
			// Not listening yet: the test's own time limit ends this.
		}
		await new Promise((resume) => setTimeout(resume, 100));
	}
}
