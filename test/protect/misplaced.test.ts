// Tests that what the caller names is done, or refused by name: nothing asked for is passed over in silence.
import { describe, expect, it } from 'vitest';
import { read } from '../../src/protect/read';
import type { Document, Position, View } from '../../src/protect/types';
import type { ToolResult } from '../../src/shared/tool-result';
import { cursorOf, policy, readAt, sent } from './answers';
import { bookings, both, json, seeded, text, words } from './payloads';

const random = seeded(71);
const results: Record<string, ToolResult> = {
	list: both({ items: bookings(random, 200) }),
	object: both({ id: 1, name: 'x', notes: words(random, 6000) }),
	text: text(Array.from({ length: 4000 }, (_, at) => `08:00:00 INFO step ${at + 1} ok`).join('\n')),
};

const answered = (name: string, call: object): string | undefined => {
	const { document, positions } = sent(results[name] as ToolResult);
	const position = positions[0] as Position;
	const outcome = read(document as Document, { position, view: {}, ...call }, policy);
	return outcome.ok ? undefined : outcome.error;
};

describe('an argument that does not fit what is read', () => {
	it.each<[string, object, RegExp]>([
		['object', { view: { limit: 5 } }, /^limit: .*not a list/],
		['object', { view: { fields: ['notes'], limit: 5 } }, /^limit: .*not a list/],
		['text', { view: { limit: 5 } }, /^limit: .*is text.*"startLine"/],
		['text', { view: { fields: ['id'] } }, /^fields: .*is text.*"startLine"/],
		['list', { view: { startLine: 3 }, pointer: '/items' }, /^startLine: .*is a list/],
		['list', { view: { endLine: 3 }, pointer: '/items' }, /^endLine: .*is a list/],
		['object', { view: { endLine: 3 }, pointer: '' }, /^endLine: .*is an object/],
		['list', { view: { fields: ['id'] }, pointer: '/items/0/notes' }, /^fields: .*is text/],
	])('of a %s is refused by name: %j', (name, call, error) => {
		expect(answered(name, call)).toMatch(error);
	});

	it.each<[string, object]>([
		['list', { view: { limit: 5, fields: ['id'] } }],
		['list', { view: { startLine: 1 } }],
		['object', { view: { startLine: 1, endLine: 5 } }],
		['object', { view: { fields: ['notes'] } }],
		['object', { view: { startLine: 1 }, pointer: '/notes' }],
		['text', { view: { startLine: 7 } }],
	])('of a %s is not refused where it fits: %j', (name, call) => {
		expect(answered(name, call)).toBeUndefined();
	});

	it('is told of where the tool was called already', () => {
		const told = (name: string, view: View): string =>
			JSON.stringify(sent(results[name] as ToolResult, view).answer.content);
		expect(told('text', { limit: 3 })).toContain('limit: this result is text');
	});
});

describe('what the caller asks for', () => {
	it('is done where it makes nothing smaller: limit, fields, lines', () => {
		const items = Array.from({ length: 5 }, (_, id) => ({ id, a: 1 }));
		const limited = sent(json(items), { limit: 2 });
		expect(JSON.parse(limited.answer.content[0]?.text as string)).toEqual(items.slice(0, 2));
		const after = readAt(limited, cursorOf(limited) as Position, {});
		expect(JSON.parse(after.answer.content[0]?.text as string)).toEqual(items.slice(2, 4));
		const fields = sent(json(items), { fields: ['a'] });
		expect(JSON.parse(fields.answer.content[0]?.text as string)).toEqual(
			items.map(() => ({ a: 1 })),
		);
		const lines = sent(text('one\ntwo\nthree\n'), { startLine: 2, endLine: 2 });
		expect(lines.answer.content[0]?.text).toBe('two\n');
	});

	it('is not done a second time by a cursor whose call repeats it', () => {
		const view = { startLine: 100, endLine: 3000 };
		const first = sent(results.text as ToolResult, view);
		const second = readAt(first, cursorOf(first) as Position, view);
		expect(second.answer.content[0]?.text).not.toBe(first.answer.content[0]?.text);
		expect(second.answer.content[0]?.text).toContain('step 600 ok');
	});

	it('counts lines of the original, also in a part of it', () => {
		const part = sent(results.text as ToolResult, { startLine: 100, endLine: 3000 });
		const cursor = cursorOf(part) as Position;
		const line = readAt(part, cursor, { startLine: 500, endLine: 500 });
		expect(line.answer.content[0]?.text).toBe('08:00:00 INFO step 500 ok\n');
		expect(JSON.parse(line.answer.content.at(-1)?.text as string).chunk).toMatchObject({
			startLine: 500,
			endLine: 500,
			totalLines: 4000,
		});
		expect(() => readAt(part, cursor, { startLine: 5 })).toThrow(
			/^startLine: line 100 is the first/,
		);
	});
});

it('lines beyond the end are told how many there are', () => {
	const made = sent(results.text as ToolResult, { startLine: 99_999 });
	expect(made.answer.content[0]?.text).toBe('');
	expect(made.answer.content.at(-1)?.text).toContain('The text has 4000 lines.');
});
