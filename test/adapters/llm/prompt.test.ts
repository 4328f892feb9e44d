// A prompt that an isolate reads again.
import { expect, it } from 'vitest';
import { Prompt } from '../../../src/adapters/llm/prompt';

it('the end of a prompt that came before is asked for again: another isolate may have sent it since', async () => {
	const text = JSON.stringify({ messages: [{ role: 'user', content: 'Read every page.' }] });
	const prompt = new Prompt('anthropic');
	await prompt.read(text, 0);
	const keys = prompt.ends.map(({ key }) => key.toString(36));
	expect(prompt.unasked(keys, 's')).toEqual(keys);
	expect(prompt.unasked(keys, 's')).toEqual([]);
	await prompt.read(text, prompt.shared(text));
	expect(prompt.unasked(keys, 's')).toEqual(keys);
});
