// Tests of acts of hosts and providers between two prompts of a conversation, and of what a place in it then shows.
import { expect, it } from 'vitest';
import { ANTHROPIC, GPT_5 } from '../../../bench/leaving/simulated-provider';
import { type Call, Stage } from '../../../bench/leaving/stage';

type Json = Record<string, unknown>;

const SYSTEM = 'You are careful. '.repeat(1_500);
const TOOLS = ['search_records', 'store', 'Read', 'Shot', 'expand_result'];

/** A conversation whose host and provider do as they like with ids, tools and the end of a prompt. */
class Talk {
	messages: Json[] = [{ role: 'user', content: 'Read it all.' }];
	tools = TOOLS;
	readonly #isChat: boolean;
	sent: readonly Json[] = [];

	constructor(
		provider = ANTHROPIC,
		readonly stage = new Stage(provider),
		private readonly session = 's',
	) {
		this.#isChat = provider.dialect === 'chat';
	}

	/** @param content what the host shows, where it is more than the text */
	async call(id: string, call: Call & { readonly content?: readonly Json[] }): Promise<void> {
		this.stage.keep(`${this.session}${this.messages.length}`, call, this.session);
		const { name, input, result, content = [{ type: 'text', text: result }] } = call;
		const fn = { name, arguments: JSON.stringify(input) };
		if (this.#isChat)
			this.messages.push(
				{ role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: fn }] },
				{ role: 'tool', tool_call_id: id, content: result },
			);
		else
			this.messages.push(
				{ role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
				{ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
			);
		await this.ask();
	}

	/** @param more what the host adds to this prompt alone */
	async ask(...more: Json[]): Promise<void> {
		this.stage.now += 8_000;
		const tools = this.tools.map((name) =>
			this.#isChat ? { type: 'function', function: { name } } : { name, input_schema: {} },
		);
		const system = this.#isChat ? [{ role: 'system', content: SYSTEM }] : [];
		const body = {
			model: this.stage.provider.model,
			...(!this.#isChat && { system: SYSTEM }),
			messages: [...system, ...this.messages, ...more],
			...(tools.length > 0 && { tools }),
		};
		const headers = { 'x-claude-code-session-id': this.session };
		this.sent = (await this.stage.send(body, headers)).messages as readonly Json[];
	}

	/** Texts of results as they went up, in order. */
	get shown(): readonly string[] {
		return this.sent.flatMap(({ role, content }) => {
			if (role === 'tool') return [String(content)];
			const blocks = Array.isArray(content) ? (content as Json[]) : [];
			return blocks.flatMap(({ content: result }) => (result ? [JSON.stringify(result)] : []));
		});
	}
}

let made = 0;
const page = (length = 300): Call => {
	const items = Array.from({ length }, (_, id) => ({ id, title: `Item ${id} of ${made}` }));
	made++;
	const result = JSON.stringify({ items });
	return { name: 'search_records', input: { page: made }, result, known: 'page' };
};
const finding = (result = `Stored finding ${++made}.`): Call => ({
	...{ name: 'store', input: { finding: 'fine' }, result },
	known: 'finding',
});
const read = (text: string): Call => ({
	name: 'Read',
	input: { file_path: '/a.ts' },
	result: text.repeat(400),
});
const isGone = (text = '') => text.includes('[collapsed; ');

it('calls that a provider names the same are each their own', async () => {
	const talk = new Talk();
	const pages = [page(), page(), page()];
	for (const each of pages) {
		await talk.call('call_0', each);
		if (each !== pages[2]) await talk.call('call_0', finding());
	}
	expect(talk.shown.map(isGone)).toEqual([true, false, true, false, false]);
	expect(talk.shown[4]).toContain(JSON.stringify(pages[2]?.result));
});

it('a request without tools is not taken to have those of the one before', async () => {
	const talk = new Talk();
	await talk.call('c1', read('one '));
	talk.tools = [];
	await talk.call('c2', read('one '));
	await talk.ask();
	expect(talk.shown.map(isGone)).toEqual([false, false]);
	talk.tools = TOOLS;
	await talk.ask();
	expect(talk.shown.map(isGone)).toEqual([false, true]);
});

it('what has left stays the same below a note that the host adds to each prompt alone', async () => {
	const talk = new Talk(GPT_5);
	const shown = new Map<number, string>();
	for (let turn = 0; turn < 6; turn++) {
		for (const call of [page(90), finding(), { ...read(`${turn} word `), name: 'Log' }]) {
			await talk.call(`c${++made}`, call);
			for (const again of [0, 1]) {
				await talk.ask({ role: 'user', content: `It is ${turn}:${made}${again}.` });
				for (const [at, text] of talk.shown.entries()) {
					if (shown.has(at)) expect(text).toBe(shown.get(at));
					else if (isGone(text)) shown.set(at, text);
				}
			}
		}
	}
	expect(shown.size).toBeGreaterThan(2);
});

it('a consumer of ours that failed is known to have, where its format has no word for it', async () => {
	const talk = new Talk(GPT_5);
	await talk.call('c1', page());
	const short = { ...read(''), result: 'Nothing here.' };
	const { known: _, ...failed } = finding('finding: a text of 1 to 4000 characters.');
	await talk.call('c2', failed);
	for (let turn = 0; turn < 8; turn++) await talk.call(`d${turn}`, short);
	expect(talk.shown.slice(0, 2).map(isGone)).toEqual([false, false]);
	await talk.call('c3', finding());
	for (let turn = 0; turn < 8; turn++) await talk.call(`e${turn}`, short);
	expect(isGone(talk.shown[0])).toBe(true);
});

const image = (data: string) => ({
	...{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
});

it('of two conversations whose calls have the same ids, each gets its own image back', async () => {
	const one = new Talk();
	const other = new Talk(ANTHROPIC, one.stage, 'other');
	other.messages = [{ role: 'user', content: 'Read it for me.' }];
	const result = 'A picture of the page. '.repeat(400);
	const originals = [];
	for (const [talk, data] of [
		[one, 'Zmlyc3Q='],
		[other, 'c2Vjb25k'],
	] as const) {
		const content = [{ type: 'text', text: result }, image(data)];
		const shot = { ...page(), name: 'Shot', result };
		talk.stage.keep(`shot ${data}`, shot, data);
		await talk.call('functions.Shot:0', { ...shot, content, known: undefined } as never);
		await talk.call('functions.Store:1', finding());
		for (let turn = 2; turn < 10; turn++)
			await talk.call(`functions.Log:${turn}`, {
				name: 'Log',
				input: { turn },
				result: 'Nothing.',
			});
		const text = talk.shown.find(isGone) ?? '';
		const id = /id\\+":\\+"([\w-]+)/.exec(text)?.[1] ?? '';
		originals.push(talk.stage.kept.original({ id })?.text);
	}
	expect(originals[0]).toContain('Zmlyc3Q=');
	expect(originals[1]).toContain('c2Vjb25k');
});

it('results of the same text come back with their own images', async () => {
	const talk = new Talk();
	const shots = ['Zmlyc3Q=', 'c2Vjb25k'].map((data) => {
		const call = { ...page(), name: 'Shot', result: 'A picture of the page. '.repeat(100) };
		return { ...call, content: [{ type: 'text', text: call.result }, image(data)] };
	});
	// In the order in which they were taken, which is not that of the calls.
	for (const shot of shots.toReversed())
		talk.stage.keep(`${shot.content.length}${++made}`, shot, 's');
	for (const [at, shot] of shots.entries())
		await talk.call(`c${at}`, { ...shot, known: undefined } as never);
	await talk.call('c2', finding());
	expect(talk.shown.map(isGone)).toEqual([true, true, false]);
	const originals = talk.shown.slice(0, 2).map((text) => {
		const id = /id\\+":\\+"([\w-]+)/.exec(text)?.[1] ?? '';
		return talk.stage.kept.original({ id })?.text;
	});
	expect(originals[0]).toContain('Zmlyc3Q=');
	expect(originals[1]).toContain('c2Vjb25k');
});

it('a text comes back with its members, but for the mark, which stays where it stood', async () => {
	const talk = new Talk();
	const call = { ...page(), name: 'Search', result: 'What was found on the page. '.repeat(100) };
	const cited = { type: 'text', text: call.result, citations: [{ type: 'char_location' }] };
	const marked = { ...cited, cache_control: { type: 'ephemeral' } };
	const [end, log] = ['That is all.', { name: 'Log', input: {}, result: 'Nothing.' }];
	talk.stage.keep('another', { ...call, result: `${call.result}\n${end}` }, 's');
	const content = [marked, { type: 'text', text: end }];
	await talk.call('c1', { ...call, result: 'x', content, known: undefined } as never);
	await talk.call('c2', finding());
	for (let turn = 0; turn < 8; turn++) await talk.call(`d${turn}`, log);
	const [shown = ''] = talk.shown;
	expect(isGone(shown)).toBe(true);
	expect(shown).toContain('"cache_control":{"type":"ephemeral"}');
	const id = /id\\+":\\+"([\w-]+)/.exec(shown)?.[1] ?? '';
	const original = JSON.parse(talk.stage.kept.original({ id })?.text ?? '{}') as object;
	expect(original).toMatchObject({ content: [cited, { type: 'text', text: end }] });
});

it('what left when the user spoke stays so when the user says more before the model does', async () => {
	const talk = new Talk(GPT_5);
	await talk.call('c1', page());
	await talk.call('c2', { name: 'Log', input: {}, result: 'word '.repeat(20_000) });
	await talk.call('c3', finding());
	expect(talk.shown.map(isGone)).toEqual([false, false, false]);
	talk.stage.now += 48 * 3_600_000;
	const said = { role: 'assistant', content: 'Done.' };
	talk.messages.push(said, { role: 'user', content: 'And now?' });
	await talk.ask();
	expect(talk.shown.map(isGone)).toEqual([true, false, false]);
	const [before] = talk.shown;
	talk.stage.restart();
	talk.messages.push({ role: 'user', content: 'Or no: wait.' });
	await talk.ask();
	expect(talk.shown[0]).toBe(before);
});

it('a long prompt lets others have their turn, also where it was read before', async () => {
	const talk = new Talk();
	for (let at = 0; at < 60; at++) {
		const before = talk.stage.now;
		talk.messages.push({ role: 'user', content: `${before}${at} ${'word '.repeat(2_000)}` });
	}
	await talk.call('c1', page());
	let turns = 0;
	const count = setInterval(() => turns++);
	await talk.ask({ role: 'user', content: 'And now?' });
	clearInterval(count);
	expect(turns).toBeGreaterThan(2);
});
