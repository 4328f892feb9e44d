// Tests that servers' words of themselves are remembered: what they said, and that they did not in time.
import { expect, it } from 'vitest';
import type { CallContext, ToolSource } from '../../src/gateway/contract/tool-source';
import { declaredByAll } from '../../src/gateway/listing/shared-scope';
import { listOfAll } from '../../src/gateway/resources/shared-lists';
import { err, ok } from '../../src/shared/result';
import { contextOf } from './gateway';

/** A server that answers when it is told to, and fails when its caller leaves. */
function server() {
	let asked = 0;
	const source = {
		name: 'up',
		declared: (context: CallContext) => {
			asked++;
			return asked > 1
				? Promise.resolve(ok({ capabilities: { prompts: {} } }))
				: new Promise((resolve) =>
						context.signal.addEventListener('abort', () =>
							resolve(err({ code: 'timeout', message: 'left' })),
						),
					);
		},
	} as unknown as ToolSource;
	return { source, asked: () => asked };
}

it('holds nothing against a server that its caller left', async () => {
	const { source, asked } = server();
	const leaving = new AbortController();
	const first = declaredByAll([source], { ...contextOf(), signal: leaving.signal } as CallContext);
	leaving.abort();
	await first;
	const [again] = await declaredByAll([source], contextOf() as CallContext);
	expect([asked(), again]).toMatchObject([2, { ok: true }]);
});

it('lists on /mcp what servers have with nothing hidden in what is only shown', async () => {
	const source = {
		name: 'up',
		declared: async () => ok({ capabilities: { resources: {}, prompts: {} } }),
		request: async (method: string) =>
			ok(
				method === 'resources/list'
					? { resources: [{ uri: 'x:\u202ey', name: 'a\u202eb', title: 'c\u200bd' }] }
					: { prompts: [{ name: 'p', title: '\u{e0041}q' }] },
			),
	} as unknown as ToolSource;
	const context = contextOf() as CallContext;
	expect(await listOfAll('resources/list', [source], context, 0)).toEqual({
		resources: [{ uri: 'up+x:\u202ey', name: 'up__a\\u{202e}b', title: 'c\\u{200b}d' }],
	});
	expect(await listOfAll('prompts/list', [source], context, 0)).toEqual({
		prompts: [{ name: 'up__p', title: '\\u{e0041}q' }],
	});
});
