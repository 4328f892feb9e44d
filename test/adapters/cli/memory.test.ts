// `loadline memory`: what is published, withdrawn and reviewed from a folder.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODING, STYLE } from '../../memory/workspace';
import { memoryFolder, writeIn } from './memory-folder';

const { workspace, folder, loadline } = memoryFolder();

describe('loadline memory', () => {
	it('shows the plan first, asks, publishes, and then has nothing to do', async () => {
		writeIn(folder, 'rules/code style.md', STYLE);
		writeIn(folder, 'workflow/coding.md', CODING);
		writeIn(folder, 'rules/.hidden/x.md', 'x');
		writeIn(folder, 'rules/picture.png', 'x');
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
		writeIn(folder, 'context/old.md', 'old');
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
		writeIn(folder, 'rules/CODE_STYLE.md', 'twin');
		writeIn(folder, 'rules/latin.md', Uint8Array.of(0x65, 0xe9, 0x0a));
		writeIn(folder, 'rules/empty.md', ' \n');
		writeIn(folder, 'rules/new.md', '- New\n');
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
		writeIn(folder, 'context/local.md', 'local');
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
		expect(listed.out).toMatch(
			/^ID .*\ntmp-rule-\w{12} +draft +update +workflow\/CODING\.md +– +boss +no +\S+Z\n$/,
		);
		const id = /tmp-rule-\w{12}/.exec(listed.out)?.[0] ?? '';
		expect((await loadline('review', 'submit', id, '--comment', 'please')).out).toContain(
			'submitted update',
		);
		const shown = await loadline('review', 'show', id);
		expect(shown.out).toMatch(/=== current version 1: workflow\/CODING\.md sha256:/);
		expect(shown.out).toContain('=== draft: workflow/CODING.md sha256:');
		expect(shown.out).not.toContain('\u001b');
		expect((await loadline('review', 'approve', id)).out).toContain(
			'workflow/CODING.md published, version 2 of p-',
		);
		expect(await loadline('review', 'reject', id)).toMatchObject({
			status: 1,
			err: expect.stringContaining('answered 404: there is no draft'),
		});
	});
});
