// `loadline wrap` where things go wrong: what is secret stays so, and nothing is left behind.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { serveStdio } from '../../../src/adapters/node/stdio-client';
import { StdioServer } from '../../../src/adapters/node/stdio-server';
import { commandLine } from '../../program';

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-rough-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const LIST = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n';
const SLOW = { timeout: 12_000, interval: 50 };
const isAlive = (pid: number): boolean => {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
};

it('says no value that --env gave, whatever its name, nor half of one', async () => {
	const given = ['GITHUB_PAT=zxcvbnm12345678', 'APP_PHRASE=correct-horse-battery', 'INHERITED'];
	const options = given.flatMap((each) => ['--env', each]);
	const script =
		'printf "noise \\033[31m$INHERITED\\n"; echo "$APP_PHRASE $GITHUB_PAT $INHERITED" >&2; printf "%0366d\\n" 0 >&2; exit 4';
	const words = ['wrap', '--state', join(folder, 'env'), ...options, '--', 'sh', '-c', script];
	const env = { INHERITED: 'qwertyuiop987654' };
	const { out, err } = await commandLine(words, { input: LIST, env });
	expect(out).toContain('ended with code 4; it said last: ');
	expect(out).not.toMatch(/zxcvbnm|345678|correct-horse|battery|qwertyuiop|987654/);
	const own = err.split('\n').filter((line) => line.startsWith('loadline: '));
	expect(own).toContain('loadline: noise  [31m[redacted]');
	expect(own.join()).not.toMatch(/345678|987654/);
});

it('hears the last line of a server that ends with it, without a line end', async () => {
	const script = `process.stdin.once('data', () => {
		require('fs').writeSync(1, '{"jsonrpc":"2.0","id":1,"result":"' + 'x'.repeat(9e6) + '"}');
		process.exit(0);
	})`;
	const server = new StdioServer({
		...{ command: process.execPath, args: ['-e', script], env: process.env },
	});
	const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
	const answer = await server.fetch('http://server.test/', { method: 'POST', body });
	expect(await answer.text()).toHaveLength(
		9_000_000 + 'data: {"jsonrpc":"2.0","id":1,"result":""}\n\n'.length,
	);
	await server.close();
});

it.runIf(process.platform !== 'win32')(
	'ends what a server that has ended leaves behind, deaf as it is',
	async () => {
		const file = join(folder, 'left');
		writeFileSync(file, '');
		const script = `trap '' TERM; sleep 60 & echo $! > "$0"; exit 3`;
		const server = new StdioServer({
			...{ command: 'sh', args: ['-c', script, file], env: process.env },
		});
		await server.start();
		const pidOf = () => Number(readFileSync(file, 'utf8') || Number.NaN);
		await expect.poll(pidOf, SLOW).toBeGreaterThan(0);
		await expect.poll(() => server.isRunning, SLOW).toBe(false);
		expect(isAlive(pidOf())).toBe(true);
		await expect.poll(() => isAlive(pidOf()), SLOW).toBe(false);
	},
	20_000,
);

it.runIf(process.platform === 'linux')(
	'has the guard there before the server',
	async () => {
		const state = join(folder, 'guard');
		const words = ['wrap', '--state', state, '--', 'sh', '-c', 'sleep 60; true'];
		const wrap = spawn(process.execPath, [inject('command'), ...words], { stdio: 'pipe' });
		const children = () =>
			execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(wrap.pid)], { encoding: 'utf8' })
				.trim()
				.split('\n');
		try {
			await expect.poll(() => children().length, SLOW).toBe(2);
			const [first, second] = children().sort(
				(a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
			);
			expect([first, second]).toEqual([
				expect.stringContaining('read group'),
				expect.stringContaining('sleep 60'),
			]);
		} finally {
			wrap.kill();
		}
	},
	20_000,
);

