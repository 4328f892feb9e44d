// A long body of a request to a model is read piece by piece.
import { expect, it, vi } from 'vitest';
import { Prompt } from '../../../src/adapters/llm/prompt';

const JSON_PARSE = JSON.parse;
const TOOLS = ['search_records', 'store'];

it('of a long body no more than a part is scanned or parsed before others have their turn', async () => {
	const messages = Array.from({ length: 40 }, (_, at) => ({
		role: 'user',
		content: `${at} ${'word '.repeat(10_000)}`,
	}));
	const text = JSON.stringify({ model: 'm', messages, tools: TOOLS });
	let parsed = 0;
	const parse = vi.spyOn(JSON, 'parse').mockImplementation((part: string) => {
		parsed = Math.max(parsed, part.length);
		return JSON_PARSE(part) as unknown;
	});
	// Timers that ring until all of it was scanned: nothing of it was read yet.
	const prompt = new Prompt('anthropic');
	let turns = 0;
	const count = setInterval(() => {
		if (prompt.text === '') turns++;
	}, 0);
	try {
		expect(await prompt.read(text, 0)).toBe(true);
	} finally {
		clearInterval(count);
		parse.mockRestore();
	}
	expect(parsed).toBeLessThan(60_000);
	expect(turns).toBeGreaterThanOrEqual(3);
	expect(prompt.body).toEqual({ model: 'm', tools: TOOLS });
});
