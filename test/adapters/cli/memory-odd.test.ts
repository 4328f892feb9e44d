// Folders that mean harm, or are only odd.
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryFolder, writeIn } from './memory-folder';

const { workspace, folder, loadline, empty } = memoryFolder();

describe('a folder that means harm, or is only odd', () => {
	let odd = '';
	const put = (file: string, content: string | Uint8Array) => writeIn(odd, file, content);
	beforeEach(async () => {
		await empty();
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

	it('keeps what lies here unpublished where a file of its name was renamed to there', async () => {
		put('.loadline/rules/a.md', '- One\n');
		await loadline('push', odd, '--yes');
		const [{ id = '', hash = '' } = {}] = await workspace.hub.listObjects();
		const renamed = { file: '.loadline/rules/b.md', content: '- One\n', base: hash, id };
		await workspace.hub.applySync({ by: 'boss', files: [renamed] });
		put('.loadline/rules/b.md', '- Mine, and nowhere else\n');
		const pulled = await loadline('pull', odd, '--yes');
		expect(pulled.status).toBe(1);
		expect(pulled.err).toMatch(/b\.md is not written: another file lies here under this name/);
		expect(readFileSync(join(odd, '.loadline/rules/b.md'), 'utf8')).toMatch(/nowhere else/);
		expect(readFileSync(join(odd, '.loadline/rules/a.md'), 'utf8')).toBe('- One\n');
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
