import { describe, expect, it } from 'vitest';
import { crossing } from '../../src/gateway/resources/prompts-and-resources';

describe('what a caller is told of capabilities', () => {
	it('promises no changes that the server does not, heard or not', () => {
		for (const pushes of [true, false])
			expect(
				crossing({ prompts: {}, resources: { subscribe: true }, logging: {} }, !pushes, pushes),
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
		expect(crossing(said, true, true)).toEqual({ tools: said.tools, prompts: said.prompts });
		expect(crossing(said, true, false)).toEqual({
			tools: { listChanged: false },
			prompts: { listChanged: false },
		});
	});
});
