// The conversation of a call: Claude Code names with each call over MCP the call of its model that it was made for.
import { expect, it } from 'vitest';
import { PassThrough } from '../../../src/adapters/llm';
import { LOCAL_PRINCIPAL } from '../../../src/auth/tokens';
import type { Config } from '../../../src/config/schema';
import { hostSession } from '../../../src/gateway';

const call = (id: string) => ({ type: 'tool_use', id, name: 'search', input: {} });
const passThrough = (answer: () => Response) =>
	new PassThrough({
		configOf: async () => ({ llm: { anthropic: { url: 'https://provider.example' } } }) as Config,
		services: () => {
			throw new Error('nothing is known');
		},
		isOwnTool: () => false,
		mayLookInto: () => false,
		fetch: async () => answer(),
		digest: async (text) => text,
		defer: () => {},
		now: () => 0,
		report: () => {},
	});
const prompt = (headers: Record<string, string>) =>
	new Request('http://localhost/llm/anthropic/v1/messages', {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: '{"messages":[]}',
	});
const stream = (...ids: string[]) =>
	new Response(
		ids
			.map(
				(id) =>
					`data: ${JSON.stringify({ type: 'content_block_start', content_block: call(id) })}\n\n`,
			)
			.join(''),
		{ headers: { 'content-type': 'text/event-stream' } },
	);
const ask = async (door: PassThrough, headers: Record<string, string>) =>
	(await door.serve(prompt(headers), LOCAL_PRINCIPAL, 'id')).text();

it('is known as soon as its model has made it, also where the prompt goes up unread, main agent and subagent apart', async () => {
	let answer = stream('t1', 't2');
	const door = passThrough(() => answer);
	await ask(door, { 'x-claude-code-session-id': 'main' });
	answer = Response.json({ content: [{ type: 'text', text: 'x' }, call('t3')] });
	await ask(door, { 'x-claude-code-session-id': 'main', 'x-claude-code-agent-id': 'sub' });
	answer = stream('t4');
	await ask(door, {});
	const madeIn = (id: string) => door.madeIn(LOCAL_PRINCIPAL, id);
	expect(['t1', 't2', 't3', 't4'].map(madeIn)).toEqual(['main', 'main', 'main-sub', undefined]);
	expect(door.madeIn({ ...LOCAL_PRINCIPAL, id: 'another' }, 't1')).toBeUndefined();
	expect(hostSession({ 'claudecode/toolUseId': 't3' }, 'transport', madeIn)).toBe('main-sub');
	expect(hostSession({ 'claudecode/toolUseId': 't9' }, 'transport', madeIn)).toBe('transport');
});
