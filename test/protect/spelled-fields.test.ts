// The fields that a shortened page spells a call for: what most of its items have, short, and no other items.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { shown } from '../../src/protect/frame';
import type { Position } from '../../src/protect/types';
import { cursorOf, policy, readAt, sent } from './answers';
import { json } from './payloads';

const words = (count: number): string => 'some words of it '.repeat(count);

/** The call that an answer spells, made as it stands. */
const spelled = (value: unknown) => {
	const first = sent(json(value), { limit: 60 }, { ...policy, tokenBudgetThreshold: 1_500 });
	const { text } = shown(first.answer);
	const call = /read_result with this handle and (\{.*?\}) gives those/.exec(text)?.[1] ?? '{}';
	const asked = JSON.parse(call.replaceAll('\\"', '"')) as { fields: string; limit?: number };
	const { fields, limit } = asked;
	const whole = first.positions.find(({ kind }) => kind === 'whole') as Position;
	const view = { fields: fields.split(','), ...(limit === undefined ? {} : { limit }) };
	const answer = shown(readAt(first, whole, view).answer).text;
	return {
		fields: view.fields,
		limit,
		shown: JSON.parse(text.split('\n')[0] ?? ''),
		given: JSON.parse(answer.split('\n')[0] ?? ''),
		tokens: countTokens(answer),
		first,
	};
};

describe('the call for fields that were cut', () => {
	const issue = (id: number) => ({
		id,
		title: `Issue ${id}`,
		body: words(id === 0 ? 400 : 12),
		state: { name: 'open', reason: words(7), by: { login: `user${id}` } },
		...(id === 0 && { rare: { first: words(9), second: words(9) } }),
		labels: [words(8), words(8)],
	});
	const issues = Array.from({ length: 80 }, (_, id) => issue(id));

	it('gives those of the items that are shown, and no others', () => {
		const { limit, shown: page, given, first, tokens } = spelled({ issues });
		expect(page.issues.length).toBeLessThan(50);
		expect(limit).toBe(page.issues.length);
		expect(given.issues).toHaveLength(page.issues.length);
		expect(given.issues[0].id).toBe(0);
		expect(tokens).toBeLessThan(1_000);
		expect(cursorOf(first)?.offset).toBe(page.issues.length);
	});

	it('names what most of them have, short enough together, nothing twice', () => {
		const { fields, given } = spelled({ issues });
		expect(fields.join()).not.toContain('rare');
		expect(fields).not.toContain('body');
		for (const field of fields)
			expect(fields.some((other) => other.startsWith(`${field}.`))).toBe(false);
		for (const item of given.issues) expect(Object.keys(item).length).toBeGreaterThan(1);
	});

	it('names none that begins as the list does: that would be the object around it', () => {
		const commands = Object.fromEntries(
			Array.from({ length: 60 }, (_, at) => [
				`command${at}`,
				{ about: words(6), commands: { run: words(20) }, help: words(9), path: [`p${at}`] },
			]),
		);
		const { fields, given } = spelled({ commands, about: 'all of them' });
		expect(fields.every((field) => !field.startsWith('commands'))).toBe(true);
		for (const item of Object.values(given.commands)) expect(item).not.toEqual({});
	});

	it('does not tell again what stands around the list, but what is short', () => {
		const around = Object.fromEntries(
			Array.from({ length: 30 }, (_, at) => [`part${at}`, words(12)]),
		);
		const { given, tokens } = spelled({ ...around, issues });
		expect(Object.keys(given)).toEqual(['issues']);
		expect(tokens).toBeLessThan(1_200);
		expect(Object.keys(spelled({ count: 80, issues }).given)).toEqual(['count', 'issues']);
	});

	it('is spelled with the number of items that are shown', () => {
		const small = Array.from({ length: 60 }, (_, id) => ({
			id,
			name: `n${id}`,
			state: 'open',
			city: `City ${id % 7}`,
			note: `said ${id} ${words(1)}`,
			kind: 'a',
		}));
		const { limit, shown: page } = spelled(small);
		expect(page).toHaveLength(limit ?? 0);
	});
});
