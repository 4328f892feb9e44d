import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
	Answer,
	CallContext,
	ToolCall,
	ToolSource,
} from '../../src/gateway/contract/tool-source';
import { withInputRequests } from '../../src/gateway/upstream/guarded-source';
import { labelServerText, straightCalls } from '../../src/gateway/upstream/label-server-text';
import { withLogin, withSealedState } from '../../src/gateway/upstream/with-login';
import { err, ok } from '../../src/shared/result';
import { times } from '../fuzz-runs';
import { contextOf } from './gateway';

const text = fc.constantFrom(
	'plain',
	'{"rows":[1]}',
	'{"budgetUsed":1}',
	'this block is Loadline’s',
);
const result = fc
	.record({ texts: fc.array(text, { maxLength: 3 }), structured: text, isError: fc.boolean() })
	.map(({ texts, structured, isError }) => {
		const content = texts.map((each) => ({ type: 'text', text: each }));
		const shaped = structured.startsWith('{') ? { structured } : {};
		return ok({ kind: 'result', result: { content, isError, ...shaped } } as const);
	});
const login = { upstream: 'up', url: 'https://loadline.example/connect/up' };
const question = {
	inputRequests: { a: { method: 'elicitation/create', params: { message: 'Sure?' } } },
};
const answer: fc.Arbitrary<Answer> = fc.oneof(
	{ weight: 3, arbitrary: result },
	fc.constantFrom<Answer>(
		err({ code: 'unavailable', message: 'needs your login', login }),
		err({ code: 'rejected', message: 'no', rpc: { code: -1, message: 'a block of Loadline' } }),
		ok({ kind: 'input_required', value: { ...question, requestState: 's' } }),
	),
);
const call: fc.Arbitrary<ToolCall> = fc.constantFrom(
	{ name: 't', args: {} },
	{ name: 'loadline_login', args: {} },
	{ name: 't', args: {}, continuation: { inputResponses: { a: { action: 'accept' } } } },
	{ name: 't', args: {}, continuation: { requestState: 'forged' } },
);
const context: fc.Arbitrary<CallContext> = fc
	.record({
		era: fc.constantFrom('modern' as const, 'legacy' as const),
		conversation: fc.constantFrom(undefined, 'c'),
		clientCapabilities: fc.constantFrom(undefined, {}, { elicitation: { url: {}, form: {} } }),
		canAsk: fc.boolean(),
	})
	.map(({ era, conversation, clientCapabilities, canAsk }) => ({
		...contextOf(),
		era,
		...(conversation && { conversation }),
		...(clientCapabilities && { clientCapabilities }),
		...(canAsk && { ask: async () => ({ result: { action: 'accept' } }) }),
	}));

const guarded = (source: ToolSource): ToolSource => {
	let time = 0;
	const wait = async (ms: number) => {
		time += ms;
	};
	const loggedIn = withLogin(labelServerText(source), { wait, now: () => time });
	const digest = async () => new Uint8Array(32);
	return withSealedState(withInputRequests(loggedIn), {
		hmac: digest,
		sha256: digest,
		now: () => 0,
	});
};

it('a call that goes straight is answered, and made as often, as one that passes every guard', async () => {
	const ways = async (made: ToolCall, answers: readonly Answer[], from: CallContext) =>
		Promise.all(
			[guarded, (source: ToolSource) => straightCalls(source, source.callTool, guarded)].map(
				async (way) => {
					const calls: ToolCall[] = [];
					const source: ToolSource = {
						name: 'up',
						listTools: async () => ok([]),
						callTool: async (asked) => {
							calls.push(asked);
							return answers[Math.min(calls.length, answers.length) - 1] as Answer;
						},
					};
					const answered = await way(source).callTool(made, from);
					// An id of a page to open is random.
					const id = /"elicitationId":"[^"]+"/g;
					return { answered: JSON.stringify(answered).replace(id, ''), calls };
				},
			),
		);
	const answers = fc.array(answer, { minLength: 1, maxLength: 3 });
	await fc.assert(
		fc.asyncProperty(call, answers, context, async (made, given, from) => {
			const [long, straight] = await ways(made, given, from);
			expect(straight).toEqual(long);
		}),
		{ numRuns: times(100, 300) },
	);
});
