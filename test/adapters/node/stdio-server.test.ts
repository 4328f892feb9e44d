// A server that ends while it starts, asked by a session from before.
import { afterAll, expect, it } from 'vitest';
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
