// Tests of the package that `npm pack` makes, used as by somebody who installed it.
import { execFile } from 'node:child_process';
import {
	cpSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as Client from '../src/client';
import { isWhole, share } from './fuzz-runs';

const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);
let empty: string;
let folder: string;

/** A folder of somebody else's, with the package in it and no other. */
beforeAll(async () => {
	empty = mkdtempSync(join(tmpdir(), 'loadline-package-'));
	const installed = join(empty, 'node_modules/loadline');
	folder = join(installed, 'dist');
	mkdirSync(installed, { recursive: true });
	cpSync(join(root, 'package.json'), join(installed, 'package.json'));
	await run(process.execPath, [join(root, 'scripts/build.mjs'), folder]);
	mkdirSync(join(empty, 'node_modules/.bin'));
	symlinkSync(join(folder, 'bin/loadline.js'), join(empty, 'node_modules/.bin/loadline'));
	// The SDK is its user's own.
	symlinkSync(
		join(root, 'node_modules/@modelcontextprotocol'),
		join(empty, 'node_modules/@modelcontextprotocol'),
	);
});
afterAll(() => rmSync(empty, { recursive: true }));

const node = async (text: string): Promise<string> => {
	writeFileSync(join(empty, 'program.mjs'), text);
	return (await run(process.execPath, ['program.mjs'], { cwd: empty })).stdout.trim();
};
const loadline = (...args: string[]) =>
	run(process.execPath, [join(empty, 'node_modules/.bin/loadline'), ...args], { cwd: empty });

