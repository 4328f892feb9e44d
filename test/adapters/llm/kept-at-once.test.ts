// Results that leave a prompt by the hundred are kept some at a time: nobody else waits for all of them.
import { expect, it, vi } from 'vitest';
import { ANTHROPIC } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';

it('results by the hundred are kept some at a time, before any of them leaves', async () => {
	const stage = new Stage(ANTHROPIC);
	const put = vi.spyOn(stage.kept, 'put');
	const messages = Array.from({ length: 180 }, (_, n) => [
		{
			role: 'assistant',
			content: [{ type: 'tool_use', id: `use_${n}`, name: 'Read', input: { file_path: '/a' } }],
		},
		{
			role: 'user',
			content: [{ type: 'tool_result', tool_use_id: `use_${n}`, content: 'y'.repeat(1_600) }],
		},
	]).flat();
	const tools = [{ name: 'mcp__loadline__expand_result', input_schema: {} }];
	const sent = await stage.send({ model: 'claude-sonnet-4-5', tools, messages }, {});
	const left = JSON.stringify(sent).split('[collapsed; original').length - 1;
	const kept = put.mock.calls.map(([{ results }]) => results.length);
	expect(left).toBeGreaterThan(100);
	expect(kept.reduce((sum, count) => sum + count, 0)).toBe(left);
	expect(Math.max(...kept)).toBeLessThanOrEqual(50);
});
