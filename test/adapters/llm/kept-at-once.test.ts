// A long prompt that is seen for the first time: what leaves is kept some at a time, and nothing leaves that may be cached.
import { expect, it, vi } from 'vitest';
import { ANTHROPIC } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';

const messages = (mark: object) =>
	Array.from({ length: 180 }, (_, n) => [
		{
			role: 'assistant',
			content: [{ type: 'tool_use', id: `use_${n}`, name: 'Read', input: { file_path: '/a' } }],
		},
		{
			role: 'user',
			content: [
				{
					...{ type: 'tool_result', tool_use_id: `use_${n}`, content: 'y'.repeat(1_600) },
					...(n === 179 && mark),
				},
			],
		},
	]).flat();
const tools = [{ name: 'mcp__loadline__expand_result', input_schema: {} }];
const leftIn = (sent: object) => JSON.stringify(sent).split('[collapsed; original').length - 1;

it('results by the hundred are kept some at a time, before any of them leaves', async () => {
	const stage = new Stage(ANTHROPIC);
	const put = vi.spyOn(stage.kept, 'put');
	const sent = await stage.send({ model: 'claude-sonnet-4-5', tools, messages: messages({}) }, {});
	const kept = put.mock.calls.map(([{ results }]) => results.length);
	expect(leftIn(sent)).toBeGreaterThan(100);
	expect(kept.reduce((sum, count) => sum + count, 0)).toBe(leftIn(sent));
	expect(Math.max(...kept)).toBeLessThanOrEqual(50);
});

it('nothing leaves a marked prompt at its first request: all of it may be cached', async () => {
	const stage = new Stage(ANTHROPIC);
	const marked = messages({ cache_control: { type: 'ephemeral' } });
	const sent = await stage.send({ model: 'claude-sonnet-4-5', tools, messages: marked }, {});
	expect(leftIn(sent)).toBe(0);
});
