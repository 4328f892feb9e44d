// Tests of callers of the pass-through: development mode allows a provider on this machine, and tokens decide all the
// same.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { startProvider } from './provider';
import { startLoadline } from './serve';

it('who calls is known by a token of its own, in a header or in the path, never by the key', async () => {
	const provider = await startProvider();
	const token = 'tokens-are-long-and-random';
	const sha256 = createHash('sha256').update(token).digest('hex');
	const tokens = [{ name: 'ada', workspace: 'ws-a', scopes: ['admin'], sha256 }];
	const vars = {
		LOADLINE_TOKENS: JSON.stringify(tokens),
		LOADLINE_LLM_ANTHROPIC_URL: provider.url,
	};
	const closed = await startLoadline({ vars });
	try {
		const ask = (path: string, headers: Record<string, string>) =>
			closed.fetch(path, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...headers },
				body: '{"messages":[{"role":"user","content":"Hi"}]}',
			});
		const messages = '/llm/anthropic/v1/messages';
		const bearer = { authorization: `Bearer ${token}` };
		for (const headers of [{}, { 'x-loadline-token': 'wrong' }, bearer]) {
			const refused = await ask(messages, headers);
			expect(refused.status).toBe(401);
			expect(await refused.json()).toMatchObject({
				type: 'error',
				error: { type: 'authentication_error' },
			});
		}
		expect(provider.received).toEqual([]);
		const theirs = { authorization: 'Bearer sk-of-the-provider' };
		expect((await ask(messages, { ...theirs, 'x-loadline-token': token })).status).toBe(200);
		expect((await ask(`/llm/~${token}/anthropic/v1/messages`, theirs)).status).toBe(200);
		expect((await ask(`/llm/~${token}/openai/v1/chat/completions`, theirs)).status).toBe(404);
		expect(provider.received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
			['/v1/messages', theirs.authorization],
			['/v1/messages', theirs.authorization],
		]);
		expect(JSON.stringify(provider.received)).not.toContain(token);
	} finally {
		await closed.stop();
		await provider.stop();
	}
});
