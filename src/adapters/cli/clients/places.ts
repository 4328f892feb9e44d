// Where MCP clients keep which servers they start, and in what form (each client's own documentation,
// as of 2026-11).
import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';

/** One file in which a client keeps its servers, and how they are written there. It need not exist. */
export interface Place {
	/** Of the person, or of the project in the working directory. */
	readonly path: string;
	readonly format: 'json' | 'toml';
	/** Keys that lead to the servers by name. */
	readonly keys: readonly string[];
	/** How one server that is a process is written. */
	readonly shape: Shape;
	/** The member of a server that has the URL of one elsewhere; `url` unless told. */
	readonly url?: 'httpUrl';
}

/** `pair`: `command` and `args`; `list`: `command` is all words. */
export type Shape = 'pair' | 'list';

export const CLIENTS = [
	'claude-code',
	'claude-desktop',
	'cursor',
	'vscode',
	'codex',
	'gemini',
	'opencode',
] as const;
/** A client whose files are known. */
export type Client = (typeof CLIENTS)[number];

/** Every file in which a client may name servers; which of them exist is not asked here. */
export function placesOf(client: Client, folder: string): readonly Place[] {
	const project = resolve(folder);
	const home = homedir();
	const json = (path: string, ...keys: string[]): Place => ({
		...{ path, format: 'json', keys, shape: 'pair' },
	});
	switch (client) {
		case 'claude-code':
			return [
				json(join(project, '.mcp.json'), 'mcpServers'),
				json(join(home, '.claude.json'), 'mcpServers'),
				json(join(home, '.claude.json'), 'projects', project, 'mcpServers'),
			];
		case 'claude-desktop':
			return [json(join(settings('Claude'), 'claude_desktop_config.json'), 'mcpServers')];
		case 'cursor':
			return [
				json(join(project, '.cursor', 'mcp.json'), 'mcpServers'),
				json(join(home, '.cursor', 'mcp.json'), 'mcpServers'),
			];
		case 'vscode':
			return [
				json(join(project, '.vscode', 'mcp.json'), 'servers'),
				json(join(settings('Code'), 'User', 'mcp.json'), 'servers'),
			];
		case 'codex':
			return [
				{
					path: join(process.env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'),
					...{ format: 'toml', keys: ['mcp_servers'], shape: 'pair' },
				},
			];
		case 'gemini':
			return [project, home].map((folder) => ({
				...json(join(folder, '.gemini', 'settings.json'), 'mcpServers'),
				url: 'httpUrl',
			}));
		case 'opencode':
			return ['opencode.json', 'opencode.jsonc'].flatMap((file) =>
				[project, join(home, '.config', 'opencode')].map(
					(folder): Place => ({
						...{ path: join(folder, file), format: 'json', keys: ['mcp'], shape: 'list' },
					}),
				),
			);
	}
}

/** Where desktop programs keep their settings. */
function settings(program: string): string {
	const home = homedir();
	switch (platform()) {
		case 'darwin':
			return join(home, 'Library', 'Application Support', program);
		case 'win32':
			return join(process.env.APPDATA ?? join(home, 'AppData', 'Roaming'), program);
		default:
			return join(process.env.XDG_CONFIG_HOME ?? join(home, '.config'), program);
	}
}
