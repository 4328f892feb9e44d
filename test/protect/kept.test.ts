// A result as it is kept whole, whether or not anything of it was cut.
import { describe, expect, it } from 'vitest';
import { keptWhole } from '../../src/protect/protect';
import { read } from '../../src/protect/read';
import type { ToolResult } from '../../src/shared/tool-result';
import { policy } from './answers';
import { text } from './payloads';

const shownOf = (result: ToolResult, view = {}) => {
	const kept = keptWhole(result, policy);
	if (!kept) return undefined;
	const outcome = read(kept.document, { position: kept.position, view }, policy);
	return outcome.ok ? outcome.value.place(null).content[0]?.text : outcome.error;
};

describe('a result that is kept whole', () => {
	it('is read from its beginning', () => {
		const value = '{"id": 1, "note": "a b"}';
		expect(shownOf(text(value))).toBe('{"id":1,"note":"a b"}');
		expect(shownOf(text(value), { fields: ['note'] })).toBe('{"note":"a b"}');
		expect(shownOf(text('one\ntwo\nthree'))).toBe('one\ntwo\nthree');
		expect(shownOf(text('one\ntwo\nthree'), { startLine: 2, endLine: 2 })).toBe('two\n');
	});

	it('keeps the texts that stood beside the data, and tells which it is', () => {
		const words = 'word '.repeat(2_000);
		const kept = keptWhole(
			{ content: text(words).content, structured: '{"id":1,"a":[1,2]}' },
			policy,
		);
		expect(kept?.document.kind).toBe('text');
		const many = keptWhole({ content: [], structured: '{"id":1}' }, policy);
		expect([many?.document.kind, many?.tape !== undefined]).toEqual(['json', true]);
		expect(many?.position).toEqual({ kind: 'whole', offset: 0, limit: 0 });
		expect(keptWhole(text('words'), policy)).toMatchObject({
			document: { kind: 'text', parts: ['words'] },
			position: { kind: 'char', offset: 0, limit: 0 },
		});
	});

	it('is nothing where there is no text', () => {
		expect(keptWhole({ content: [{ type: 'image', data: 'AA==' }] }, policy)).toBeUndefined();
	});
});
