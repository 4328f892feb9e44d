// `npm run bench -- differences`: servers from npm, seen directly and through Loadline by clients
// of both revisions. What is different and not in docs/gateway.md is printed, and fails the run.
// `--servers=DIR` takes packages from there; else they are installed, without their scripts, into a
// temporary folder. `--only=NAME,NAME` looks at these.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { startHttp } from '../test/upstreams/node-http';
import { bundleWorker } from '../test/worker/bundle';
import { startWorkerd } from '../test/worker/workerd';
import { tabsOfTwo } from './differences/apart';
import { type Difference, differences } from './differences/compare';
import { look, type Seen } from './differences/look';
import { MORE_SERVERS } from './differences/more-servers';
import { packagesOf } from './differences/packages';
import { CHROMIUM, SERVERS, type ServerUnderTest } from './differences/servers';
import { connect, startServer } from './differences/start';

const KINDS = ['v1', 'v2 auto'] as const;
type Kind = (typeof KINDS)[number];
const REVISIONS: Readonly<Record<Kind, string>> = { v1: '2025-11-25', 'v2 auto': '2026-07-28' };

const flag = (name: string): string | undefined =>
	process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];

const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const DATE = '2026-01-02T03:04:05Z';

/** A folder with files to work on: a repository with one commit. */
async function workFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'loadline-files-'));
	await writeFile(join(folder, 'package.json'), '{\n  "name": "a",\n  "version": "1.50"\n}\n');
	await writeFile(join(folder, 'pixel.png'), Buffer.from(PIXEL, 'base64'));
	const ann = { type: 'entity', name: 'Ann', entityType: 'person', observations: ['likes tea'] };
	await writeFile(join(folder, 'memory.jsonl'), `${JSON.stringify(ann)}\n`);
	await writeFile(join(folder, 'code.js'), 'const a = 1;\nif (a = 2) b();\n');
	await writeFile(
		join(folder, 'eslint.config.js'),
		'module.exports = [{ rules: { "no-cond-assign": 2 } }];\n',
	);
	const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
	const env = { ...process.env, GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE };
	for (const args of [
		['init', '-q', '-b', 'main'],
		['add', 'package.json'],
		[...who, 'commit', '-qm', 'First'],
	])
		await promisify(execFile)('git', args, { cwd: folder, env });
	return folder;
}

const hasBrowser = existsSync(CHROMIUM);
const only = flag('only')?.split(',');
const servers = [...SERVERS, ...MORE_SERVERS].filter(({ name }) => !only || only.includes(name));
const packages = await packagesOf(servers, flag('servers'));
const bundle = await bundleWorker();
const loadline = await startWorkerd(bundle, { vars: { LOADLINE_DEV: '1' } });
const page = await startHttp((_request, response) => {
	response.writeHead(200, { 'content-type': 'text/html' });
	response.end('<title>A page</title><h1>Hello</h1><a href="/more">more</a>');
});

async function put(name: string, url: string): Promise<void> {
	const response = await fetch(`${loadline.url}/api/config`, {
		method: 'PUT',
		body: JSON.stringify({ upstreams: [{ name, url, timeoutMs: 60_000 }] }),
		headers: { 'content-type': 'application/json' },
	});
	if (!response.ok) throw new Error(await response.text());
}

/** Returns everything a client sees of a server. */
async function seen(kind: Kind, url: string, server: ServerUnderTest, folder: string) {
	const client = await connect(kind, url);
	const fill = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(fill);
		if (typeof value !== 'string') return value;
		return value.replace('{folder}', folder).replace('{page}', page.origin);
	};
	const filled = (args: Readonly<Record<string, unknown>>) =>
		Object.fromEntries(Object.entries(args).map(([key, value]) => [key, fill(value)]));
	const asked = server.needsBrowser && !hasBrowser ? { ...server, calls: [] } : server;
	try {
		return await look(client, asked, filled);
	} finally {
		await client.close();
	}
}

/** A host whose list has `read_result` from the beginning, as that of others has once a result was cut. */
const LISTS_ONCE = 'codex';
/** Tokens of the list of each server: directly, through at first, with `read_result`. */
const costs = new Map<string, readonly number[]>();