it('the package asks for no other, and is what it says', async () => {
	const { dependencies, files, bin, scripts } = JSON.parse(
		readFileSync(join(folder, '../package.json'), 'utf8'),
	);
	// Of these npm warns whoever installs it.
	for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
		expect(scripts).not.toHaveProperty(name);
	expect({ dependencies, files, bin }).toEqual({
		...{ dependencies: undefined, files: ['dist'], bin: { loadline: 'dist/bin/loadline.js' } },
	});
	const bytes = globSync('**', { cwd: folder, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
	expect(bytes).toBeLessThan(18_000_000);
});

it('the command works, the exact tokenizer too', async () => {
	writeFileSync(join(empty, 'a.txt'), 'hello world');
	const { stdout } = await loadline('tokens', '--estimator', 'exact', 'a.txt');
	expect(stdout).toMatch(/^2 tokens/);
	expect((await loadline('--help')).stdout).toContain('wrap');
});

it('loadline/protect reduces a result, and gives the rest by its handle', async () => {
	const said = await node(`
import { createProtection } from 'loadline/protect';
const protection = createProtection({ config: { tokenBudgetThreshold: 2000 } });
const rows = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, note: 'x '.repeat(90) })));
const first = await protection.protect(rows, { tool: 'rows' });
const { nextCursor, totalCount } = JSON.parse(first.content[1].text);
const next = await protection.readResult({ handle: nextCursor });
console.log(totalCount, next.isError === true);
`);
	expect(said).toBe('500 false');
});

it('loadline/mcp protects a server of the SDK that its user has', async () => {
	const said = await node(`
import { withContextProtection } from 'loadline/mcp';
import { McpServer } from '@modelcontextprotocol/server';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
const server = withContextProtection(new McpServer({ name: 'rows', version: '1' }));
server.registerTool('rows', {}, async () => ({
	content: [{ type: 'text', text: JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, note: 'x '.repeat(90) }))) }],
}));
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);
const client = new Client({ name: 'test', version: '1' });
await client.connect(near);
const { content } = await client.callTool({ name: 'rows', arguments: {} });
console.log(JSON.parse(content[1].text).totalCount);
await client.close();
`);
	expect(said).toBe('900');
});

const example = (path: string) => join(empty, path);
const SECRET = 'the secret of an example that is long enough';

/** Reads on from the first page in what answers later. */
async function pages(first: McpClient, later: McpClient): Promise<unknown[]> {
	const call = async (client: McpClient, name: string, args: Record<string, unknown>) =>
		(await client.callTool({ name, arguments: args })).content as { text: string }[];
	const [items, added] = await call(first, 'list_issues', {});
	const { nextCursor, totalCount } = JSON.parse(added?.text ?? '{}');
	const [more] = await call(later, 'read_result', { handle: nextCursor, limit: 1 });
	const shown = JSON.parse(items?.text ?? '[]').length;
	return [totalCount, JSON.parse(more?.text ?? '[]')[0].id + shown];
}

it('the example of a server on Node keeps results in files, for its next process too', async () => {
	cpSync(join(root, 'examples/server-node'), example('server-node'), { recursive: true });
	const start = async () => {
		const client = new McpClient({ name: 'test', version: '1' });
		const env = { STATE: example('state'), SECRET };
		const args = [example('server-node/server.mjs')];
		await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
		return client;
	};
	const [first, later] = [await start(), await start()];
	expect(await pages(first, later)).toEqual([600, 600]);
	await Promise.all([first.close(), later.close()]);
});

it.runIf(isWhole)(
	'the example of a server on Workers keeps results in a Durable Object',
	async () => {
		cpSync(join(root, 'examples/server-workers'), example('server-workers'), { recursive: true });
		const { outputFiles } = await build({
			entryPoints: [example('server-workers/worker.mjs')],
			...{ bundle: true, write: false, format: 'esm', target: 'es2024', platform: 'browser' },
			conditions: ['workerd', 'worker', 'browser'],
			external: ['node:*', 'cloudflare:*'],
		});
		const miniflare = new Miniflare(
			convertV4MiniflareOptions({
				modules: true,
				script: outputFiles[0]?.text ?? '',
				compatibilityDate: '2026-09-01',
				compatibilityFlags: ['nodejs_compat'],
				bindings: { SECRET },
				durableObjects: { SNAPSHOTS: { className: 'SnapshotObject', useSQLite: true } },
			}),
		);
		try {
			const url = await miniflare.ready;
			const connect = async (mode: 'auto' | 'legacy') => {
				const client = new McpClient(
					{ name: 'test', version: '1' },
					{ versionNegotiation: { mode } },
				);
				await client.connect(new StreamableHTTPClientTransport(url));
				return client;
			};
			expect(await pages(await connect('auto'), await connect('legacy'))).toEqual([600, 600]);
		} finally {
			await miniflare.dispose();
		}
	},
);

/** A fetched result, its consumer, and what the model is sent then. */
const script = ({ TransientContext }: typeof Client) => {
	const context = new TransientContext({ applyAt: 'immediate' });
	context.register([{ tool: 'search', lifecycle: 'transient', consumedBy: 'store' }]);
	const _meta = { context: { lifecycle: 'transient', summary: 'nine things' } };
	context.observe({ id: 'a', tool: 'search', result: { content: [], _meta } });
	context.observe({ id: 'b', tool: 'store', result: { _meta: { context: { consumed: true } } } });
	const messages = [{ role: 'tool', tool_call_id: 'a', content: 'the nine things' }];
	return TransientContext.from(JSON.stringify(context)).apply(messages)[0]?.content;
};

it('the built client is one module that imports nothing', async () => {
	const file = join(folder, 'client/index.js');
	expect(readFileSync(file, 'utf8')).not.toMatch(/\bimport\b|\brequire\(/);
	expect(script(await import(pathToFileURL(file).href))).toBe('nine things');
});

it('the built client needs nothing of Node, browsers or Workers', async () => {
	const { outputFiles } = await build({
		entryPoints: [join(folder, 'client/index.js')],
		bundle: true,
		write: false,
		format: 'iife',
		globalName: 'client',
	});
	expect(script(runInNewContext(`${outputFiles[0]?.text};client`, {}))).toBe('nine things');
});

it.each(
	share(
		[
			['nodenext', 'nodenext'],
			['esnext', 'bundler'],
		] as const,
		2,
	),
)(
	'the types of the built client are found by programs of %s',
	async (module, resolution) => {
		const program = join(empty, 'program.mts');
		writeFileSync(
			program,
			`import { type ContextAction, type ResultState, TransientContext } from 'loadline/client';
import { createProtection } from 'loadline/protect';
import { withContextProtection } from 'loadline/mcp';
const context = new TransientContext({ pairing: 'newest' });
const [first]: { a: 1 }[] = context.apply([{ a: 1 as const }]);
const state: ResultState | undefined = context.state.get('a');
const action: ContextAction | undefined = context.pendingAction;
// @ts-expect-error no such pairing
new TransientContext({ pairing: 'any' });
console.log(first, state?.badge, action?.run_id);
const protection = createProtection({ config: { tokenBudgetThreshold: 2000 } });
const text: string = (await protection.protect('a', { tool: 't' })).content?.[0]?.type ?? '';
const server: { connect(transport: { a: 1 }): Promise<void> } = withContextProtection({ async connect(_: { a: 1 }) {} });
console.log(text, server);
`,
		);
		const options = `--singleThreaded --ignoreConfig --noEmit --strict --target es2024 --lib es2024,dom --types`;
		const how = ['node', '--module', module, '--moduleResolution', resolution, program];
		const tsc = join(root, 'node_modules/typescript/bin/tsc');
		await expect(
			run(process.execPath, [tsc, ...options.split(' '), ...how], { cwd: root }),
		).resolves.toMatchObject({ stdout: '' });
	},
	30_000,
);
