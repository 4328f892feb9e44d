import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageFile from '../../package.json';
import { type Loadline, startLoadline } from './serve';

describe('a Worker in development mode', () => {
	let loadline: Loadline;
	beforeAll(async () => {
		loadline = await startLoadline();
	});
	afterAll(() => loadline.stop());

	it('answers /health with its state, version and upstreams', async () => {
		const response = await loadline.fetch('/health');
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({
			status: 'ok',
			version: packageFile.version,
			upstreams: [{ name: 'demo' }],
		});
	});

	it.each(['/health', '/api/config', '/mcp'])(
		'refuses a host that is not loopback on %s',
		async (path) => {
			// A page on another site that resolves to this machine sends its own name.
			expect(await statusWithHost(loadline.url + path, 'example.com')).toBe(403);
		},
	);
});

describe('the log', () => {
	it('says that the config was replaced, and nothing of what is in it', async () => {
		const headers = { authorization: 'Bearer very-secret' };
		const upstreams = [{ name: 'other', url: 'https://mcp.example.com/mcp', headers }];
		const loadline = await startLoadline({ config: { upstreams } });
		try {
			expect(loadline.logs.map((line) => JSON.parse(line))).toContainEqual(
				expect.objectContaining({ event: 'config_replaced', workspace: 'ws-local' }),
			);
			expect(loadline.logs.join()).not.toContain('very-secret');
		} finally {
			await loadline.stop();
		}
	});
});

describe('a Worker without authentication configured', () => {
	let loadline: Loadline;
	beforeAll(async () => {
		loadline = await startLoadline({ dev: false });
	});
	afterAll(() => loadline.stop());

	it('answers /health with state and version alone', async () => {
		const response = await loadline.fetch('/health');
		expect(await response.json()).toEqual({ status: 'ok', version: packageFile.version });
	});

	it.each([
		'/',
		'/overview',
		'/config',
		'/people',
		'/memory',
		'/runs',
		'/upstreams',
		'/sessions/a',
	])('shows the way in, in the place of %s', async (path) => {
		const response = await loadline.fetch(path);
		expect(new URL(response.url).pathname).toMatch(/^\/(?:sign-in|claim)$/);
		expect(await response.text()).not.toContain('<table');
	});

	it('gives no table to anybody', async () => {
		expect((await loadline.fetch('/overview.csv')).status).toBe(503);
	});

	it.each(['/mcp', '/mcp/demo', '/api/config'])(
		'answers 503 on %s and says what to set',
		async (path) => {
			const response = await loadline.fetch(path);
			expect(response.status).toBe(503);
			expect(await response.text()).toContain('LOADLINE_TOKENS');
		},
	);
});

/** fetch would not let a Host header through. */
function statusWithHost(url: string, host: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		get(url, { headers: { host } }, (response) => {
			response.resume();
			resolve(response.statusCode);
		}).on('error', reject);
	});
}
