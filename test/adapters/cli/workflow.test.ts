import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE } from '../../workflow/sample';
import { inProcess } from './in-process';

let folder = '';
let good = '';
let bad = '';
let server: Server;
let url = '';
const seen: { method: string; path: string; token: string | undefined; body: string }[] = [];

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	let text = '';
	for await (const part of request) text += String(part);
	return text;
};

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-workflow-'));
	good = join(folder, 'good.yaml');
	bad = join(folder, 'bad.yaml');
	writeFileSync(good, SAMPLE);
	writeFileSync(bad, SAMPLE.replace('agent: coder', 'agent: ghost'));
	server = createServer(async (request, response) => {
		const { method = '', url: path = '', headers } = request;
		seen.push({ method, path, token: headers.authorization, body: await bodyOf(request) });
		response.setHeader('content-type', 'application/json');
		if (method === 'PUT')
			response.end(
				JSON.stringify({ name: 'sample', version: 3, outcome: 'updated', warnings: [] }),
			);
		else if (path === '/api/workflows')
			response.end(
				JSON.stringify({
					workflows: [
						{ name: 'sample', description: 'd', steps: 4, version: 3, source: 'workspace' },
					],
				}),
			);
		else if (path === '/api/workflows/sample') response.end(JSON.stringify({ yaml: SAMPLE }));
		else {
			response.statusCode = 404;
			response.end(JSON.stringify({ error: { code: 'not_found', message: 'no such workflow' } }));
		}
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.close();
	rmSync(folder, { recursive: true, force: true });
});

const loadline = (...args: string[]) =>
	inProcess(['workflow', ...args], { env: { LOADLINE_TOKEN: 'secret' } });

describe('loadline workflow', () => {
	it('validates files and names file, line and column of each problem', async () => {
		const { status, out, err } = await loadline('validate', bad, good, join(folder, 'none.yaml'));
		expect(status).toBe(1);
		expect(out).toBe(`${good}: sample, 4 steps, valid\n`);
		expect(err.split('\n')).toEqual([
			`${bad}: error: line 8, column 14: Loop 'work' step 'build' references unknown agent 'ghost' (reference)`,
			expect.stringContaining('none.yaml: no such file'),
			'',
		]);
	});

	it('pushes a valid definition with the token, and an invalid one not at all', async () => {
		expect(await loadline('push', good, '--url', `${url}/`)).toMatchObject({
			status: 0,
			out: expect.stringContaining('sample: version 3 updated'),
		});
		expect(seen.at(-1)).toEqual({
			method: 'PUT',
			path: '/api/workflows/sample',
			token: 'Bearer secret',
			body: SAMPLE,
		});
		const before = seen.length;
		expect((await loadline('push', bad, '--url', url)).status).toBe(1);
		expect(seen).toHaveLength(before);
	});

	it('lists and shows, and says what the server says', async () => {
		expect((await loadline('list', '--url', url)).out).toBe(
			'NAME    VERSION  SOURCE     STEPS  DESCRIPTION\nsample  3        workspace      4  d\n',
		);
		expect((await loadline('show', 'sample', '--url', url)).out).toBe(SAMPLE);
		expect(await loadline('show', 'other', '--url', url)).toMatchObject({
			status: 1,
			err: `loadline workflow: ${url} answered 404: no such workflow\n`,
		});
		expect((await loadline('list', '--url', 'http://127.0.0.1:1')).err).toContain('no answer from');
	});
});
