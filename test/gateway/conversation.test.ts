import { describe, expect, it } from 'vitest';
import {
	addressedConversation,
	conversationOf,
	hostSession,
} from '../../src/gateway/contract/gateway';
import type { ToolSource } from '../../src/gateway/contract/tool-source';
import { EphemeralSessions } from '../../src/gateway/sessions/ephemeral-session';
import { ok } from '../../src/shared/result';
import { textResult } from '../../src/shared/tool-result';
import { callAsSent, contextOf, gatewayOf, scripted } from './gateway';

describe('a conversation', () => {
	it('is another one for the same name of another, and for names that only look joined', () => {
		const names = [
			conversationOf({ 'dev.loadline/session': 'a' }),
			conversationOf({ 'dev.loadline/session': '[["openai/session","a"]]' }),
			conversationOf({ 'openai/session': 'a' }),
			conversationOf({ session_id: 'a' }),
			conversationOf({ sessionId: 'a' }),
			conversationOf({ sessionId: 'a', threadId: 'b' }),
			conversationOf({ sessionId: 'a b' }),
			conversationOf({ sessionId: 'b', threadId: 'a' }),
			conversationOf({ 'x-codex-turn-metadata': { thread_id: 'a' } }),
			conversationOf({ 'x-codex-turn-metadata': { session_id: 'a' } }),
			conversationOf({}, addressedConversation('a')),
		];
		expect(new Set(names).size).toBe(names.length);
		expect(names[0]).toBe('a');
		expect(conversationOf({}, 'of the transport')).toBe('of the transport');
		expect(conversationOf({})).toBeUndefined();
	});

	it('has a name of 800 bytes at most, another for each, however long the names of its host are', () => {
		const long = (end: string) => '\u0001'.repeat(199) + end;
		const names = ['a', 'b', 'é'].map((end) =>
			conversationOf({ sessionId: long(end), threadId: long('c'), 'openai/session': long('d') }),
		);
		expect(new Set(names).size).toBe(3);
		for (const name of names)
			expect(Buffer.byteLength(JSON.stringify(name))).toBeLessThanOrEqual(800);
	});

	it('is a session under the name that its host gives it, where that can be one', () => {
		const codex = { 'x-codex-turn-metadata': { thread_id: 'a', session_id: 'b' } };
		expect(hostSession(codex)).toBe('b');
		expect(hostSession({ sessionID: 'ses_1' })).toBe('ses_1');
		expect(hostSession({ sessionID: 'no name' })).toBeUndefined();
		expect(hostSession({ 'dev.loadline/session': 'a' })).toBeUndefined();
	});
});

describe('a call that comes back with answers', () => {
	it('goes on in a session that is there, and in no other', async () => {
		const called: unknown[] = [];
		const source: ToolSource = {
			name: 'up',
			listTools: async () => ok([]),
			callTool: async () => ok({ kind: 'result', result: { content: [] } }),
			hasSession: async ({ conversation }) => conversation === 's-begun',
		};
		const back = (session: string) =>
			new EphemeralSessions(() => 'new').run(
				source,
				{ name: 't', args: {}, continuation: { requestState: `in:${session}:` } },
				contextOf(),
				async (call, context) => {
					called.push(context.conversation);
					return source.callTool(call, context);
				},
				true,
			);
		const refused = await back('s-anything');
		expect(refused.ok ? '' : refused.error.message).toMatch(/^requestState: .* has ended/);
		expect((await back('s-begun')).ok).toBe(true);
		expect(called).toEqual(['s-begun']);
	});
});

describe('a call in a session that it names', () => {
	it('is refused at a server that keeps none, and nothing is called', async () => {
		const { source, calls } = scripted('up', { tell: { answer: () => textResult('told') } });
		const gateway = gatewayOf({ sources: [source] });
		const named = callAsSent(gateway, 'up__tell', { _loadline: { session_id: 's-unheard-of' } });
		await expect(named).rejects.toThrow('there is no session "s-unheard-of"');
		expect(calls).toEqual([]);
	});
});
