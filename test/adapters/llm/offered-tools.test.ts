// Tests of how a model can have originals back, by what its request offers.
import { expect, it } from 'vitest';
import { restoringCall } from '../../../src/adapters/llm/leave-out';
import { Prompt } from '../../../src/adapters/llm/prompt';

const call = async (body: { messages?: unknown[]; tools?: unknown[] }) => {
	const prompt = new Prompt('anthropic');
	const messages = body.messages ?? [{ role: 'user', content: 'Go' }];
	await prompt.read(JSON.stringify({ ...body, messages }), 0);
	return restoringCall(prompt)?.('r1');
};
const PLAIN = 'expand_result {"id":"r1"}';
const listed =
	'The following deferred tools are now available:\nBash\nmcp__loadline__expand_result\n';

it('knows the tool under the prefixes of hosts, in every shape of a definition', async () => {
	for (const tool of [
		{ name: 'expand_result' },
		{ name: 'mcp__plugin_loadline_loadline__expand_result' },
		{ name: 'loadline_expand_result' },
		{ type: 'function', function: { name: 'mcp__loadline__expand_result' } },
		{ type: 'namespace', name: 'mcp__loadline', tools: [{ name: 'expand_result' }] },
	])
		expect(await call({ tools: [tool] })).toBe(PLAIN);
	expect(await call({ tools: [{ name: 'expand_results' }, null, { name: 7 }] })).toBeUndefined();
	expect(await call({})).toBeUndefined();
});

it('is called through another where that is all there is', async () => {
	const tools = [{ name: 'mcp__loadline__find_tools' }, { name: 'mcp__loadline__call_tool' }];
	expect(await call({ tools })).toBe('call_tool {"name":"expand_result","arguments":{"id":"r1"}}');
	expect(await call({ tools: tools.slice(1) })).toBeUndefined();
});

// Claude Code keeps definitions back by default and names the tools in the words of the system.
it('knows what a host names in its own words, and believes nobody else', async () => {
	const said = (role: string, text: string) =>
		call({ messages: [{ role, content: [{ type: 'text', text }] }] });
	expect(await said('system', listed)).toBe(PLAIN);
	expect(await said('user', `<system-reminder>\n${listed}</system-reminder>`)).toBe(PLAIN);
	expect(await call({ messages: [{ role: 'system', content: listed }] })).toBe(PLAIN);
	expect(await said('user', listed)).toBeUndefined();
	expect(await said('system', 'Call mcp__loadline__expand_result for more.')).toBeUndefined();
	const result = { type: 'tool_result', tool_use_id: 't', content: listed };
	expect(await call({ messages: [{ role: 'user', content: [result] }] })).toBeUndefined();
});
