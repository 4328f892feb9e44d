// Drafts whose paths mean harm, proposed by a real client, let through by a careless reviewer, and synchronised to a
// folder: nothing is written outside of it, and nothing that lies in it is lost.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProcess } from '../adapters/cli/in-process';
import { isWhole } from '../fuzz-runs';
import { type Agent, agentOf, api, endMemory, loadline, serveMemory } from './memory-bed';

serveMemory();
endMemory();

const outside = mkdtempSync(join(tmpdir(), 'loadline-drafts-'));
afterAll(() => rmSync(outside, { recursive: true }));

let ada: Agent;
beforeAll(async () => {
	ada = await agentOf('v2 auto', 'ada', 'drafts');
});

const create = (path: string, body = `# From ${path.slice(0, 40)}\n`) =>
	ada('artifact', { resource: 'context', op: { create: { path, body } } });

/** Each would be somewhere else, or something else, than a file below `context/`. */
const REFUSED = [
	...[
		'../x.md',
		'./x.md',
		'%2e%2e/x.md',
		'%2E./x.md',
		'..%2fx.md',
		'.\u200d./x.md',
		'..\u0000/x.md',
	],
	...['../../.bashrc', 'a/../../b.md', '/etc/passwd', '//host/share.md', '\\\\host\\share.md'],
	...['C:/x.md', 'c:x.md', 'a\\b.md', 'a/b\u0000.md', 'a\n.md', 'a/\u202egnp.md', '~/\u0007.md'],
	...['CON', 'nul.md', 'a/Aux.txt', 'com1.md', '-con.md', 'a/ lpt9 .md', 'prn_/x.md', 'é nul.md'],
	...['', '   ', '.md', '/', 'a//b.md', 'é/x.md', '\u2025/x.md', '\uff0e\uff0e/x.md', '~/x.md'],
	...[`${'a/'.repeat(400)}x.md`, `${'n'.repeat(5_000)}.md`],
];
/** Each is a file of its own there, under a name of letters, digits and _. */
const TAKEN = {
	'.git/hooks/pre-commit': 'git/hooks/PRE_COMMIT.md',
	'.ssh/authorized_keys': 'ssh/AUTHORIZED_KEYS.md',
	'package.json': 'PACKAGE_JSON.md',
	'x;rm -rf $HOME.md': 'X_RM_RF_HOME.md',
	'node_modules/evil/index.md': 'node_modules/evil/INDEX.md',
	'build/Deploy.md': 'build/DEPLOY.md',
	'\u041a\u0430ML.md': 'ML.md',
	'\u212aelvin.md': 'ELVIN.md',
	[`${'d/'.repeat(20)}deep.md`]: `${'d/'.repeat(20)}DEEP.md`,
} as const;
/** Other spellings of the same. */
const SAME = ['BUILD/deploy.MD', 'build/deploy', 'Build/-deploy-.md'];

it('a draft is refused at a path that would lead elsewhere, or name something else', async () => {
	for (const path of REFUSED) {
		const { isError, texts } = await create(path);
		const said = expect.stringMatching(/unsafe path|is required/);
		expect([path, isError, texts.join()]).toEqual([path, true, said]);
	}
});

it('what it may be called is one file each, in whichever letters it is spelled', async () => {
	for (const [path, at] of Object.entries(TAKEN))
		expect((await create(path)).structured).toMatchObject({ draft_path: at });
	for (const path of SAME)
		expect((await create(path)).texts.join()).toMatch(/draft already exists/);
});

it.runIf(isWhole)('a body beyond what a document may have is refused', async () => {
	for (const size of [600_000, 3_500_000])
		expect((await create('giant.md', 'x'.repeat(size))).texts.join()).toMatch(/bytes|large/);
	await expect(create('giant.md', 'x'.repeat(5_000_000))).rejects.toThrow();
	expect((await create('after.md')).isError).toBe(false);
});

/** Every file below a folder, with its text. */
const filesIn = (folder: string): Record<string, string> =>
	Object.fromEntries(
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
	);

it('published, they are written below context/ alone, beside what lies there', async () => {
	const { drafts } = (await api('boss', '/drafts')) as { drafts: { id: string }[] };
	for (const { id } of drafts) {
		await api('ada', `/drafts/${id}/submit`, {});
		await api('boss', `/drafts/${id}/approve`, {});
	}
	const folder = join(outside, 'deep/er/repository');
	const before = {
		'.git/config': '[core]\n',
		'.git/hooks/pre-commit': '#!/bin/sh\n',
		'package.json': '{}\n',
		'context/BUILD.md': '# Mine\n',
	};
	for (const [file, text] of Object.entries(before)) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	}
	const env = { LOADLINE_TOKEN: 'token-boss', LOADLINE_URL: loadline.url };
	const memory = (...args: string[]) => inProcess(['memory', ...args], { env });
	expect(await memory('pull', folder, '--yes')).toMatchObject({ status: 0 });
	const after = filesIn(outside);
	for (const [file, text] of Object.entries(after)) {
		const name = file.replace('deep/er/repository/', '');
		if (name in before) expect(text).toBe(before[name as keyof typeof before]);
		else expect(name).toMatch(/^\.loadline\//);
	}
	for (const at of Object.values(TAKEN))
		expect(Object.keys(after)).toContain(`deep/er/repository/.loadline/context/${at}`);
	// All of it is seen there, and what is edited there is not lost.
	expect((await memory('status', folder, '--check')).status).toBe(0);
	const edited = join(folder, '.loadline/context/build/DEPLOY.md');
	writeFileSync(edited, '# Edited here\n');
	const { files } = (await api('boss', '/export')) as { files: Record<string, string>[] };
	const published = files.find(({ path }) => path === 'build/DEPLOY.md');
	const { id, hash: base } = published ?? {};
	const newer = { file: 'context/build/DEPLOY.md', content: '# Newer\n', id, base };
	await api('boss', '/sync/apply', { files: [newer] });
	expect((await memory('pull', folder, '--yes')).status).toBe(1);
	expect(readFileSync(edited, 'utf8')).toBe('# Edited here\n');
	expect(readFileSync(`${edited}.conflict`, 'utf8')).toContain('# Newer');
});
