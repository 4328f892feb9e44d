import { describe, expect, it } from 'vitest';
import { rulesRequest } from '../../../../src/adapters/mcp/tools/memory/rules';
import type { CallContext } from '../../../../src/gateway/contract/tool-source';
import type { Services } from '../../../../src/gateway/sessions/recorded-call';
import type { JsonObject } from '../../../../src/shared/json-values';
import { configOf, contextOf } from '../../../gateway/gateway';
import { API, openWorkspace, STYLE } from '../../../memory/workspace';

const ALWAYS = '# Rules\n\n- Never push to main\n';

async function library(files: Readonly<Record<string, string>>) {
	const workspace = openWorkspace();
	await workspace.push(files);
	const services = { memory: { ...workspace, now: () => 0 } } as unknown as Services;
	const ask = async (method: string, params: JsonObject = {}, session?: string) => {
		const context: CallContext = {
			...contextOf(),
			...(session !== undefined && { meta: { 'dev.loadline/session': session } }),
		};
		return rulesRequest(method, params, context, { services, config: configOf() });
	};
	const told = async (...asked: Parameters<typeof ask>) => {
		const answer = await ask(...asked);
		if (!answer.ok) throw new Error(answer.error.message);
		return answer.value as Record<string, never>;
	};
	return { workspace, ask, told };
}

const FILES = { 'AGENTS.md': ALWAYS, 'rules/style.md': STYLE, 'context/specs/api.md': API };
const loadsOf = async ({ hub }: { hub: Awaited<ReturnType<typeof library>>['workspace']['hub'] }) =>
	(await hub.attestations({ event: 'load' })).items.map(({ path, session }) => [path, session]);

describe('the prompt of rules', () => {
	it('is there where anything is published', async () => {
		expect(await (await library({})).told('prompts/list')).toEqual({ prompts: [] });
		expect(await (await library(FILES)).told('prompts/list')).toMatchObject({
			prompts: [{ name: 'rules', arguments: [{ name: 'task', required: false }] }],
		});
	});

	it('tells what is always on, and how to come by the rest; it binds nobody without a session', async () => {
		const { workspace, told } = await library(FILES);
		const { messages } = await told('prompts/get', { name: 'rules' });
		expect(messages).toMatchObject([
			{ role: 'user', content: { text: expect.stringMatching(/Never push to main.*memsetup/s) } },
		]);
		expect(await loadsOf(workspace)).toEqual([]);
	});

	it('brings the rules for a task in a session that is set up, and binds it', async () => {
		const { workspace, told } = await library(FILES);
		await workspace.agent('ada', 'ada-1');
		const given = { name: 'rules', arguments: { task: 'naming of functions' } };
		const { messages } = await told('prompts/get', given, 'ada-1');
		expect(JSON.stringify(messages)).toMatch(/Never push to main.*\[r2 [0-9a-f]{8}\].*snake_case/);
		expect(await loadsOf(workspace)).toEqual([['AGENTS.md', 'ada-1']]);
	});

	it('is the only one', async () => {
		const { ask } = await library(FILES);
		expect(await ask('prompts/get', { name: 'x' })).toMatchObject({
			ok: false,
			error: { message: expect.stringContaining('the only one of Loadline is rules') },
		});
	});
});

describe('the resources of rules', () => {
	it('are what is always on and every document, each readable by its URI', async () => {
		const { workspace, ask, told } = await library(FILES);
		const { resources } = await told('resources/list');
		const uris = (resources as unknown as { uri: string }[]).map(({ uri }) => uri);
		expect([...uris].sort()).toEqual([
			'memory:c3/specs/API.md',
			'memory:r1/AGENTS.md',
			'memory:r2/STYLE.md',
			'memory:rules',
		]);
		for (const session of [undefined, 'ada-1']) {
			if (session !== undefined) await workspace.agent('ada', session);
			for (const uri of uris)
				expect(await told('resources/read', { uri }, session)).toMatchObject({
					contents: [{ uri, mimeType: 'text/markdown', text: expect.stringMatching(/\n/) }],
				});
			expect(await ask('resources/read', { uri: 'memory:r9/X.md' }, session)).toMatchObject({
				ok: false,
				error: { rpc: { code: -32_602 } },
			});
		}
		expect((await loadsOf(workspace)).map(([, session]) => session)).toEqual(
			Array.from({ length: 4 }, () => 'ada-1'),
		);
	});
});
