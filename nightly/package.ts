// `npm run nightly -- package`: the packed package as people install it, on every Node that it names, by npm,
// pnpm and Bun; in front of servers that people use; and how long it takes from nothing to the first saved token.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { emptyFolder, must, nodeOf, pack, root, run } from './packed';

const NODES = ['20.20.2', '22.23.3', '24.21.0', '26.10.0'];
const PNPM = 'pnpm@12.21.0';
const BUN = 'bun@1.4.4';
const FILES = '@modelcontextprotocol/server-filesystem@2026.8.31';
const BROWSER = '@playwright/mcp@0.0.83';
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

let failed = 0;
const say = (isGood: boolean, what: string, detail = ''): void => {
	if (!isGood) failed++;
	console.log(`${isGood ? 'ok  ' : 'FAIL'} ${what}${detail && `: ${detail}`}`);
};

const PROGRAM = `
import { createProtection } from 'loadline/protect';
import { fileStore, withContextProtection } from 'loadline/mcp';
import { TransientContext } from 'loadline/client';
const rows = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, note: 'x '.repeat(90) })));
const call = { tool: 'rows', arguments: { of: { owner: 'a', tags: ['b', 1.5] } } };
const first = await createProtection({ store: fileStore('./kept') }).protect(rows, call);
console.log(JSON.parse(first.content[1].text).totalCount, typeof withContextProtection, typeof TransientContext);
`;

const BIN = 'node_modules/loadline/dist/bin/loadline.js';

/** A client that starts `command` there. */
async function connect(command: readonly string[], cwd: string, path: string): Promise<Client> {
	const [program = '', ...args] = command;
	const client = new Client({ name: 'nightly', version: '1' });
	const env = { HOME: cwd, PATH: `${path}:/usr/local/bin:/usr/bin:/bin` };
	await client.connect(
		new StdioClientTransport({ command: program, args, cwd, env, stderr: 'ignore' }),
	);
	return client;
}

const textOf = async (client: Client, name: string, args: object): Promise<string> =>
	((await client.callTool({ name, arguments: { ...args } })).content as { text?: string }[])
		.map(({ text }) => text ?? '')
		.join('\n');

function workspace(name: string): string {
	const folder = emptyFolder(name);
	mkdirSync(join(folder, 'files'));
	const items = Array.from({ length: 800 }, (_, id) => ({
		id,
		title: `Item ${id}`,
		note: 'words '.repeat(20),
	}));
	writeFileSync(join(folder, 'files/items.json'), JSON.stringify(items));
	writeFileSync(join(folder, 'program.mjs'), PROGRAM);
	writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
	return folder;
}

const tarball = await pack();

for (const version of NODES) {
	const path = await nodeOf(version);
	const node = join(path, 'node');
	const folder = workspace(`node-${version}`);
	await must('npm', ['install', '--no-audit', '--no-fund', tarball, FILES], folder);
	const libraries = await run(node, ['program.mjs'], folder);
	say(
		libraries.out.trim() === '500 function function',
		`Node ${version}: the libraries`,
		libraries.out.trim(),
	);
	const help = await run(node, [BIN, '--help'], folder);
	say(help.status === 0 && help.out.includes('wrap'), `Node ${version}: the command`);
	const server = ['node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', 'files'];
	const wrap = [node, BIN, 'wrap', '--', node, ...server];
	if (version.startsWith('20.')) {
		const told = await run(node, wrap.slice(1), folder);
		say(
			told.status === 1 && /needs Node 22\.13/.test(told.out),
			`Node ${version}: wrap says why not`,
			told.out.trim(),
		);
		const asked = await run(node, [BIN, 'analyze', '--client', 'cursor'], folder);
		say(
			asked.status === 1 && /needs Node 22\.13/.test(asked.out),
			`Node ${version}: analyze says why not`,
			asked.out.trim(),
		);
		continue;
	}
	const client = await connect(wrap, folder, path);
	const text = await textOf(client, 'read_text_file', { path: join(folder, 'files/items.json') });
	say(
		/nextCursor|handle/.test(text),
		`Node ${version}: wrap before server-filesystem`,
		`${text.length} characters of 134,000`,
	);
	await client.close();
}

/** Units of 1,024 bytes that a folder takes. */
const sizeOf = async (folder: string): Promise<number> =>
	Number.parseInt(await must('du', ['-sk', folder], root), 10);

