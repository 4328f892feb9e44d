// `npm run nightly -- dashboards`: what `loadline serve` writes, on ClickHouse's own engine (`chdb` from npm, in a
// folder that goes again) behind its HTTP interface as far as it is used here: every query of the dashboard and of
// docs/telemetry.md runs on the rows, and says of the calls what Loadline's own telemetry says.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { emptyFolder, must, root } from './packed';

const CHDB = 'chdb@3.4.0';
const CALLS = 12;
const say = (isGood: boolean, what: string, detail = ''): void => {
	console.log(`${isGood ? 'ok  ' : 'FAIL'} ${what}${detail && `: ${detail}`}`);
	if (!isGood) process.exitCode = 1;
};

interface Engine {
	query(sql: string, format?: string): string;
	close(): void;
}

const folder = emptyFolder('chdb');
writeFileSync(join(folder, 'package.json'), '{"private":true}');
await must('npm', ['install', '--no-audit', '--no-fund', CHDB], folder);
const { Session } = createRequire(join(folder, 'x.js'))('chdb') as { Session: new () => Engine };
const engine = new Session();

/** The first batch that comes is taken, and its answer lost on the way: it comes again. */
let isLost = false;
const server = createServer(async (request, response) => {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	const sql = Buffer.concat(parts).toString();
	const isKnown = request.headers['x-clickhouse-key'] === 'secret';
	try {
		if (isKnown) engine.query(sql);
		if (sql.startsWith('INSERT') && !isLost) isLost = !!request.socket.destroy();
		response.writeHead(isKnown ? 200 : 403).end();
	} catch (error) {
		response.writeHead(500).end(String(error));
	}
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const child = spawn(process.execPath, ['dist/bin/loadline.js', 'serve', '--port', '0'], {
	cwd: root,
	env: {
		...process.env,
		LOADLINE_STATE: emptyFolder('dashboards'),
		LOADLINE_CLICKHOUSE_URL: `http://loadline:secret@127.0.0.1:${port}/`,
	},
	stdio: ['ignore', 'ignore', 'pipe'],
});
const url = await new Promise<string>((tell) => {
	child.stderr.on('data', (text) => {
		process.stderr.write(text);
		const found = /http:\/\/127\.0\.0\.1:\d+/.exec(String(text))?.[0];
		if (found) tell(found);
	});
});
const client = new Client({ name: 'nightly', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
for (let n = 0; n < CALLS; n++) {
	const args = n === 0 ? { status: 'no such status' } : { _loadline: { limit: n } };
	await client.callTool({ name: 'demo__list_bookings', arguments: args });
	// Two batches, and time for the first one to come again.
	if (n === CALLS / 2) await new Promise((resume) => setTimeout(resume, 5_000));
}
await client.close();
const own = (await (await fetch(`${url}/api/telemetry`)).json()) as {
	readonly groups: readonly { readonly count: number; readonly tokens: { readonly sum: number } }[];
};
const ended = new Promise((resolve) => child.once('exit', resolve));
child.kill('SIGTERM');
say((await ended) === 0, 'serve ends by itself, its rows sent');
server.close();

const rows = (sql: string) =>
	JSON.parse(engine.query(sql, 'JSON')).data as Record<string, unknown>[];
const [sums] = rows('SELECT count() AS calls, sum(double1) AS tokens FROM loadline_calls');
const count = own.groups.reduce((sum, group) => sum + group.count, 0);
const tokens = own.groups.reduce((sum, group) => sum + group.tokens.sum, 0);
say(isLost, 'a batch came twice');
say(
	count === CALLS && Number(sums?.calls) === count && Number(sums?.tokens) === tokens,
	'every call is there, once',
	`${JSON.stringify(sums)}, of ${count} calls with ${tokens} tokens`,
);

const now = Math.floor(Date.now() / 1000);
const { panels } = JSON.parse(
	readFileSync(join(root, 'examples/grafana/loadline.json'), 'utf8'),
) as {
	readonly panels: readonly { title: string; targets: readonly { query: string }[] }[];
};
const shown = panels.flatMap(({ title, targets }) =>
	targets.map(({ query }) => ({
		title: `panel "${title}"`,
		sql: query
			.replaceAll(`\${__from:date:seconds}`, String(now - 3_600))
			.replaceAll(`\${__to:date:seconds}`, String(now + 60))
			.replaceAll(`\${workspace}`, '%'),
	})),
);
const text = readFileSync(join(root, 'docs/telemetry.md'), 'utf8');
const documented = [...text.matchAll(/^### ([^\n]+)\n\n```sql\n(.*?)\n```/gms)].map(
	([, title = '', sql = '']) => ({ title: `query "${title}"`, sql }),
);
/** Without workflows, and where no text was counted exactly, these have nothing to tell. */
const MAY_BE_EMPTY = /Contexts verified|Estimates/;
for (const { title, sql } of [...shown, ...documented])
	try {
		const found = rows(sql);
		say(found.length > 0 || MAY_BE_EMPTY.test(title), title, JSON.stringify(found[0] ?? 'no rows'));
	} catch (error) {
		say(false, title, String(error).slice(0, 300));
	}
engine.close();
