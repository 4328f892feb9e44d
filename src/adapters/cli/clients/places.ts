// Configuration files of MCP clients, and the form of their server entries (each client's own documentation,
// as of 2026-11).
import { readFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { own, valueAt } from '../../../shared/json-values';
import { jsonOf } from './json-text';

/** A file in which a client keeps its servers, and their form in it. It need not exist. */
export interface Place {
	readonly path: string;
	readonly format: 'json' | 'toml';
	/** Keys that lead to the servers by name. */
	readonly keys: readonly string[];
	/** Form of a server that is a process. */
	readonly shape: 'pair' | 'list';
	/** Member with the URL of a remote server; default `url`. */
	readonly url?: 'httpUrl';
	/** Servers of it that the client's settings switch off. */
	readonly off?: readonly string[];
}

/** Members of one server in a client's file. */
export type Entry = Readonly<Record<string, unknown>>;

export const CLIENTS = [
	'claude-code',
	'claude-desktop',
	'cursor',
	'vscode',
	'codex',
	'gemini',
	'opencode',
] as const;
export type Client = (typeof CLIENTS)[number];

/** Lists every file in which a client may name servers, existing or not. */
export function placesOf(client: Client, folder: string): readonly Place[] {
	const off = offIn(client, resolve(folder), homedir());
	return filesOf(client, folder).map((place) => ({ ...place, ...(off.length > 0 && { off }) }));
}

/** Reads the names of servers that settings beside the servers' own entries switch off. */
function offIn(client: Client, project: string, home: string): readonly string[] {
	if (client === 'claude-code')
		return [
			...switchedOff(join(home, '.claude.json'), 'projects', project),
			...['settings.json', 'settings.local.json'].flatMap((file) =>
				switchedOff(join(project, '.claude', file)),
			),
		];
	if (client === 'gemini')
		return [project, home].flatMap((folder) =>
			switchedOff(join(folder, '.gemini', 'settings.json'), 'mcp'),
		);
	return [];
}

const OFF = ['disabledMcpServers', 'disabledMcpjsonServers', 'excluded'];

function switchedOff(path: string, ...keys: readonly string[]): readonly string[] {
	let text = '';
	try {
		text = readFileSync(path, 'utf8');
	} catch {
		return [];
	}
	const read = jsonOf(text);
	const at = valueAt(read.ok ? read.value : undefined, keys);
	const lists = OFF.map((name) => own(at, name));
	return lists.flat().filter((name) => typeof name === 'string');
}

function filesOf(client: Client, folder: string): readonly Place[] {
	const project = resolve(folder);
	const home = homedir();
	const json = (path: string, ...keys: string[]): Place => ({
		...{ path, format: 'json', keys, shape: 'pair' },
	});
	const files: Readonly<Record<Client, readonly Place[]>> = {
		'claude-code': [
			json(join(project, '.mcp.json'), 'mcpServers'),
			json(join(home, '.claude.json'), 'mcpServers'),
			json(join(home, '.claude.json'), 'projects', project, 'mcpServers'),
		],
		'claude-desktop': [json(join(settings('Claude'), 'claude_desktop_config.json'), 'mcpServers')],
		cursor: [project, home].map((above) => json(join(above, '.cursor', 'mcp.json'), 'mcpServers')),
		vscode: [
			json(join(project, '.vscode', 'mcp.json'), 'servers'),
			json(join(settings('Code'), 'User', 'mcp.json'), 'servers'),
		],
		codex: [
			{
				...json(join(process.env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'), 'mcp_servers'),
				format: 'toml',
			},
		],
		gemini: [project, home].map((above) => ({
			...json(join(above, '.gemini', 'settings.json'), 'mcpServers'),
			url: 'httpUrl',
		})),
		opencode: ['opencode.json', 'opencode.jsonc'].flatMap((file) =>
			[project, join(home, '.config', 'opencode')].map(
				(above): Place => ({ ...json(join(above, file), 'mcp'), shape: 'list' }),
			),
		),
	};
	return files[client];
}

function settings(program: string): string {
	const { APPDATA, XDG_CONFIG_HOME } = process.env;
	const home = homedir();
	if (platform() === 'darwin') return join(home, 'Library', 'Application Support', program);
	if (platform() === 'win32') return join(APPDATA ?? join(home, 'AppData', 'Roaming'), program);
	return join(XDG_CONFIG_HOME ?? join(home, '.config'), program);
}