/** Tokens (o200k) of the definitions and instructions that a client is told as it connects. */
async function listTokens(url: string): Promise<number> {
	const client = await connect('v1', url);
	const { tools } = await client.listTools();
	const tokens = countTokens(JSON.stringify(tools) + (client.getInstructions() ?? ''));
	await client.close();
	return tokens;
}

/** Seen directly by an older client: a server of 2025 looks the same to all. */
async function compared(server: ServerUnderTest, kind: Kind): Promise<readonly Difference[]> {
	const folder = await workFolder();
	const started = await startServer(server, packages, folder);
	try {
		const direct: Seen = await seen(kind, started.url, server, folder);
		await put(server.name, started.url);
		if (kind === 'v1') {
			const own = `${loadline.url}/mcp/${server.name}`;
			const places = [started.url, own, `${own}?host=${LISTS_ONCE}`];
			const tokens: number[] = [];
			for (const place of places) tokens.push(await listTokens(place));
			costs.set(server.name, tokens);
		}
		const url = `${loadline.url}/mcp/${server.name}?session=compared`;
		const through = await seen(kind, url, server, folder);
		count(server, direct);
		return differences(direct, through);
	} finally {
		await started.close();
		await rm(folder, { recursive: true, force: true });
	}
}

const counts = new Map<string, string>();
const count = ({ name }: ServerUnderTest, found: Seen): void => {
	const calls = new Set(
		[...found.keys()]
			.filter((place) => place.startsWith('call '))
			.map((place) => place.split('/')[0]),
	);
	const tools = (JSON.parse(found.get('tools') ?? '[]') as unknown[]).length;
	counts.set(name, `${tools} | ${found.size} | ${calls.size}`);
};

let undocumented = 0;
const rows: string[] = [];
for (const server of servers) {
	const cells: string[] = [];
	for (const kind of KINDS) {
		const all = await compared(server, kind).catch((error: unknown) => {
			console.error(`${server.name}, ${kind}: ${String(error)}`);
			undocumented++;
			return undefined;
		});
		if (!all) {
			cells.push('failed');
			continue;
		}
		const open = all.filter((one) => one.documented === undefined);
		undocumented += open.length;
		for (const { place, direct, through } of open)
			console.error(
				`${server.name}, ${REVISIONS[kind]}, ${place}\n  direct:  ${direct?.slice(0, 600)}\n  through: ${through?.slice(0, 600)}`,
			);
		const named = [...new Set(all.map((one) => one.documented).filter(Boolean))].join(', ');
		cells.push(open.length === 0 ? `none (${named})` : `${open.length}`);
	}
	const { name, version } = server;
	rows.push(
		`| ${name} ${version} | ${counts.get(name) ?? '? | ? | ?'} | ${cells.join(' | ')} | ${costs.get(name)?.join(' | ')} |`,
	);
}

console.log(
	'| server | tools | things compared | calls | other differences, client of 2025-11-25 | of 2026-07-28 | tokens of its list, directly | through | once a result was cut |',
);
console.log('|---|---:|---:|---:|---|---|---:|---:|---:|');
for (const row of rows) console.log(row);

const browser = servers.find(({ name }) => name === 'playwright');
if (browser && hasBrowser) {
	const folder = await workFolder();
	const started = await startServer(browser, packages, folder);
	await put(browser.name, started.url);
	for (const kind of KINDS) {
		const tabs = await tabsOfTwo(kind, `${loadline.url}/mcp/playwright`, page.origin);
		const isApart = tabs.every(
			(text, at) => text.includes(`user=${at}`) && !text.includes(`user=${1 - at}`),
		);
		console.log(
			`\nTwo conversations in Playwright, ${REVISIONS[kind]}: ${isApart ? 'apart' : 'NOT apart'}`,
		);
		if (!isApart) {
			undocumented++;
			console.error(tabs.join('\n---\n'));
		}
	}
	await started.close();
	await rm(folder, { recursive: true, force: true });
}
await page.close();
await loadline.stop();
await rm(bundle, { recursive: true, force: true });
if (flag('servers') === undefined) await rm(packages, { recursive: true, force: true });
process.exit(undocumented === 0 ? 0 : 1);
