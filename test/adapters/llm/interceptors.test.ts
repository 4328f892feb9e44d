// The interceptor server, as its draft has it: listed, invoked, and refused what it does not know.
import { describe, expect, it } from 'vitest';
import { CLAUDE_CODE, Conversation } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import { ANTHROPIC } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';

type Json = Record<string, unknown>;

const stage = new Stage(ANTHROPIC);
const ask = async (method: string, params: object = {}) => {
	const answer = await stage.intercept({ jsonrpc: '2.0', id: 7, method, params });
	expect(answer).toMatchObject({ jsonrpc: '2.0', id: 7 });
	return answer as { result?: Json; error?: { code: number } };
};

describe('the interceptor server', () => {
	it('lists a mutator of prompts and a validator of results', async () => {
		const { result } = await ask('interceptors/list');
		expect(result?.interceptors).toMatchObject([
			{
				name: 'used-results',
				type: 'mutation',
				hook: { events: ['llm/completion'], phase: 'request' },
			},
			{
				name: 'context-marks',
				type: 'validation',
				hook: { events: ['tools/call'], phase: 'response' },
			},
		]);
		const { result: some } = await ask('interceptors/list', { event: 'tools/call' });
		expect(some?.interceptors).toHaveLength(1);
		expect((await ask('initialize')).result?.capabilities).toEqual({
			interceptor: { supportedEvents: ['llm/completion', 'tools/call'] },
		});
	});

	it('leaves out of a prompt what the pass-through would', async () => {
		const calls = new Calls();
		// The conversation is only written here: its host asks the interceptor instead of sending through.
		const bodies: Json[] = [];
		const kept = { ...stage, provider: ANTHROPIC, now: 0 } as unknown as Stage;
		Object.assign(kept, {
			newId: () => stage.newId(),
			keep: (...given: Parameters<Stage['keep']>) => stage.keep(...given),
			send: async (body: Json) => {
				bodies.push(body);
				const params = {
					name: 'used-results',
					event: 'llm/completion',
					phase: 'request',
					payload: body,
				};
				const { result } = await ask('interceptor/invoke', params);
				const sent = result?.payload as Json;
				expect(result).toMatchObject({
					interceptor: 'used-results',
					type: 'mutation',
					phase: 'request',
				});
				expect(result?.modified).toBe(JSON.stringify(sent) !== JSON.stringify(body));
				return sent;
			},
			shownFor: (id: string) => stage.shownFor(id),
			kept: stage.kept,
		});
		const talk = new Conversation(kept, CLAUDE_CODE, 'main');
		await talk.request();
		for (let at = 0; at < 12; at++) {
			await talk.call(calls.page());
			await talk.call(calls.finding());
		}
		expect(talk.collapsed.size).toBeGreaterThan(8);
		expect(talk.faults).toEqual([]);
	});

	it('warns of marks that have not their form', async () => {
		const judge = async (_meta: object) =>
			(
				await ask('interceptor/invoke', {
					...{ name: 'context-marks', event: 'tools/call', phase: 'response' },
					payload: { content: [], _meta },
				})
			).result;
		expect(await judge({ context: { lifecycle: 'transient', summary: 'fine' } })).toMatchObject({
			valid: true,
		});
		expect(await judge({ 'dev.loadline/context': { consumed: 'yes' } })).toMatchObject({
			valid: false,
			severity: 'warn',
			messages: [{ message: expect.stringContaining('consumed') }],
		});
	});

	it.each<[string, object, number]>([
		['tools/list', {}, -32_601],
		['interceptor/invoke', { name: 'another', payload: {} }, -32_602],
		['interceptor/invoke', { name: 'used-results', payload: 'text' }, -32_602],
		[
			'interceptor/invoke',
			{ name: 'used-results', event: 'tools/call', phase: 'response', payload: {} },
			-32_602,
		],
	])('refuses %s %j', async (method, params, code) => {
		expect((await ask(method, params)).error?.code).toBe(code);
	});

	it('answers no notification, and goes on without what is no prompt', async () => {
		const message = { jsonrpc: '2.0', method: 'notifications/initialized' };
		expect(await stage.intercept(message)).toBeUndefined();
		const params = {
			name: 'used-results',
			event: 'llm/completion',
			phase: 'request',
			payload: { messages: 7 },
		};
		expect((await ask('interceptor/invoke', params)).result).toMatchObject({ modified: false });
		expect(await stage.intercept([])).toMatchObject({ error: { code: -32_600 } });
	});
});
