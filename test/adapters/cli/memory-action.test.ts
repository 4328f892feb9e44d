// The scripts of examples/github-rules.yml, run as its runner runs them: in a real clone, by bash -e.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isWhole } from '../../fuzz-runs';
import { openWorkspace } from '../../memory/workspace';
import { memoryServer } from './memory-server';

interface Step {
	readonly if?: string;
	readonly run?: string;
}

const { jobs } = parse(readFileSync('examples/github-rules.yml', 'utf8')) as {
	readonly jobs: { readonly rules: { readonly steps: readonly Step[] } };
};
const scriptOf = (event: string): string =>
	jobs.rules.steps.find((step) => step.if === `github.event_name == '${event}'`)?.run ?? 'exit 9';

const workspace = openWorkspace('ws-action');
let server: Awaited<ReturnType<typeof memoryServer>>;
let place = '';
const at = (...parts: string[]) => join(place, 'repository', ...parts);
const git = (...args: string[]) =>
	execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@localhost', ...args], {
		cwd: at(),
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
const commit = (file: string, content: string): void => {
	writeFileSync(at(file), content);
	git('add', '--all');
	git('commit', '-m', file);
	git('push', 'origin', 'main');
};
const onEvent = (event: string): Promise<{ status: number | null; said: string }> =>
	new Promise((done) => {
		const child = spawn('bash', ['-e', '-c', scriptOf(event)], {
			cwd: place,
			env: { ...process.env, LOADLINE_URL: server.url, LOADLINE_TOKEN: 't', GITHUB_SHA: 'abc' },
		});
		let said = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (part) => {
				said += String(part);
			});
		child.once('close', (status) => done({ status, said }));
	});
const published = async () =>
	Object.fromEntries(
		(await workspace.hub.exportFiles()).files.map(({ file, content }) => [file, content]),
	);

beforeAll(async () => {
	server = await memoryServer(workspace);
	place = mkdtempSync(join(tmpdir(), 'loadline-action-'));
	symlinkSync(resolve('.'), join(place, 'loadline'));
	mkdirSync(at());
	execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(place, 'remote.git')]);
	git('init', '-q', '-b', 'main');
	git('remote', 'add', 'origin', join(place, 'remote.git'));
});
afterAll(() => {
	server.close();
	rmSync(place, { recursive: true, force: true });
});

it.runIf(isWhole)(
	'shows in a pull request what would change, and publishes on merge, both ways',
	async () => {
		commit('AGENTS.md', '# Rules\n\n- Ask first\n');
		git('push', '--set-upstream', 'origin', 'main');
		const shown = await onEvent('pull_request');
		expect(shown).toMatchObject({ status: 0, said: expect.stringMatching(/\+- Ask first/) });
		expect(await published()).toEqual({});

		expect(await onEvent('push')).toMatchObject({ status: 0 });
		expect(await published()).toEqual({ 'AGENTS.md': '# Rules\n\n- Ask first\n' });
		expect(git('log', '-1', '--format=%s', 'origin/main').trim()).toBe('rules: as published');
		expect(git('ls-tree', '--name-only', '-r', 'origin/main')).toContain('.loadline/lock.json');

		// Changes of a review in the workspace are committed with the next merge.
		const [object] = await workspace.hub.listObjects();
		const content = '# Rules\n\n- Ask the owner first\n';
		const files = [{ file: 'AGENTS.md', content, base: object?.hash ?? null }];
		await workspace.hub.applySync({ by: 'boss', files });
		commit('README.md', 'no rule');
		expect(await onEvent('push')).toMatchObject({ status: 0 });
		expect(git('show', 'origin/main:AGENTS.md')).toBe(content);
	},
);
