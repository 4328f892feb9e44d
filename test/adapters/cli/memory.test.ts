import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpDeps, RouteState } from '../../../src/adapters/http/deps';
import { memoryRoutes } from '../../../src/adapters/http/memory-routes';
import { CODING, openWorkspace, STYLE } from '../../memory/workspace';
import { commandLine } from '../../program';

const workspace = openWorkspace('ws-one');
let server: Server;
let url = '';
let folder = '';

/** The real routes over a workspace in memory; everybody with the token is its administrator. */
beforeAll(async () => {
	const deps = {
		services: () => ({ memory: { ...workspace, now: () => 0 } }),
		config: { current: async () => ({ config: {}, origin: {}, version: 1 }) },
	} as unknown as HttpDeps;
	const app = new Hono<RouteState>()
		.use(async (c, next) => {
			if (c.req.header('authorization') !== 'Bearer secret') return c.json({}, 401);
			c.set('principal', { id: 'boss', workspace: 'ws-one', scopes: ['admin'] });
			c.set('correlationId', 'c-1');
			return next();
		})
		.route('/api/memory', memoryRoutes(deps));
	server = createServer(async (request, response) => {
		let body = '';
		for await (const part of request) body += String(part);
		const headers = new Headers({
			authorization: request.headers.authorization ?? '',
			'content-type': request.headers['content-type'] ?? '',
		});
		const init = { method: request.method ?? 'GET', headers, ...(body !== '' && { body }) };
		const answer = await app.request(request.url ?? '/', init);
		response.writeHead(answer.status, { 'content-type': 'application/json' });
		response.end(await answer.text());
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	folder = mkdtempSync(join(tmpdir(), 'loadline-memory-'));
});
afterAll(() => {
	server.close();
	rmSync(folder, { recursive: true, force: true });
});

const loadline = (...args: string[]) =>
	commandLine(['memory', ...args], { env: { LOADLINE_TOKEN: 'secret', LOADLINE_URL: url } });

const write = (file: string, content: string | Uint8Array): void => {
	mkdirSync(join(folder, file, '..'), { recursive: true });
	writeFileSync(join(folder, file), content);
};

describe('loadline memory', () => {
	it('shows the plan first, asks, publishes, and then has nothing to do', async () => {
		write('rules/code style.md', STYLE);
		write('workflow/coding.md', CODING);
		write('rules/.hidden/x.md', 'x');
		write('rules/picture.png', 'x');
		const plan = 'create    rules/code style.md\ncreate    workflow/coding.md\n0 unchanged\n';
		const binding = '2 rules, 4 constraints, 3 lines unbound\n';
		expect(await loadline('status', folder)).toEqual({ status: 0, out: plan + binding, err: '' });
		const unasked = await loadline('push', folder);
		expect(unasked).toMatchObject({ status: 1, out: plan });
		expect(unasked.err).toContain('--yes');
		expect(await workspace.hub.listObjects()).toEqual([]);
		expect(await loadline('push', folder, '--yes', '--note', 'first')).toMatchObject({
			status: 0,
			out: `${plan}published 2, withdrew 0\n`,
		});
		expect((await loadline('push', folder)).out).toBe('2 unchanged\n');
	});

	it('withdraws only what was deleted here, only when told to, and never with an empty folder', async () => {
		write('context/old.md', 'old');
		await loadline('push', folder, '--yes');
		rmSync(join(folder, 'context/old.md'));
		const kept = await loadline('push', folder, '--yes');
		expect(kept.out).toMatch(/^absent +context\/old\.md/);
		await workspace.push({ 'context/others.md': 'theirs' });
		const gone = await loadline('push', folder, '--yes', '--withdraw');
		expect(gone.out).toContain('withdrew 1');
		const wrong = await loadline('push', join(folder, 'nothing'), '--yes', '--withdraw');
		expect(wrong).toMatchObject({ status: 1, err: expect.stringContaining('no rule here') });
		expect(await workspace.hub.listObjects()).toHaveLength(3);
	});

	it('publishes the others beside a file that it cannot place or read', async () => {
		write('rules/CODE_STYLE.md', 'twin');
		write('rules/latin.md', Uint8Array.of(0x65, 0xe9, 0x0a));
		write('rules/empty.md', ' \n');
		write('rules/new.md', '- New\n');
		const pushed = await loadline('push', folder, '--yes');
		expect(pushed).toMatchObject({ status: 1, out: expect.stringContaining('published 1') });
		expect(pushed.err).toMatch(/rules\/code style\.md is the same object as rules\/CODE_STYLE\.md/);
		expect(pushed.err).toContain('rules/latin.md is not UTF-8');
		expect(pushed.err).toContain('rules/empty.md is empty');
		expect((await loadline('status', folder, '--check')).status).toBe(1);
		for (const file of ['CODE_STYLE', 'latin', 'empty']) rmSync(join(folder, `rules/${file}.md`));
	});

	it('pulls what differs there, into the names that the folder has, and leaves what was edited here', async () => {
		writeFileSync(join(folder, 'rules/code style.md'), 'mine');
		write('context/local.md', 'local');
		await workspace.push({ 'context/specs/api.md': '# API\n' });
		const pulled = await loadline('pull', folder, '--yes');
		expect(pulled.out).toBe(
			'pull      context/others.md\npull      context/specs/api.md\n2 unchanged\npulled 2\n',
		);
		expect(readFileSync(join(folder, 'rules/code style.md'), 'utf8')).toBe('mine');
		writeFileSync(join(folder, 'rules/code style.md'), STYLE);
	});

	it('exports what is published as one AGENTS.md', async () => {
		const { out } = await loadline('export');
		expect(out).toMatch(/^# Rules\n/);
		expect(out).toContain('## CODE_STYLE.md\n\nHow code looks\n\n### Code style\n\n#### Naming\n');
		expect(out).toMatch(/\n# Context\n\nIt informs, .*\n\n## /);
	});

	it('reviews drafts, and shows their texts without control characters', async () => {
		const [object] = await workspace.hub.listObjects({ kind: 'workflow' });
		const agent = await workspace.agent('boss');
		const body = `${CODING}\u001b]0;owned\u0007\n`;
		await agent('artifact', { resource: 'rule', op: { update: { id: object?.id, body } } });
		const listed = await loadline('review', 'list');
		expect(listed.out).toMatch(/^tmp-rule-\w{12} draft update workflow\/CODING\.md by boss\n$/);
		const id = listed.out.split(' ')[0] ?? '';
		expect((await loadline('review', 'submit', id, '--comment', 'please')).out).toContain(
			'submitted update',
		);
		const shown = await loadline('review', 'show', id);
		expect(shown.out).toMatch(/=== current version 1: workflow\/CODING\.md sha256:/);
		expect(shown.out).toContain('=== draft: workflow/CODING.md sha256:');
		expect(shown.out).not.toContain('\u001b');
		expect((await loadline('review', 'approve', id)).out).toContain(
			'workflow/CODING.md version 2 p-',
		);
		expect(await loadline('review', 'reject', id)).toMatchObject({
			status: 1,
			err: expect.stringContaining('answered 404: there is no draft'),
		});
	});
});

describe('two clones of a repository', () => {
	const clones = ['one', 'two'].map((name) => () => join(folder, 'clones', name));
	const [one, two] = clones as [() => string, () => string];
	const at = (clone: () => string, file: string) => join(clone(), file);
	const put = (clone: () => string, file: string, content: string) => {
		mkdirSync(join(at(clone, file), '..'), { recursive: true });
		writeFileSync(at(clone, file), content);
	};
	const read = (clone: () => string, file: string) => readFileSync(at(clone, file), 'utf8');
	const published = async () =>
		Object.fromEntries(
			(await workspace.hub.exportFiles()).files.map(({ file, content }) => [file, content]),
		);

	it('read rules where hosts keep them, and write them back there', async () => {
		for (const { id, hash } of await workspace.hub.listObjects())
			await workspace.hub.applySync({ by: 'boss', files: [], withdraw: [{ id, hash }] });
		const rules = {
			'AGENTS.md': '# Rules\n\n- Ask first\n\n## Tests\n\n- Run them all\n- Fix what fails\n',
			'packages/web-ui/AGENTS.md': '- Use CSS modules\n',
			'CLAUDE.md': '@AGENTS.md and @docs/style.md but not `@README.md` nor @~/mine.md\n',
			'docs/style.md': '- Be terse, as in @more/notes.md and @../../outside.md\n',
			'docs/more/notes.md': '- Notes bind too\n',
			'.claude/rules/sql.md': '---\npaths: ["**/*.sql"]\n---\n- Upper case keywords\n',
			'.claude/commands/ship.md': 'Ship it.\n',
			'.claude/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: x\n---\n- Read it\n',
			'.cursor/rules/react.mdc': '---\nglobs: *.tsx\nalwaysApply: false\n---\n- Use hooks\n',
			'.github/copilot-instructions.md': '- Be kind\n',
			'.github/instructions/go.instructions.md': "---\napplyTo: '**/*.go'\n---\n- gofmt\n",
			'.loadline/rules/own.md': '- Our own\n',
		};
		mkdirSync(at(one, '.git'), { recursive: true });
		mkdirSync(at(two, '.git'), { recursive: true });
		for (const [file, content] of Object.entries(rules)) put(one, file, content);
		put(one, 'rules/code.md', 'code of the project, no memory');
		put(one, 'node_modules/x/AGENTS.md', '- not ours');
		put(one, 'README.md', '# Not a rule');
		expect(await loadline('init', one())).toMatchObject({ status: 0 });
		expect(await loadline('push', one(), '--yes')).toMatchObject({
			status: 0,
			out: expect.stringContaining('published 12'),
		});
		expect(await published()).toEqual(rules);
		expect(await loadline('pull', two(), '--yes')).toMatchObject({ status: 0 });
		for (const [file, content] of Object.entries(rules)) expect(read(two, file)).toBe(content);
		expect((await loadline('status', two())).out).toMatch(
			/^12 unchanged\n12 rules, 14 constraints/,
		);
		const kinds = (await workspace.hub.listObjects()).map(({ path, kind }) => [path, kind]);
		expect(Object.fromEntries(kinds)['workflow/claude/commands/SHIP.md']).toBe('workflow');
		expect((await workspace.hub.standing({ tokenBudget: 1e4 })).text).toContain('Notes bind too');
	});

	it('never revert each other: a stale one merges, and publishes both', async () => {
		const text = read(one, 'AGENTS.md');
		put(one, 'AGENTS.md', text.replace('Ask first', 'Ask the owner first'));
		expect((await loadline('push', one(), '--yes')).status).toBe(0);
		put(two, 'AGENTS.md', text.replace('Fix what fails', 'Fix what fails at once'));
		expect(await loadline('push', two(), '--yes')).toMatchObject({
			status: 1,
			err: expect.stringContaining('AGENTS.md changed in the workspace too: pull first'),
		});
		expect((await published())['AGENTS.md']).toContain('Ask the owner first');
		expect((await loadline('sync', two(), '--yes')).status).toBe(0);
		const merged = text
			.replace('Ask first', 'Ask the owner first')
			.replace('fails', 'fails at once');
		expect((await published())['AGENTS.md']).toBe(merged);
		await loadline('pull', one(), '--yes');
		expect(read(one, 'AGENTS.md')).toBe(merged);
	});

	it('keep both sides of a conflict, and publish neither until it is resolved', async () => {
		const text = read(one, 'AGENTS.md');
		put(one, 'AGENTS.md', text.replace('Run them all', 'Run the changed ones'));
		await loadline('push', one(), '--yes');
		put(two, 'AGENTS.md', text.replace('Run them all', 'Run none'));
		const synced = await loadline('sync', two(), '--yes');
		expect(synced.status).toBe(1);
		expect(read(two, 'AGENTS.md')).toContain('Run none');
		const sides = read(two, 'AGENTS.md.conflict');
		for (const part of ['<<<<<<< here', 'Run none', 'Run the changed ones', '>>>>>>> published'])
			expect(sides).toContain(part);
		expect((await loadline('push', two(), '--yes')).status).toBe(1);
		expect((await published())['AGENTS.md']).toContain('Run the changed ones');
		put(two, 'AGENTS.md', text.replace('Run them all', 'Run the changed ones, then all'));
		rmSync(at(two, 'AGENTS.md.conflict'));
		expect((await loadline('sync', two(), '--yes')).status).toBe(0);
		expect((await published())['AGENTS.md']).toContain('then all');
	});

	it('rename as renames: the object, its history and its usage stay', async () => {
		const rule = (await workspace.hub.listObjects()).find(
			({ path }) => path === 'cursor/rules/REACT.md',
		);
		await loadline('pull', one(), '--yes');
		put(
			one,
			'.cursor/rules/react-hooks.mdc',
			`${read(one, '.cursor/rules/react.mdc')}- Use them well\n`,
		);
		rmSync(at(one, '.cursor/rules/react.mdc'));
		const pushed = await loadline('push', one(), '--yes');
		expect(pushed.out).toContain(
			'rename    .cursor/rules/react-hooks.mdc (was .cursor/rules/react.mdc)',
		);
		expect(await workspace.hub.readObject({ id: rule?.id ?? '' })).toMatchObject({
			path: 'cursor/rules/REACT_HOOKS.md',
			version: 2,
		});
		const pulled = await loadline('pull', two(), '--yes');
		expect(pulled.out).toContain(
			'move      .cursor/rules/react-hooks.mdc (was .cursor/rules/react.mdc)',
		);
		expect(existsSync(at(two, '.cursor/rules/react.mdc'))).toBe(false);
		expect((await loadline('diff', two())).out).toBe('');
	});

	it('take no rename back: a stale one pulls the new name first, whatever was done to the old', async () => {
		const [old, first, second] = ['hooks', 'hooks-first', 'hooks-second'].map(
			(name) => `.cursor/rules/${name}.mdc`,
		) as [string, string, string];
		const text = '# Hooks\n\n- Call hooks at the top\n- Name them use\n\nOnly in components.\n';
		const move = (clone: typeof one, from: string, to: string, content: string) => {
			rmSync(at(clone, from));
			put(clone, to, content);
		};
		put(one, old, text);
		await loadline('push', one(), '--yes');
		await loadline('pull', two(), '--yes');
		move(one, old, first, text);
		await loadline('push', one(), '--yes');
		put(two, old, text.replace('top', 'very top'));
		expect(await loadline('push', two(), '--yes')).toMatchObject({
			status: 1,
			err: expect.stringContaining(`${first} changed in the workspace too: pull first`),
		});
		expect((await loadline('diff', two())).out).toMatch(/^\+- Call hooks at the very top$/m);
		expect((await loadline('sync', two(), '--yes')).status).toBe(0);
		expect(existsSync(at(two, old))).toBe(false);
		expect((await published())[first]).toContain('very top');
		expect(Object.keys(await published())).not.toContain(old);
		// Both rename: what was published first stays.
		await loadline('pull', one(), '--yes');
		const now = read(one, first);
		move(one, first, second, now);
		await loadline('push', one(), '--yes');
		move(two, first, old, `${now}\nAnd more.\n`);
		expect((await loadline('push', two(), '--yes')).status).toBe(1);
		expect((await loadline('sync', two(), '--yes')).status).toBe(0);
		expect((await published())[second]).toContain('And more.');
		// One renames, the other edits: both stay.
		await loadline('pull', one(), '--yes');
		put(one, second, `${read(one, second)}\nAnd last.\n`);
		await loadline('push', one(), '--yes');
		move(two, second, first, read(two, second));
		expect((await loadline('sync', two(), '--yes')).status).toBe(0);
		expect((await published())[first]).toContain('And last.');
		await loadline('pull', one(), '--yes');
		for (const clone of [one, two]) {
			expect((await loadline('diff', clone())).out).toBe('');
			expect([old, first, second].filter((file) => existsSync(at(clone, file)))).toEqual([first]);
		}
		for (const clone of [one, two]) rmSync(at(clone, first));
		await loadline('push', one(), '--yes', '--withdraw');
		await loadline('pull', two(), '--yes');
	});

	it('show what would change, line by line, and write what came from a review', async () => {
		put(two, 'CLAUDE.md', '@AGENTS.md\n\n- And this\n');
		expect((await loadline('diff', two())).out).toMatch(/^\+- And this$/m);
		await workspace.push({ 'rules/reviewed.md': '- From a draft\n' });
		await loadline('sync', two(), '--yes');
		expect(read(two, '.loadline/rules/reviewed.md')).toBe('- From a draft\n');
		expect((await published())['CLAUDE.md']).toContain('And this');
	});
});

describe('a folder that means harm, or is only odd', () => {
	let odd = '';
	const put = (file: string, content: string | Uint8Array) => {
		mkdirSync(join(odd, file, '..'), { recursive: true });
		writeFileSync(join(odd, file), content);
	};
	beforeEach(async () => {
		for (const { id, hash } of await workspace.hub.listObjects())
			await workspace.hub.applySync({ by: 'boss', files: [], withdraw: [{ id, hash }] });
		odd = join(mkdtempSync(join(folder, 'odd-')), 'repository');
		mkdirSync(join(odd, '.git'), { recursive: true });
	});
	const files = async () =>
		(await workspace.hub.exportFiles()).files.map(({ file }) => file).sort();

	it('imports what Claude Code imports, and says with its line what it does not', async () => {
		put(
			'CLAUDE.md',
			[
				'# Read @README and **@docs/bold.md** and @docs/a\\ b.md#part,',
				'then @docs/git.md. (@docs/paren.md) "@docs/gone.md" @docs/missing.md',
				'',
				'- `@docs/code.md` <!-- @docs/comment.md --> a@docs/mail.md @angular/core @someone [@a/b](./x)',
				'- @notes.txt @package.json @.ai/hidden.md @~/mine.md @guide',
				'',
				'```',
				'@docs/fence.md',
				'```',
			].join('\n'),
		);
		const names = ['bold', 'a b', 'git', 'paren', 'code', 'comment', 'mail', 'fence'];
		for (const name of names) put(`docs/${name}.md`, `- ${name}\n`);
		for (const name of ['README', 'notes.txt', '.ai/hidden.md', 'guide.md', 'package.json'])
			put(name, `- ${name}\n`);
		for (const depth of [1, 2, 3, 4, 5]) put(`deep/d${depth}.md`, `@d${depth + 1}.md\n`);
		put('docs/bold.md', '- Bold, as in @../deep/d2.md\n');
		const pushed = await loadline('push', odd, '--yes');
		expect(pushed.status).toBe(0);
		expect(await files()).toEqual([
			'.ai/hidden.md',
			'CLAUDE.md',
			'README',
			'deep/d2.md',
			'deep/d3.md',
			'deep/d4.md',
			'docs/a b.md',
			'docs/bold.md',
			'notes.txt',
		]);
		const said = pushed.err.trim().split('\n').sort();
		expect(said).toEqual([
			expect.stringMatching(
				/^CLAUDE\.md:2: @docs\/git\.md\. imports nothing: .* after docs\/git\.md$/,
			),
			'CLAUDE.md:2: @docs/missing.md is not there',
			expect.stringMatching(/^CLAUDE\.md:2: @docs\/paren\.md\) imports nothing: only a blank/),
			'CLAUDE.md:5: @guide is not there; guide.md is',
			expect.stringMatching(/^CLAUDE\.md:5: @package\.json is neither Markdown nor plain text/),
			'CLAUDE.md:5: @~/mine.md lies outside of the repository: it binds nobody here',
			expect.stringMatching(/^deep\/d4\.md:1: @d5\.md lies more than 4 imports deep/),
		]);
		const { out } = await loadline('status', odd, '--check');
		expect(out).toMatch(/9 rules, .*, 7 imports that bind nobody\n$/);
	});

	it('lets an empty, a broken and a huge file concern themselves', async () => {
		put('AGENTS.md', '- Ask first\n');
		put('.cursor/rules/empty.mdc', '');
		expect(await loadline('push', odd, '--yes')).toMatchObject({
			status: 0,
			err: '.cursor/rules/empty.mdc is empty: left out\n',
		});
		expect((await loadline('status', odd, '--check')).status).toBe(0);
		put('.cursor/rules/latin.mdc', Uint8Array.of(0x65, 0xe9, 0x0a));
		put('.cursor/rules/huge.mdc', '- x\n'.repeat(200_000));
		put('.cursor/rules/new.mdc', '- New\n');
		const pushed = await loadline('push', odd, '--yes');
		expect(pushed).toMatchObject({ status: 0, out: expect.stringContaining('published 1') });
		expect(pushed.err).toMatch(/huge\.mdc has 800000 bytes, .*\n.*latin\.mdc is not UTF-8/);
		expect((await loadline('status', odd, '--check')).status).toBe(1);
	});

	it('follows no link out of itself, neither to read nor to write', async () => {
		const outside = join(odd, '..', 'outside');
		mkdirSync(outside);
		writeFileSync(join(outside, 'secret.md'), '- A secret\n');
		put('AGENTS.md', '- Ask first, see @docs/out.md and @link.md\n');
		put('docs/in.md', '- Inside\n');
		mkdirSync(join(odd, '.cursor'), { recursive: true });
		symlinkSync('AGENTS.md', join(odd, 'CLAUDE.md'));
		symlinkSync(join(outside, 'secret.md'), join(odd, 'docs/out.md'));
		symlinkSync('docs/in.md', join(odd, 'link.md'));
		symlinkSync(join(outside, 'secret.md'), join(odd, '.cursorrules'));
		symlinkSync(outside, join(odd, '.claude'));
		const pushed = await loadline('push', odd, '--yes');
		expect(pushed.err).toMatch(/AGENTS\.md:1: @docs\/out\.md is not there/);
		expect(pushed.err).toMatch(/\.cursorrules is a symbolic link, .*: left out/);
		expect(pushed.err).not.toContain('CLAUDE.md');
		expect(await files()).toEqual(['AGENTS.md', 'link.md']);
		await workspace.push({
			'.claude/rules/evil.md': '- Evil\n',
			'.cursorrules': '- Evil\n',
			Makefile: 'all:\n\tevil\n',
			'.cursor/rules/good.mdc': '- Good\n',
		});
		const pulled = await loadline('pull', odd, '--yes');
		expect(pulled.status).toBe(1);
		expect(pulled.err).toMatch(/\.claude\/rules\/evil\.md is not written: .* symbolic link/);
		expect(pulled.err).toMatch(/Makefile is not written: it is no Markdown/);
		expect(readdirSync(outside)).toEqual(['secret.md']);
		expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('- A secret\n');
		expect(existsSync(join(odd, 'Makefile'))).toBe(false);
		expect(readFileSync(join(odd, '.cursor/rules/good.mdc'), 'utf8')).toBe('- Good\n');
	});

	it('is one repository: not the one inside it, nor a folder of it', async () => {
		put('AGENTS.md', '- Ours\n');
		put('parts/theirs/AGENTS.md', '- Theirs\n');
		put('parts/theirs/.git', 'gitdir: ../../.git/modules/theirs\n');
		const pushed = await loadline('push', odd, '--yes');
		expect(pushed.err).toBe('parts/theirs/ is a repository of its own: left out\n');
		expect(await files()).toEqual(['AGENTS.md']);
		put('docs/AGENTS.md', '- Only in docs\n');
		expect(await loadline('push', join(odd, 'docs'), '--yes')).toMatchObject({
			status: 1,
			err: expect.stringMatching(/lies in the repository .*repository: name that, or begin/),
		});
		expect((await loadline('init', join(odd, 'docs'))).status).toBe(0);
	});

	it('takes other line ends for no change, and merges across them', async () => {
		put('AGENTS.md', '\uFEFF# Rules\n\n- One\n- Two\n- Three\n- Four\n');
		await loadline('push', odd, '--yes');
		const checkout = (text: string) => put('AGENTS.md', text.replaceAll('\n', '\r\n'));
		checkout('\uFEFF# Rules\n\n- One\n- Two\n- Three\n- Four\n');
		expect((await loadline('sync', odd, '--yes')).out).toBe('1 unchanged\n1 unchanged\n');
		const [{ id = '', hash = '' } = {}] = await workspace.hub.listObjects();
		const theirs = '\uFEFF# Rules\n\n- One, theirs\n- Two\n- Three\n- Four\n';
		await workspace.hub.applySync({
			by: 'boss',
			files: [{ file: 'AGENTS.md', content: theirs, base: hash, id }],
		});
		checkout('\uFEFF# Rules\n\n- One\n- Two\n- Three\n- Four, mine\n');
		expect((await loadline('sync', odd, '--yes')).status).toBe(0);
		const { files: there } = await workspace.hub.exportFiles();
		expect(there[0]?.content).toBe(theirs.replace('Four', 'Four, mine'));
	});
});
