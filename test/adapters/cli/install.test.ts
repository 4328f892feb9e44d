// `loadline install` and `uninstall` on the files that clients keep, in a home of their own.
import {
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { serversIn, withServerSet } from '../../../src/adapters/cli/clients/edit';
import { share } from '../../fuzz-runs';
import { commandLine, program } from '../../program';

let home: string;
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'loadline-home-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const FILES = {
	'claude-code': [
		'.mcp.json',
		'{\n\t"mcpServers": {\n\t\t"files": { "command": "npx", "args": ["-y", "@x/server-files", "/tmp"], "env": {"KEY": "s3cret"} },\n\t\t"far": { "type": "http", "url": "https://mcp.example.com" }\n\t}\n}',
	],
	'claude-desktop': [
		'.config/Claude/claude_desktop_config.json',
		'\uFEFF{"mcpServers":{"files":{"command":"uvx","args":["mcp-server-files"]}}}\r\n',
	],
	cursor: ['.cursor/mcp.json', '{ "mcpServers": { "files": { "command": "files-mcp" } } }\n'],
	vscode: [
		'.config/Code/User/mcp.json',
		'{\n  // what we use\n  "servers": {\n    "files": {\n      "type": "stdio",\n      "command": "node", /* local */\n      "args": ["files.js",],\n    },\n  },\n}\n',
	],
	codex: [
		'.codex/config.toml',
		'model = "o9" # ours\n\n[mcp_servers.files] # local\ncommand = "npx"\nargs = [\n  "-y", # yes\n  "files",\n]\n\n[mcp_servers.files.env]\nKEY = "s3cret"\n\n[tui]\ntheme = "dark"'.replaceAll(
			'\n',
			'\r\n',
		),
	],
	gemini: [
		'.gemini/settings.json',
		'{\n    "theme": "x",\n    "mcpServers": {\n        "files": {\n            "command": "files",\n            "args": [],\n            "cwd": "/srv"\n        }\n    }\n}',
	],
	opencode: [
		'.config/opencode/opencode.json',
		'{"mcp":{"files":{"type":"local","command":["bun","files.ts"],"enabled":true}}}',
	],
} as const;

const run = (...args: string[]) =>
	commandLine(args, {
		env: {
			...{
				HOME: home,
				XDG_STATE_HOME: join(home, 'state'),
				XDG_CONFIG_HOME: join(home, '.config'),
			},
			CODEX_HOME: join(home, '.codex'),
		},
	});

