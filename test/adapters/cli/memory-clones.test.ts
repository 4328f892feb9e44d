// Two clones of a repository whose rules one workspace keeps: neither loses what the other did.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryFolder, writeIn } from './memory-folder';

const { workspace, folder, loadline, empty } = memoryFolder();

describe('two clones of a repository', () => {
	const clones = ['one', 'two'].map((name) => () => join(folder, 'clones', name));
	const [one, two] = clones as [() => string, () => string];
	const at = (clone: () => string, file: string) => join(clone(), file);
	const put = (clone: () => string, file: string, content: string) =>
		writeIn(clone(), file, content);
	const read = (clone: () => string, file: string) => readFileSync(at(clone, file), 'utf8');
	const published = async () =>
		Object.fromEntries(
			(await workspace.hub.exportFiles()).files.map(({ file, content }) => [file, content]),
		);

	it('read rules where hosts keep them, and write them back there', async () => {
		await empty();
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
