// `loadline analyze` before the servers that a client names: a process, an endpoint, and one that wants a login.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWhole } from '../../fuzz-runs';
import { commandLine } from '../../program';
import { type RunningServer, serveWeb } from '../../upstreams/node-http';

let home: string;
let far: RunningServer;
let closed: RunningServer;

const NEAR = `
import { createInterface } from 'node:readline';
const answers = {
	initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'near', version: '1' } }),
	'tools/list': () => ({ tools: [{ name: 'near', description: 'Of this machine', inputSchema: { type: 'object' } }] }),
};
for await (const line of createInterface({ input: process.stdin })) {
	const { id, method, params } = JSON.parse(line);
	if (answers[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }));
	else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
}
`;

/** An endpoint that answers whom a header names. */
const rows = () => {
	const server = new McpServer({ name: 'rows', version: '1' });
	const items = Array.from({ length: 400 }, (_, id) => ({ id, note: 'x '.repeat(60) }));
	server.registerTool('rows', { annotations: { readOnlyHint: true } }, async () => ({
		content: [{ type: 'text', text: JSON.stringify(items) }],
	}));
	server.registerTool('picture', { annotations: { readOnlyHint: true } }, async () => ({
		content: [
			{ type: 'text', text: 'Here it is' },
			{ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo'.repeat(400) },
		],
	}));
	return server;
};

beforeAll(async () => {
	home = mkdtempSync(join(tmpdir(), 'loadline-analyze-'));
	far = await serveWeb(async (request) =>
		request.headers.get('x-key') === 'of ours'
			? createMcpHandler(rows, { legacy: 'stateless' }).fetch(request)
			: new Response(null, { status: 403 }),
	);
	closed = await serveWeb(async () => new Response(null, { status: 401 }));
	mkdirSync(join(home, '.cursor'));
	writeFileSync(join(home, 'near.mjs'), NEAR);
	const mcpServers = {
		near: { command: process.execPath, args: [join(home, 'near.mjs')] },
		far: { url: far.url, headers: { 'X-Key': 'of ours' } },
		closed: { url: closed.url },
		off: { command: 'never-started', disabled: true },
		dies: {
			command: process.execPath,
			args: ['-e', 'console.error("no such folder"), process.exit(3)'],
		},
		old: { type: 'sse', url: closed.url },
	};
	writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers }));
});
afterAll(async () => {
	await far.close();
	await closed.close();
	rmSync(home, { recursive: true });
});

const analyze = () =>
	commandLine(['analyze', '--client', 'cursor', '--project', home], {
		env: { HOME: home, XDG_STATE_HOME: join(home, 'state') },
	});

it('tells what each costs and would cost, and changes nothing', async () => {
	const { out, err } = await analyze();
	expect(out).toMatch(/^SERVER +WHAT A MODEL READS +NOW +THROUGH\n/);
	expect(out).toMatch(/^far +picture, its images and files \(1\) not counted +\d +\d$/m);
	expect(err).toMatch(/dies: .*ended with code 3; it said last: no such folder/);
	expect(out).toMatch(/^near +list of 1 tools +\d+ +\d+$/m);
	const [direct = 0, through = 0] = (/^far +rows +(.*)$/m.exec(out)?.[1] ?? '')
		.split(/ +/)
		.map((cell) => Number(cell.replaceAll(',', '')));
	expect(direct).toBeGreaterThan(10 * through);
	expect(out).toMatch(/tokens in all, \d+ % less\n$/);
	expect(err).toContain(`closed: wants a login: loadline login ${closed.url}`);
	expect(err).toContain('old is left out: it speaks HTTP+SSE');
	expect(err).toContain('off is left out: it is switched off');
});

it.runIf(isWhole)('finds the same behind Loadline', async () => {
	const before = (await analyze()).out;
	const env = { HOME: home, XDG_STATE_HOME: join(home, 'state') };
	await commandLine(['install', '--client', 'cursor', '--project', home], { env });
	// Handles are random, and so is what they cost.
	const direct = (out: string) => out.replaceAll(/ +[\d,]+$|→ \d+|\d+ %/gm, '');
	expect(direct((await analyze()).out)).toBe(direct(before));
});
