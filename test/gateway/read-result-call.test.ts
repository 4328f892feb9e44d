// The arguments of read_result, as models and programs write them.
import { describe, expect, it } from 'vitest';
import { readResultCall } from '../../src/gateway/asking/read-result';

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
const LIMITS = { maxPageSize: 200, maxTokens: 8_000 };
const call = (args: Readonly<Record<string, unknown>>) => readResultCall(args as never, LIMITS);

describe('a call of read_result', () => {
	it.each(['limit', 'startLine', 'tokens', 'context'])(
		'takes a whole number for %s, however it is spelled',
		(name) => {
			const [least, spelled] = name === 'context' ? [9, '9.0'] : [120, '120.0'];
			for (const value of [least, String(least), spelled, ...(rawJSON ? [rawJSON(spelled)] : [])])
				expect(call({ handle: 'h', query: 'x', [name]: value })).toMatchObject({ ok: true });
			for (const value of ['x', 1.5, '1.5', -1, true])
				expect(call({ handle: 'h', query: 'x', [name]: value })).toMatchObject({ ok: false });
		},
	);

	it.each([
		['fields', 'id'],
		['pointer', '/a'],
		['query', 'x'],
		['startLine', 1],
	])('refuses %s beside several handles, and says what works', (name, value) => {
		const handles = { a: 'h', b: 'h' };
		const refused = call({ handles, select: 'a', [name]: value });
		expect(refused.ok ? '' : refused.error).toMatch(
			name === 'query' ? /^(?:select, )?query/ : `${name}: not with handles. "select" names`,
		);
		expect(call({ handles, select: 'a[].{id: id}' }).ok).toBe(true);
	});
});
