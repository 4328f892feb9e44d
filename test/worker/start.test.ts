import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { root } from './bundle';
import { postRaw } from './raw-calls';
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
		let said = '';
		first.stdout?.on('data', (text) => {
			said += text;
		});
		// Until then nobody else has asked.
		await vi.waitFor(() => expect(said).toContain('Health '), { timeout: 60_000 });
		expect(said).not.toContain('"event":"refused"');
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

	it('says what is wrong with a place of its state that is no folder', async () => {
		const file = join(storage, 'no-folder');
		writeFileSync(file, '');
		const child = start('--port', String(await freePort()), '--persist-to', file);
		let said = '';
		child.stderr?.on('data', (text) => {
			said += text;
		});
		const [code] = await once(child, 'close');
		expect([code, said]).toEqual([1, expect.stringContaining(`${file} cannot hold the state (`)]);
		expect(said).not.toMatch(/^\s+at /m);
	});

	it('has written what it answered when it is told to stop, and what it began ends with it, killed too', async () => {
		const folder = join(storage, 'ended');
		const port = String(await freePort());
		const url = `http://localhost:${port}`;
		const begin = async () => {
			const options = ['scripts/start.mjs', '--port', port, '--persist-to', folder];
			const child = spawn(process.execPath, options, {
				cwd: root,
				detached: true,
				stdio: 'ignore',
			});
			started.push(child);
			await answered(`${url}/health`);
			return child;
		};
		const first = await begin();
		const at = (path: string, init?: RequestInit) => fetch(new URL(path, url), init);
		const place = { url, fetch: at, logs: [], stop: async () => {} };
		await at('/api/config', { method: 'PUT', body: 'demo: true' });
		await postRaw(place, 'tools/call', '"name":"demo__get_booking","arguments":{"id":"bk_0001"}');
		first.kill('SIGTERM');
		await once(first, 'exit');

		const second = await begin();
		const calls = async () => (await at('/api/telemetry/requests')).json();
		const found = { requests: [expect.objectContaining({ endpoint: 'demo__get_booking' })] };
		await vi.waitFor(async () => expect(await calls()).toEqual(found), { timeout: 8_000 });

		const below = (pid: number): number[] => {
			const all = String(execFileSync('ps', ['-eo', 'pid=,ppid=']))
				.trim()
				.split('\n');
			const own = all.map((line) => line.trim().split(/\s+/).map(Number));
			return own.flatMap(([child = 0, parent]) => (parent === pid ? [child, ...below(child)] : []));
		};
		const begun = below(second.pid ?? 0);
		expect(begun.length).toBeGreaterThan(2);
		second.kill('SIGKILL');
		const isThere = (pid: number) => {
			try {
				return process.kill(pid, 0);
			} catch {
				return false;
			}
		};
		await vi.waitFor(() => expect(begun.filter(isThere)).toEqual([]), { timeout: 15_000 });
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
