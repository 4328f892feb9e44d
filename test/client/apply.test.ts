import {
	convertToModelMessages,
	modelMessageSchema,
	safeValidateUIMessages,
	type UIMessage,
} from 'ai';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TransientContext } from '../../src/client';
import { times } from '../fuzz-runs';
import {
	aiSdkModel,
	aiSdkUi,
	type Call,
	deepFreeze,
	forms,
	messagesOf,
	type Turn,
} from './conversations';
import { HINT, type McpToolResult } from './record-server';

type Step = 'user' | readonly ('fetch' | 'other' | 'store' | 'fail')[];

const steps = fc.array(
	fc.oneof(
		fc.constant<Step>('user'),
		fc.array(
			fc.constantFrom('fetch' as const, 'other' as const, 'store' as const, 'fail' as const),
			{
				minLength: 1,
				maxLength: 3,
			},
		),
	),
	{ maxLength: 14 },
);

const result = (kind: string, id: string): McpToolResult => {
	const content = [{ type: 'text' as const, text: `[${kind} ${id}]` }];
	const summary = `summary of ${id}`;
	if (kind === 'fetch') return { content, _meta: { context: { lifecycle: 'transient', summary } } };
	if (kind === 'other') return { content };
	return { content, isError: kind === 'fail', _meta: { context: { consumed: true } } };
};

/** Turns of a script, and what must be collapsed after each of them. */
function play(script: readonly Step[], applyAt: 'turn' | 'immediate') {
	const pending: string[] = [];
	const consumed: string[] = [];
	const collapsed: string[] = [];
	return script.map((step, at) => {
		if (step === 'user') {
			collapsed.push(...consumed.splice(0));
			return { turn: { user: `Turn ${at}` } satisfies Turn, collapsed: [...collapsed] };
		}
		const calls = step.map((kind, n): Call => {
			const id = `call_${at}_${n}`;
			if (kind === 'fetch') pending.push(id);
			const used = kind === 'store' ? pending.shift() : undefined;
			if (used !== undefined) (applyAt === 'turn' ? consumed : collapsed).push(used);
			const tool = kind === 'fetch' ? HINT.tool : kind === 'other' ? 'other' : HINT.consumedBy;
			return { id, tool, args: { n }, result: result(kind, id) };
		});
		return { turn: { calls } satisfies Turn, collapsed: [...collapsed] };
	});
}

const bytes = (messages: readonly unknown[]) => messages.map((message) => JSON.stringify(message));

const idsIn = (message: unknown) =>
	[...JSON.stringify(message).matchAll(/call_\d+_\d+/g)].map(([id]) => id);

/** JSON in which AI SDK outputs are their text alone, and nothing says what was collapsed before. */
const plain = (messages: readonly unknown[]) =>
	JSON.stringify(messages, (key, value) => {
		if (key === 'dev.loadline/collapsed') return undefined;
		if (value?.type !== 'tool-result') return value;
		const text = /\[\w+ call_\d+_\d+\]|summary of call_\d+_\d+/.exec(JSON.stringify(value.output));
		return { ...value, output: text?.[0] };
	});

/** The conversation as it must be when these results are collapsed: the same but for their texts. */
const expected = (messages: readonly unknown[], collapsed: readonly string[]) =>
	collapsed.reduce(
		(json, id) => json.replaceAll(`[fetch ${id}]`, `summary of ${id}`),
		plain(messages),
	);

describe.each(Object.entries(forms))('%s', (_, form) => {
	it.each(['turn', 'immediate'] as const)(
		'changes only what has been used, once and for all, applied at %s',
		(applyAt) => {
			fc.assert(
				fc.property(steps, fc.boolean(), (script, flag) => {
					const context = new TransientContext({ applyAt, pairing: 'oldest' });
					context.register([HINT]);
					const messages: unknown[] = [];
					let before: { applied: unknown[]; collapsed: readonly string[] } = {
						applied: [],
						collapsed: [],
					};
					for (const { turn, collapsed } of play(script, applyAt)) {
						if ('calls' in turn) for (const call of turn.calls) context.observe(call);
						messages.push(...deepFreeze(messagesOf<unknown>(form, [turn], flag)));
						const applied = context.apply(messages);

						expect(plain(applied)).toBe(expected(messages, collapsed));
						expect(bytes(context.apply(applied))).toEqual(bytes(applied));
						const stored = TransientContext.from(JSON.stringify(context));
						const reread = stored.apply(JSON.parse(JSON.stringify(messages)));
						expect(bytes(reread)).toEqual(bytes(applied));

						const fresh = collapsed.filter((id) => !before.collapsed.includes(id));
						if (applyAt === 'turn' && !('user' in turn)) expect(fresh).toEqual([]);
						for (const [at, message] of before.applied.entries()) {
							const isTouched = idsIn(message).some((id) => fresh.includes(id));
							if (!isTouched) expect(JSON.stringify(applied[at])).toBe(JSON.stringify(message));
						}
						before = { applied, collapsed };
					}
				}),
				{ numRuns: times(20, 60) },
			);
		},
	);
});

describe('what the AI SDK validates', () => {
	const script: Step[] = [
		'user',
		['fetch', 'other'],
		['store'],
		['fetch', 'fail'],
		['store'],
		'user',
	];
	const played = play(script, 'turn');
	const context = new TransientContext({ applyAt: 'turn', pairing: 'oldest' });
	context.register([HINT]);
	for (const { turn } of played)
		if ('calls' in turn) for (const call of turn.calls) context.observe(call);
	const turns = played.map(({ turn }) => turn);

	it.each([true, false])('model messages are valid (%s)', (flag) => {
		const applied = context.apply(messagesOf(aiSdkModel, turns, flag));
		expect(JSON.stringify(applied)).toContain('summary of call_1_0');
		for (const message of applied)
			expect(modelMessageSchema.safeParse(message).error?.issues ?? []).toEqual([]);
	});

	it.each([true, false])(
		'UI messages are valid, and become valid model messages (%s)',
		async (flag) => {
			const applied = context.apply(messagesOf(aiSdkUi, turns, flag));
			expect(await safeValidateUIMessages<UIMessage>({ messages: applied })).toMatchObject({
				success: true,
			});
			const model = await convertToModelMessages(applied);
			expect(JSON.stringify(model)).toContain('summary of call_1_0');
			for (const message of model)
				expect(modelMessageSchema.safeParse(message).error?.issues ?? []).toEqual([]);
		},
	);
});

// The summary was added as an output, and the data stayed.
it('replaces the result of a part of the AI SDK before version 5', () => {
	const context = new TransientContext({ applyAt: 'immediate' });
	context.register([HINT]);
	context.observe({ id: 'a', tool: HINT.tool, result: result('fetch', 'a') });
	context.observe({ id: 'b', tool: HINT.consumedBy, result: result('store', 'b') });
	const part = { type: 'tool-result', toolCallId: 'a', toolName: HINT.tool };
	const messages = [{ role: 'tool', content: [{ ...part, result: { items: [1] } }] }];
	const applied = [{ role: 'tool', content: [{ ...part, result: 'summary of a' }] }];
	expect(context.apply(messages)).toEqual(applied);
	expect(context.apply(applied)).toEqual(applied);
});