describe.each(share(Object.entries(FILES), 3))('the servers of %s', (client, [path, text]) => {
	it('go through loadline wrap, and back to the byte', async () => {
		const file = join(home, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
		const at = ['--client', client, '--project', home];
		expect(await run('install', ...at)).toMatchObject({ status: 0 });
		const wrapped = readFileSync(file, 'utf8');
		expect(wrapped.replaceAll(/[\s",]+/g, ' ')).toMatch(/ wrap --name files (?:--env KEY )?-- \S+/);
		for (const kept of ['s3cret', 'https://mcp.example.com', '# ours', '// what we use', 'enabled'])
			expect(wrapped.includes(kept)).toBe(text.includes(kept));
		// Once more changes nothing.
		expect(await run('install', ...at)).toMatchObject({ status: 0 });
		expect(readFileSync(file, 'utf8')).toBe(wrapped);
		expect(await run('uninstall', ...at)).toMatchObject({ status: 0 });
		expect(readFileSync(file, 'utf8')).toBe(text);
		expect(existsSync(join(home, 'state/loadline/installed', `${client}.json`))).toBe(false);
	});
});

describe('what is switched off', () => {
	const inClient = (file: string, text: object) => {
		mkdirSync(dirname(join(home, file)), { recursive: true });
		writeFileSync(join(home, file), JSON.stringify(text));
	};
	const servers = (...names: string[]) =>
		Object.fromEntries(names.map((name) => [name, { command: name }]));

	it.each([
		...[
			['cursor', '.cursor/mcp.json', { ...servers('on'), off: { command: 'off', disabled: true } }],
		],
		...[['codex', '.codex/config.toml', { on: 1 }]],
		...[['claude-code', '.mcp.json', servers('on', 'off')]],
	] as const)('is left alone in the files of %s', async (client, file, mcpServers) => {
		inClient(file, { mcpServers });
		inClient('.claude/settings.local.json', { disabledMcpjsonServers: ['off'] });
		if (client === 'codex')
			writeFileSync(
				join(home, file),
				'[mcp_servers.on]\ncommand = "on"\n[mcp_servers.off]\ncommand = "off"\nenabled = false\n',
			);
		const said = await run('install', '--client', client, '--project', home);
		expect(said.err).toMatch(/off in .* stays as it is: it is switched off/);
		const after = readFileSync(join(home, file), 'utf8');
		expect(after).toMatch(/wrap/);
		expect(after).toMatch(/command"?\s?[=:]\s?"off"/);
	});
});

describe('a Node or a home that will not do', () => {
	it('is told in one line', async () => {
		const old = `Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } }); await import(process.argv[1]);`;
		const node18 = await program(['--input-type=module', '-e', old, inject('command')]);
		expect(node18).toMatchObject({ status: 1, out: '' });
		expect(node18.err).toMatch(
			/^loadline needs Node 20 or newer, .* this is Node 18\.20\.8\..*\n$/,
		);
		const file = join(home, 'file');
		writeFileSync(file, '');
		for (const HOME of process.platform === 'linux' ? ['/proc/1', file] : [file]) {
			const env = { HOME, XDG_STATE_HOME: '', LOADLINE_STATE: '' };
			const none = await commandLine(['wrap', '--', 'node'], { env });
			expect(none).toMatchObject({ status: 1 });
			expect(none.err).toMatch(/^loadline: \S+ cannot be made \(.*\): name another --state\n$/);
		}
	});
});

describe('what somebody changed since', () => {
	const at = ['--client', 'cursor', '--project', '/nowhere'];
	const write = (json: unknown) => {
		mkdirSync(join(home, '.cursor'), { recursive: true });
		writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify(json, null, 2));
	};
	const read = () => JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8'));

	it('stays, and the servers that are ours still are put back', async () => {
		const before = { mcpServers: { a: { command: 'a', args: ['1'] }, b: { command: 'b' } } };
		write(before);
		await run('install', ...at);
		const { mcpServers } = read();
		write({ mcpServers: { ...mcpServers, b: { command: 'mine' }, c: { command: 'c' } } });
		expect(await run('uninstall', ...at)).toMatchObject({ status: 0 });
		expect(read()).toEqual({
			mcpServers: { a: before.mcpServers.a, b: { command: 'mine' }, c: { command: 'c' } },
		});
		expect(existsSync(join(home, 'state/loadline/installed/cursor.json'))).toBe(false);
	});

	it('keeps its record while a server goes through Loadline in words of its own', async () => {
		write({ mcpServers: { a: { command: 'a' } } });
		await run('install', ...at);
		const { command, args } = read().mcpServers.a;
		const own = [...args.slice(0, args.indexOf('wrap') + 1), '--state', '/s', ...args.slice(-4)];
		write({ mcpServers: { a: { command, args: own } } });
		expect((await run('uninstall', ...at)).out).toContain('goes through Loadline still');
		write({ mcpServers: { a: { command, args } } });
		expect((await run('uninstall', ...at)).out).toContain('Restored a');
		expect(read()).toEqual({ mcpServers: { a: { command: 'a' } } });
	});

	it('is not touched by a dry run, and a server that is not there is named', async () => {
		const before = { mcpServers: { a: { command: 'a' } } };
		write(before);
		expect((await run('install', ...at, '--dry-run')).out).toContain('Would wrap a');
		expect(read()).toEqual(before);
		const { status, err } = await run('install', ...at, '--server', 'z');
		expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('It names: a.') });
		expect(read()).toEqual(before);
	});

	it('is left alone where the file cannot be read', async () => {
		mkdirSync(join(home, '.cursor'), { recursive: true });
		writeFileSync(join(home, '.cursor/mcp.json'), '{"mcpServers": {');
		const { status, err } = await run('install', ...at);
		expect({ status, err }).toEqual({
			...{
				status: 1,
				err: expect.stringContaining('is not valid JSON (line 1); nothing was changed'),
			},
		});
	});
});

describe('a document of a client', () => {
	const toml = { format: 'toml', keys: ['mcp_servers'] } as const;

	it('is refused where its servers stand in no lines of their own', () => {
		const text = 'mcp_servers = { files = { command = "a" } }\n';
		expect(serversIn(text, toml)).toEqual({ ok: true, value: { files: { command: 'a' } } });
		expect(withServerSet(text, toml, 'files', { command: 'b' }).ok).toBe(false);
	});

	it('takes names that need quotes', () => {
		const text = '[mcp_servers."my files"]\ncommand = "a"\n';
		expect(withServerSet(text, toml, 'my files', { command: 'b', args: ['x'] })).toEqual({
			ok: true,
			value: '[mcp_servers."my files"]\nargs = [ "x" ]\ncommand = "b"\n',
		});
	});
});

describe('what cannot be undone now', () => {
	it('is kept: a file that is gone, and one named from another folder', async () => {
		mkdirSync(join(home, 'project/.cursor'), { recursive: true });
		const file = join(home, 'project/.cursor/mcp.json');
		const text = '{"mcpServers":{"a":{"command":"a"}}}';
		writeFileSync(file, text);
		await run('install', '--client', 'cursor', '--project', join(home, 'project'));
		const wrapped = readFileSync(file, 'utf8');
		rmSync(file);
		const gone = await run('uninstall', '--client', 'cursor');
		expect(gone).toMatchObject({ status: 1, err: expect.stringContaining('is not there') });
		writeFileSync(file, wrapped);
		expect(await run('uninstall', '--client', 'cursor')).toMatchObject({ status: 0 });
		expect(readFileSync(file, 'utf8')).toBe(text);
	});

	it('is undone where the file was cut, and told of where the file or the record is no JSON', async () => {
		const at = ['--client', 'cursor', '--project', '/nowhere'];
		mkdirSync(join(home, '.cursor'), { recursive: true });
		const file = join(home, '.cursor/mcp.json');
		const text = '{"mcpServers":{"a":{"command":"a"}}}';
		writeFileSync(join(home, 'real.json'), text, { mode: 0o640 });
		symlinkSync(join(home, 'real.json'), file);
		await run('install', ...at);
		expect(lstatSync(file).isSymbolicLink()).toBe(true);
		expect(statSync(file).mode & 0o777).toBe(0o640);
		expect(readdirSync(home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
		const wrapped = readFileSync(file, 'utf8');
		const record = join(home, 'state/loadline/installed/cursor.json');

		writeFileSync(file, '{"mine": ');
		const other = await run('uninstall', ...at);
		expect(other).toMatchObject({ status: 1, err: expect.stringContaining(record) });
		expect(readFileSync(file, 'utf8')).toBe('{"mine": ');

		const kept = readFileSync(record, 'utf8');
		expect(statSync(record).mode & 0o777).toBe(0o600);
		writeFileSync(record, kept.slice(0, 40));
		const cut = await run('uninstall', ...at);
		expect(cut).toMatchObject({ status: 1, err: expect.stringContaining(record) });

		writeFileSync(record, kept);
		writeFileSync(file, wrapped.slice(0, 30));
		expect(await run('uninstall', ...at)).toMatchObject({ status: 0 });
		expect(readFileSync(file, 'utf8')).toBe(text);
	});

	it('is kept where LOADLINE_STATE says; a folder in the place of the file is named', async () => {
		const at = ['--client', 'cursor', '--project', '/nowhere'];
		const env = { HOME: home, LOADLINE_STATE: join(home, 'kept') };
		const file = join(home, '.cursor/mcp.json');
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, '{"mcpServers":{"a":{"command":"a"}}}');
		await commandLine(['install', ...at], { env });
		expect(readdirSync(home).sort()).toEqual(['.cursor', 'kept']);
		expect(readdirSync(join(home, 'kept/installed'))).toEqual(['cursor.json']);
		rmSync(file);
		mkdirSync(file);
		const { status, err } = await commandLine(['install', ...at], { env });
		expect({ status, err }).toEqual({
			status: 1,
			err: `loadline: ${file} is a folder, not a file; nothing was changed.\n`,
		});
	});

	it('is not begun: a file that is not UTF-8 stays as it is', async () => {
		mkdirSync(join(home, '.cursor'), { recursive: true });
		const bytes = Buffer.from('{"mcpServers":{"caf\xe9":{"command":"a"}}}', 'latin1');
		writeFileSync(join(home, '.cursor/mcp.json'), bytes);
		const { status, err } = await run('install', '--client', 'cursor', '--project', '/nowhere');
		expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('is not UTF-8') });
		expect(readFileSync(join(home, '.cursor/mcp.json')).equals(bytes)).toBe(true);
	});
});