/** On the newest that everything runs on. */
const path = await nodeOf('24.21.0');
{
	const folder = workspace('pnpm');
	await must('npx', ['-y', PNPM, 'add', tarball], folder, { PATH: `${path}:${process.env.PATH}` });
	const { out } = await run(join(path, 'node'), ['program.mjs'], folder);
	say(out.trim() === '500 function function', 'pnpm: the libraries', out.trim());
	const help = await run(join(folder, 'node_modules/.bin/loadline'), ['--help'], folder, {
		PATH: `${path}:/usr/bin:/bin`,
	});
	say(help.status === 0, 'pnpm: the command');
}
{
	const folder = workspace('bun');
	const tools = emptyFolder('bun-itself');
	await must('npm', ['install', '--no-audit', '--no-fund', '--prefix', tools, BUN], tools);
	const bun = join(tools, 'node_modules/.bin/bun');
	const runs = await run(bun, ['--version'], folder);
	if (runs.status !== 0)
		console.log(`--   Bun does not run here: ${runs.out.trim().split('\n')[0]}`);
	else {
		await must('npm', ['install', '--no-audit', '--no-fund', tarball], folder);
		const { out } = await run(bun, ['program.mjs'], folder);
		say(out.trim() === '500 function function', 'Bun: the libraries', out.trim());
		const help = await run(bun, [BIN, '--help'], folder);
		say(help.status === 0, 'Bun: the command');
		await must('npm', ['install', '--no-audit', '--no-fund', FILES], folder);
		const server = ['node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', 'files'];
		const wrap = [bun, BIN, 'wrap', '--', join(path, 'node'), ...server];
		const client = await connect(wrap, folder, path);
		const text = await textOf(client, 'read_text_file', { path: join(folder, 'files/items.json') });
		await client.close();
		say(/nextCursor|handle/.test(text), 'Bun: wrap before server-filesystem');
	}
}
{
	const folder = workspace('playwright');
	await must('npm', ['install', '--no-audit', '--no-fund', tarball, BROWSER], folder);
	const rows = Array.from(
		{ length: 400 },
		(_, n) => `<li><a href="/${n}">Entry number ${n}, with some words</a></li>`,
	);
	const page = `data:text/html,${encodeURIComponent(`<title>List</title><ul>${rows.join('')}</ul>`)}`;
	const server = [
		'node_modules/@playwright/mcp/cli.js',
		'--headless',
		'--no-sandbox',
		'--isolated',
		'--executable-path',
		CHROMIUM,
	];
	const node = join(path, 'node');
	const client = await connect([node, BIN, 'wrap', '--', node, ...server], folder, path);
	const { tools } = await client.listTools();
	const text = await textOf(client, 'browser_navigate', { url: page });
	const shown =
		/Entry number 0/.test(text) || tools.some(({ name }) => name === 'browser_snapshot');
	const snapshot = await textOf(client, 'browser_snapshot', {});
	say(
		shown && /nextCursor|handle/.test(snapshot),
		'wrap before @playwright/mcp',
		`${tools.length} tools, a snapshot of ${snapshot.length} characters`,
	);
	await client.close();
}
{
	// With caches as empty as the folder.
	const folder = workspace('first');
	const cache = emptyFolder('npm-cache');
	const begun = performance.now();
	await must(
		'npm',
		['install', '--no-audit', '--no-fund', '--cache', cache, tarball, FILES],
		folder,
	);
	const installed = performance.now();
	const node = join(path, 'node');
	const server = ['node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', 'files'];
	const client = await connect([node, BIN, 'wrap', '--', node, ...server], folder, path);
	await textOf(client, 'read_text_file', { path: join(folder, 'files/items.json') });
	await client.close();
	const report = await must(node, [BIN, 'report'], folder, { HOME: folder });
	const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
	const [, saved] = /^(\d+) of \d+ tokens saved/m.exec(report) ?? [];
	say(
		saved !== undefined && performance.now() - begun < 60_000,
		'from nothing to the first saved token',
		`${seconds(begun)} s, ${((installed - begun) / 1000).toFixed(1)} s of them npm install; ${saved} tokens saved`,
	);
}
{
	const folder = workspace('size');
	await must('npm', ['install', '--no-audit', '--no-fund', tarball], folder);
	const kilobytes = await sizeOf(join(folder, 'node_modules'));
	say(kilobytes <= 20 * 1024, 'installed, it takes 20 MiB at most', `${kilobytes} KiB`);
}
{
	// As a contributor does, who has Node 24.
	const folder = emptyFolder('contributor');
	for (const name of ['package.json', 'package-lock.json'])
		writeFileSync(join(folder, name), readFileSync(join(root, name)));
	const begun = performance.now();
	await must('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], folder, {
		PATH: `${path}:${process.env.PATH}`,
	});
	const seconds = ((performance.now() - begun) / 1000).toFixed(1);
	const kilobytes = await sizeOf(join(folder, 'node_modules'));
	say(
		kilobytes <= 380_000,
		'a contributor gets 380 MB at most',
		`${kilobytes} KiB in ${seconds} s`,
	);
}
process.exitCode = failed === 0 ? 0 : 1;
