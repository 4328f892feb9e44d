import { describe, expect, it } from 'vitest';
import { Context } from '../../bench/needle/context';
import { isCount, occurrences } from '../../bench/needle/payload';
import { apiPayloads } from '../../bench/needle/payloads/apis';
import { GrepReader } from '../../bench/needle/readers/grep';
import { cutReader, rawReader, weighed } from '../../bench/needle/readers/whole';

const payload = apiPayloads().find(({ name }) => name === 'linear_issues');
if (!payload) throw new Error('no such payload');

describe('whether an answer is in hand', () => {
	const shown = (text: string) => {
		const context = new Context();
		context.add('{}', text);
		return context;
	};

	it('is told of texts as they are and escaped in JSON', () => {
		const text = 'Read "this"';
		expect(shown(`see: ${text}`).holds(text)).toBe(true);
		expect(shown(JSON.stringify({ text })).holds(text)).toBe(true);
		expect(shown(JSON.stringify({ json: JSON.stringify({ text }) })).holds(text)).toBe(true);
		expect(shown('Read this').holds(text)).toBe(false);
	});

	it('takes no digits out of others', () => {
		expect(shown('{"n":123456}').holds('12345')).toBe(false);
		expect(shown('a\\t12345\\n').holds('12345')).toBe(true);
		expect(shown('{"n":-12345}').holds('12345')).toBe(true);
	});
});

it('every question has one definite answer', () => {
	for (const { text, questions } of apiPayloads())
		for (const question of questions)
			if (!isCount(question))
				expect(occurrences(text, JSON.stringify(question.answer).slice(1, -1))).toBe(1);
});

it('a reader that is shown less finds less, and pays less', async () => {
	const cut = { ...weighed(payload), cut: payload.text.slice(0, 100), tokens: 50_000 };
	const [raw, hard, grep] = [rawReader(weighed(payload)), cutReader(cut), new GrepReader(payload)];
	for (const question of payload.questions) {
		expect(await raw.ask(question)).toBe(true);
		expect(await hard.ask(question)).toBe(false);
		expect(await grep.ask(question)).toBe(true);
	}
	expect(grep.context.tokens).toBeLessThan(raw.context.tokens);
});
