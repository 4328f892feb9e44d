// `loadline claude` on real folders: what it writes, and that nothing of it stays.
import { execFile, execSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
	claudeHooks,
	claudeServers,
	claudeSettings,
	hooksOf,
} from '../../../src/adapters/cli/claude';
import { install, remove } from '../../../src/adapters/cli/patched-files';
import { sha256Hex } from '../../../src/memory/hash';

/** Events of Gemini CLI, whose timeouts are milliseconds. */
const GEMINI: Parameters<typeof hooksOf>[1] = [
	['BeforeTool', 'mcp_loadline.*'],
	['AfterTool'],
	['BeforeAgent'],
	['AfterAgent'],
	['SessionStart'],
	['SessionEnd', undefined, 1],
	['PreCompress'],
];

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-claude-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = join('.claude', 'settings.local.json');
const STATE = join('.claude', 'loadline.json');
const parts = { url: 'https://loadline.example.com', token: 'secret', model: true };
const setUp = () =>
	install(folder, STATE, [
		{ path: SETTINGS, patch: claudeSettings(parts) },
		{ path: '.mcp.json', patch: claudeServers(parts) },
	]);
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const own = (path: string, text: string) => {
	mkdirSync(join(folder, '.claude'), { recursive: true });
	writeFileSync(join(folder, path), text);
};

it('sets a project up, and leaves no trace of it', async () => {
	expect(await setUp()).toEqual({ ok: true, value: [SETTINGS, '.mcp.json'] });
	const settings = JSON.parse(read(SETTINGS));
	expect(settings.env).toEqual({
		LOADLINE_URL: 'https://loadline.example.com',
		LOADLINE_TOKEN: 'secret',
		ANTHROPIC_BASE_URL: 'https://loadline.example.com/llm/anthropic',
		ANTHROPIC_CUSTOM_HEADERS: 'x-loadline-token: secret',
	});
	expect(Object.keys(settings.hooks)).toContain('PostToolUse');
	const { url, headersHelper } = JSON.parse(read('.mcp.json')).mcpServers.loadline;
	expect(url).toBe('https://loadline.example.com/mcp');
	// A file that a project shares has no token in it: the helper finds it where it is private.
	expect(read('.mcp.json')).not.toContain('secret');
	const headers = execSync(headersHelper, { cwd: folder, encoding: 'utf8' });
	expect(JSON.parse(headers)).toEqual({ Authorization: 'Bearer secret' });
	await setUp();
	await remove(folder, STATE);
	expect(readdirSync(folder)).toEqual([]);
	expect(await remove(folder, STATE)).toEqual({ ok: true, value: [] });
});

it('gives files back to the byte, whatever their spelling', async () => {
	const before =
		'{"hooks": {"Stop": [ {"hooks": []} ]},\n\n  "env":{"ANTHROPIC_BASE_URL":"https://theirs"} }';
	own(SETTINGS, before);
	await setUp();
	expect(JSON.parse(read(SETTINGS)).hooks.Stop).toHaveLength(2);
	await remove(folder, STATE);
	expect(read(SETTINGS)).toBe(before);
	expect(readdirSync(folder)).toEqual(['.claude']);
	expect(readdirSync(join(folder, '.claude'))).toEqual(['settings.local.json']);
});

it('takes back its own alone where the files were changed since', async () => {
	own(SETTINGS, '{"env": {"ANTHROPIC_BASE_URL": "https://theirs"}}');
	await setUp();
	const changed = JSON.parse(read(SETTINGS));
	changed.model = 'opus';
	changed.hooks.Stop.push({ hooks: [{ type: 'command', command: 'date' }] });
	own(SETTINGS, JSON.stringify(changed));
	await remove(folder, STATE);
	expect(JSON.parse(read(SETTINGS))).toEqual({
		env: { ANTHROPIC_BASE_URL: 'https://theirs' },
		model: 'opus',
		hooks: { Stop: [{ hooks: [{ type: 'command', command: 'date' }] }] },
	});
});

it('writes nothing where a file is none of JSON', async () => {
	own(SETTINGS, '// comments\n{}');
	expect(await setUp()).toMatchObject({
		ok: false,
		error: expect.stringContaining('nothing was written'),
	});
	expect(read(SETTINGS)).toBe('// comments\n{}');
	expect(readdirSync(folder)).toEqual(['.claude']);
});

it('has the hooks of the plug-ins', () => {
	const plugin = (host: string) =>
		JSON.parse(readFileSync(`plugins/${host}/hooks/hooks.json`, 'utf8')).hooks;
	expect(plugin('claude-code')).toEqual(claudeHooks());
	expect(plugin('gemini-cli')).toEqual(hooksOf('gemini-cli', GEMINI, 1_000));
});

it('says what Claude Code reads itself when a session starts', async () => {
	let held = '';
	const server = createServer((request, response) => {
		held = String(request.headers['x-loadline-held'] ?? '');
		request.resume().on('end', () => response.end('{}'));
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	const [{ command = '' } = {}] = (claudeHooks() as StartHooks).SessionStart[0].hooks;
	const project = join(folder, 'a repository', 'packages');
	const put = (path: string, text: string) => {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
		return sha256Hex(text).slice(0, 12);
	};
	const heldBy = async (agent: string): Promise<string[]> => {
		const { port } = server.address() as AddressInfo;
		const env = {
			...{ PATH: process.env.PATH ?? '', TMPDIR: folder, HOME: folder, AI_AGENT: agent },
			...{ LOADLINE_URL: `http://127.0.0.1:${port}`, CLAUDE_PROJECT_DIR: project },
		};
		await promisify(execFile)('sh', ['-c', `echo '{}' | { ${command}; }`], {
			env: env as unknown as NodeJS.ProcessEnv,
		});
		return held.split(',').filter((each) => each !== '');
	};
	// Hooks speak of settings that they look for, and are none.
	put('a repository/packages/.claude/settings.local.json', JSON.stringify(claudeSettings(parts)));
	const agents = put('a repository/AGENTS.md', '- Ask first\n');
	const rule = put('a repository/packages/.claude/rules/a/b.md', '- Be kind\n');
	expect(await heldBy('claude-code_2-1-330_harness')).toEqual([agents, rule]);
	// Before 2.1.277 it read no AGENTS.md, nor does it beside a CLAUDE.md.
	expect(await heldBy('claude-code_2-1-276')).toEqual([rule]);
	const imported = put('a repository/docs/style.md', '- Short\n');
	const claude = put('a repository/CLAUDE.md', '- See @docs/style.md first\n');
	expect(await heldBy('claude-code_2-1-330_harness')).toEqual([claude, imported, rule]);
	put('.claude/settings.json', '{"claudeMdExcludes": ["**"]}');
	expect(await heldBy('claude-code_2-1-330_harness')).toEqual([]);
	server.close();
});

interface StartHooks {
	readonly SessionStart: readonly [{ readonly hooks: readonly { readonly command: string }[] }];
}
