// A prompt that an isolate reads again.
import { expect, it, vi } from 'vitest';
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

/** The header of a PNG image of so many pixels. */
const png = (width: number, height: number) => {
	const bytes = Buffer.alloc(24);
	bytes.write('\x89PNG', 'latin1');
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes.toString('base64');
};

it.each([
	[300, 250, 100],
	[1_000, 750, 1_000],
	[4_000, 3_000, 1_600],
])('an image of %d × %d pixels weighs %d tokens, in each form', async (width, height, tokens) => {
	const data = png(width, height);
	const source = { type: 'base64', media_type: 'image/png', data };
	const url = `data:image/png;base64,${data}`;
	const forms = [
		['anthropic', 'messages', { role: 'user', content: [{ type: 'image', source }] }],
		['chat', 'messages', { role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
		['responses', 'input', { role: 'user', content: [{ type: 'input_image', image_url: url }] }],
	] as const;
	for (const [dialect, member, message] of forms) {
		const prompt = new Prompt(dialect);
		await prompt.read(JSON.stringify({ [member]: [message] }), 0);
		const [weight = 0] = prompt.sizes.blocks.map((block) => block.tokens);
		expect(weight - tokens, dialect).toBeGreaterThan(0);
		expect(weight - tokens, dialect).toBeLessThan(40);
	}
});

it('a prompt is not looked through for thinking that nothing is bound to', async () => {
	const message = { role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }] };
	const boundIn = async (model: string) => {
		const prompt = new Prompt('anthropic');
		await prompt.read(JSON.stringify({ model, messages: [message] }), 0);
		const looked = vi.spyOn(prompt.sizes.blocks, 'findLastIndex');
		return [prompt.isBound({ block: -1 } as never), looked.mock.calls.length];
	};
	expect(await boundIn('claude-sonnet-4-5')).toEqual([false, 0]);
	expect(await boundIn('claude-opus-5-5')).toEqual([true, 1]);
});
