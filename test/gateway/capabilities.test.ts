import { describe, expect, it } from 'vitest';
import { crossing } from '../../src/gateway/resources/prompts-and-resources';

describe('what a caller is told of capabilities', () => {
	const modern = (canListen: boolean) => ({ era: 'modern' as const, canListen });

	it('promises no changes that the server does not, heard or not', () => {
		for (const pushes of [true, false])
			expect(
				crossing(
					{ prompts: {}, resources: { subscribe: true }, logging: {} },
					modern(!pushes),
					pushes,
				),
			).toEqual({
				tools: { listChanged: !pushes },
				prompts: { listChanged: false },
				resources: { listChanged: false, subscribe: pushes },
				logging: {},
			});
	});

	it('promises what the server does where it arrives, and never tasks', () => {
		const said = {
			tools: { listChanged: true },
			prompts: { listChanged: true },
			tasks: { list: {} },
		};
		expect(crossing(said, modern(true), true)).toEqual({
			tools: said.tools,
			prompts: said.prompts,
		});
		const silent = { tools: { listChanged: false }, prompts: { listChanged: false } };
		expect(crossing(said, modern(true), false)).toEqual(silent);
		// It is told in calls of what Loadline itself lists.
		expect(crossing(said, { era: 'legacy' }, false)).toEqual({ ...silent, tools: said.tools });
	});
});
