// Many servers with many tools behind one `/mcp`: how long a list takes, what a client gets, and the
// memory that the runtime needs for it. `--servers=100 --tools=9900` unless told.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { readBody, startHttp } from '../test/upstreams/node-http';
import { bundleWorker } from '../test/worker/bundle';
import { connectClient } from '../test/worker/clients';
import { startWorkerd } from '../test/worker/workerd';

const flag = (name: string, usual: number): number => {
	const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
	return given === undefined ? usual : Number(given.split('=')[1]);
};
const SERVERS = flag('servers', 100);
const TOOLS = flag('tools', 9_900);

const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const tools = Array.from({ length: TOOLS }, (_, at) => ({
	name: `tool_${at}`,
	description: `Does thing number ${at} for whoever asks`,
	inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
}));
const listed = JSON.stringify({ ...shared, tools });
const discovered = JSON.stringify({
	...shared,
	supportedVersions: ['2026-07-28'],
	capabilities: { tools: {} },
	serverInfo: { name: 'many', version: '1' },
});

const server = await startHttp((request, response) => {
	void (async () => {
		const { id, method, params } = JSON.parse((await readBody(request)) || '{}');
		const called = JSON.stringify({
			...shared,
			content: [{ type: 'text', text: `${params?.name} was called` }],
		});
		const result =
			method === 'tools/list' ? listed : method === 'server/discover' ? discovered : called;
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
	})();
});

const bundle = await bundleWorker();
const loadline = await startWorkerd(bundle, { vars: { LOADLINE_DEV: '1' } });
const runtime = Number(
	execFileSync('pgrep', ['-P', String(process.pid), '-f', 'workerd serve'], { encoding: 'utf8' })
		.trim()
		.split('\n')[0],
);
/** Megabytes: now, and at most so far. */
const memory = (): { now: number; peak: number } => {
	const status = readFileSync(`/proc/${runtime}/status`, 'utf8');
	const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
	return { now: Math.round(of('VmRSS')), peak: Math.round(of('VmHWM')) };
};

const upstreams = Array.from({ length: SERVERS }, (_, at) => ({
	name: `u${at}`,
	url: `${server.origin}/u${at}/mcp`,
}));
const put = await fetch(`${loadline.url}/api/config`, {
	method: 'PUT',
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify({ upstreams, demo: false }),
});
if (!put.ok) throw new Error(await put.text());
console.log(`${SERVERS} servers of ${TOOLS} tools, ${(listed.length / 1e6).toFixed(1)} MB each`);
console.log(`| list | seconds | pages | tools | MB | runtime, MB | peak, MB |`);
console.log('|---|---:|---:|---:|---:|---:|---:|');
console.log(`| before | | | | | ${memory().now} | ${memory().peak} |`);
const client = await connectClient('v1', `${loadline.url}/mcp`);
let last = '';
for (const time of ['first', 'second', 'third']) {
	const begun = performance.now();
	let cursor: string | undefined;
	let pages = 0;
	let count = 0;
	let size = 0;
	do {
		const page = await client.listTools(cursor === undefined ? {} : { cursor });
		pages++;
		count += page.tools.length;
		size += JSON.stringify(page).length;
		last = page.tools.findLast(({ name }) => name !== 'read_result')?.name ?? last;
		cursor = page.nextCursor;
	} while (cursor !== undefined && pages < 1_000);
	const seconds = ((performance.now() - begun) / 1000).toFixed(1);
	console.log(
		`| ${time} | ${seconds} | ${pages} | ${count} | ${(size / 1e6).toFixed(1)} | ${memory().now} | ${memory().peak} |`,
	);
}
for (const name of [last, `u${SERVERS - 1}__tool_${TOOLS - 1}`]) {
	const { content } = await client.callTool({ name, arguments: {} });
	console.log(`\n${name}: ${JSON.stringify(content)}; the runtime has ${memory().now} MB`);
}
await client.close();
await loadline.stop();
await server.close();
await rm(bundle, { recursive: true, force: true });
