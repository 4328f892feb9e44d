// A server that ends while it starts, asked by a session from before; one that does not end, and what began it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { StdioServer } from '../../../src/adapters/node/stdio-server';

const server = new StdioServer({
	command: process.execPath,
	args: ['-e', "process.stdin.once('data', () => process.exit(4))"],
	env: process.env,
});
afterAll(() => server.close());

const ask = (method: string, headers: Record<string, string> = {}) =>
	server.fetch('http://server.test/', {
		...{ method: 'POST', headers },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
	});
const before = { 'mcp-session-id': 'stdio-0-1' };

it('says that a session is lost while a new process can be begun, and else why none can', async () => {
	await expect(ask('initialize')).rejects.toThrow('ended with code 4');
	expect((await ask('resources/list', before)).status).toBe(404);
	await expect(ask('initialize')).rejects.toThrow('ended with code 4');
	await expect(ask('resources/list', before)).rejects.toThrow(
		/ended with code 4.* It is begun again in 1 s/,
	);
	expect((await server.fetch('http://server.test/', { headers: before })).status).toBe(404);
});

it('takes a server that says nothing to what it does not know for one of the older revision', async () => {
	const script = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
		const { id, method } = JSON.parse(line);
		if (method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { serverInfo: {} } }));
	})`;
	const silent = new StdioServer({
		...{ command: process.execPath, args: ['-e', script], env: process.env },
	});
	const say = async (method: string) => {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} });
		return (await silent.fetch('http://server.test/', { method: 'POST', body })).json();
	};
	try {
		expect(await say('server/discover')).toMatchObject({ id: 1, error: { code: -32_601 } });
		expect(await say('initialize')).toMatchObject({ id: 1, result: { serverInfo: {} } });
		// Nobody waits for it any more.
		expect(silent.isUsed).toBe(false);
	} finally {
		await silent.close();
	}
}, 20_000);

/** A launcher, as npx is one, whose child hears neither the end of its input nor SIGTERM. */
const deaf = (folder: string) => [
	...['-c', '"$0" -e "$1" "$2"; true', process.execPath],
	"require('fs').writeFileSync(process.argv[1], String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)",
	join(folder, 'pid'),
];

const isAlive = (pid: number): boolean => {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
};

const SLOW = { timeout: 12_000, interval: 50 };

it.runIf(process.platform !== 'win32').each(['close', 'SIGKILL'])(
	'ends what a launcher has started, too: %s',
	async (way) => {
		const folder = mkdtempSync(join(tmpdir(), 'loadline-deaf-'));
		const pidOf = () => Number(readFileSync(join(folder, 'pid'), 'utf8') || Number.NaN);
		try {
			const command = { command: 'sh', args: deaf(folder), env: process.env };
			const started = way === 'close' ? new StdioServer(command) : undefined;
			await started?.start();
			const words = ['wrap', '--state', folder, '--', command.command, ...command.args];
			const wrap = started ?? spawn(process.execPath, [inject('command'), ...words]);
			await expect.poll(pidOf, SLOW).toBeGreaterThan(0);
			const pid = pidOf();
			expect(isAlive(pid)).toBe(true);
			if (wrap instanceof StdioServer) await wrap.close();
			else wrap.kill('SIGKILL');
			await expect.poll(() => isAlive(pid), SLOW).toBe(false);
		} finally {
			rmSync(folder, { recursive: true });
		}
	},
	20_000,
);
