// `loadline data export` writes what a server keeps, part by part, or says why it cannot.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createProgram } from '../../../src/adapters/cli';
import { type RunningServer, serveWeb } from '../../upstreams/node-http';

const folder = mkdtempSync(join(tmpdir(), 'loadline-data-'));
let server: RunningServer;
beforeAll(async () => {
	server = await serveWeb(({ url }) => {
		const { searchParams } = new URL(url);
		if (searchParams.get('principal') === 'u-broken' && searchParams.get('after') === '2')
			return Response.json({ error: { message: 'no room' } }, { status: 503 });
		return new Response(
			searchParams.get('after') === '' ? '{"n":1}\n{"next":"2"}\n' : '{"n":2}\n{"n":3}\n',
		);
	});
});
afterAll(async () => {
	await server.close();
	rmSync(folder, { recursive: true });
});

const exported = async (...args: string[]): Promise<string> => {
	const said = vi.spyOn(console, 'error').mockImplementation(() => {});
	const before = process.exitCode;
	await createProgram(() => Promise.reject(new Error('nothing is opened')), []).parseAsync(
		['data', 'export', '--url', server.origin, ...args],
		{ from: 'user' },
	);
	const code = process.exitCode === before ? 0 : process.exitCode;
	process.exitCode = before;
	const text = said.mock.calls.flat().join('\n');
	said.mockRestore();
	return `${code} ${text}`;
};

it('writes all parts into a file', async () => {
	const out = join(folder, 'all.ndjson');
	expect(await exported('--out', out)).toBe('0 ');
	expect(readFileSync(out, 'utf8')).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
});

it('says that a file cannot be written, and that there was no further part', async () => {
	const nowhere = join(folder, 'no', 'such', 'folder');
	expect(await exported('--out', nowhere)).toMatch(/^1 loadline data: ENOENT: .*no such file/);
	const out = join(folder, 'half.ndjson');
	expect(await exported('--out', out, '--user', 'u-broken')).toMatch(/answered 503: no room$/);
});