it('ends in order where the client reads no more', async () => {
	const script =
		"process.stdin.on('end', () => { console.error('told to end'); process.exit() }).resume()";
	const words = ['wrap', '--state', join(folder, 'pipe'), '--', process.execPath, '-e', script];
	const wrap = spawn(process.execPath, [inject('command'), ...words]);
	let err = '';
	wrap.stderr.on('data', (text) => {
		err += text;
	});
	wrap.stdout.destroy();
	wrap.stdin.write('no message\n');
	const code = await new Promise((resolve) => wrap.once('close', resolve));
	expect({ code, err }).toEqual({ code: 0, err: 'told to end\n' });
});

it('answers lines that are no message as the endpoint answers bodies', async () => {
	let said = '';
	const output = new Writable({
		write(chunk, _encoding, done) {
			said += chunk;
			done();
		},
	});
	const lines = [
		'{"jsonrpc":"2.0",',
		'[]',
		'5',
		'{"jsonrpc":"2.0","id":{},"method":"ping"}',
		'{"id":7}',
	];
	const answer = '{"jsonrpc":"2.0","id":7,"result":{}}';
	await serveStdio({
		...{ input: Readable.from([Buffer.from([...lines, answer].join('\n'))]), output },
		url: 'http://localhost/mcp',
		fetch: async () =>
			Response.json({ error: { code: -32_600, message: 'Invalid' }, id: null }, { status: 400 }),
	});
	const answers = said
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
	expect(answers.map(({ id, error }) => [id, error.code])).toEqual([
		[null, -32_700],
		[null, -32_600],
		[null, -32_600],
		[null, -32_600],
		[7, -32_600],
	]);
	expect(answers[0].error.message).toContain('column 18');
});

it('names the folder of a command that is not there', async () => {
	const words = [
		'wrap',
		'--state',
		join(folder, 'cwd'),
		'--cwd',
		'/not/there',
		'--',
		process.execPath,
	];
	const { status, err } = await commandLine(words);
	expect(status).toBe(1);
	expect(err).toContain('could not be started: there is no folder /not/there');
});

it.runIf(process.platform === 'linux')(
	'ends nothing of others after a command that could not be started',
	async () => {
		const env = { ...process.env, LOADLINE_SERVER: 'of another Loadline' };
		const other = spawn('sleep', ['60'], { env });
		const state = join(folder, 'none');
		await commandLine(['wrap', '--state', state, '--', '/not/there/server'], { input: LIST });
		// Longer than a guard takes until its first signal.
		await new Promise((resolve) => setTimeout(resolve, 3_500));
		expect([other.exitCode, other.signalCode]).toEqual([null, null]);
		other.kill();
	},
	30_000,
);

it.runIf(process.platform === 'linux')(
	'ends what a server has started in a session of its own, however this process ends',
	async () => {
		const file = join(folder, 'apart');
		const script = `setsid sh -c 'echo $$ > ${file}; exec sleep 120' & exec sleep 120`;
		const state = join(folder, 'apart-state');
		const words = ['wrap', '--state', state, '--', 'sh', '-c', script];
		const wrap = spawn(process.execPath, [inject('command'), ...words], { stdio: 'pipe' });
		const pidOf = () => {
			try {
				return Number(readFileSync(file, 'utf8') || Number.NaN);
			} catch {
				return Number.NaN;
			}
		};
		await expect.poll(pidOf, SLOW).toBeGreaterThan(0);
		expect(isAlive(pidOf())).toBe(true);
		wrap.kill('SIGKILL');
		await expect.poll(() => isAlive(pidOf()), SLOW).toBe(false);
	},
	30_000,
);

it('passes words of a server on without what a terminal would obey', async () => {
	const script = String.raw`printf '\033]0;title\007one\033[2J\r\ntwo\tand\b three\0\x9b31m' >&2; exit 3`;
	const words = ['wrap', '--state', join(folder, 'raw'), '--', 'bash', '-c', script];
	const { err } = await commandLine(words, { input: LIST });
	expect(err).toContain('one\n');
	expect(err).toContain('two and  three');
	expect(err.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
