import { describe, expect, it } from 'vitest';
import * as aiSdk from '../../examples/host-ai-sdk/host.mjs';
import * as anthropic from '../../examples/host-anthropic/host.mjs';
import { TransientContext } from '../../src/client';
import { type McpToolResult, recordServer } from './record-server';

/** The examples see results as an MCP client gives them. */
const server = () => {
	const { callTool, findings } = recordServer();
	return {
		findings,
		callTool: async (name: string, args: Record<string, unknown>) =>
			mutable(await callTool(name, args)),
	};
};
const mutable = ({ content, ...rest }: McpToolResult) => ({ ...rest, content: [...content] });

describe.each([
	['Anthropic Messages, a page a turn', anthropic, 'turn'],
	['the AI SDK, an agent on its own', aiSdk, 'immediate'],
] as const)('the example host on %s', (_, { run, tokens }, applyAt) => {
	it('ends with nine summaries and nine findings, and a fifth of the tokens at most', async () => {
		const { callTool, findings } = server();
		const context = new TransientContext({ applyAt });
		const lines: string[] = [];
		const { messages, sent } = await run({ callTool, context, print: (line) => lines.push(line) });

		expect(findings).toHaveLength(9);
		const text = JSON.stringify(sent);
		expect(text.match(/1?\d activity records \(page \d\/9, IDs: /g)).toHaveLength(9);
		expect(text.match(/Page \d of 9: /g)).toHaveLength(9);
		expect(text).not.toContain('Worked on item');
		expect(JSON.stringify(messages).match(/Worked on item/g)).toHaveLength(132);
		expect(tokens(sent)).toBeLessThanOrEqual(0.2 * tokens(messages));
		expect(lines.length).toBeGreaterThanOrEqual(9);
		expect([...context.state.values()].map(({ badge }) => badge)).toEqual(
			Array.from({ length: 9 }, () => ['collapsed', 'consumed']).flat(),
		);
	});
});
