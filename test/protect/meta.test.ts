// Tests of a server's `_meta`: what of it passes, and how what does not is named.
import { expect, it } from 'vitest';
import type { Weigh } from '../../src/protect/budget';
import { trimMeta } from '../../src/protect/pass-through';
import { affordable } from '../../src/protect/projection';
import type { ToolResult } from '../../src/shared/tool-result';
import { policy } from './answers';

/** A character is a token and a byte. */
const weigh: Weigh = (text) => ({ tokens: text.length, bytes: text.length });
/** Room for 150 characters of `_meta`. */
const limits = { ...policy, tokenBudgetThreshold: 1_000, hardByteLimit: 50_000 };
const trimmed = (result: ToolResult) => trimMeta(result, limits, weigh);
const large = 'x'.repeat(150);

it('passes as it is where it is small', () => {
	const result = { content: [{ type: 'text', text: 'a', _meta: { b: 1 } }], meta: { c: 2 } };
	expect(trimmed(result)).toEqual({ result, leftOut: [] });
	expect(trimmed(result).result).toBe(result);
	// All of it together: `{"k":"…"}` has eight signs beside its text.
	const two = (chars: number) =>
		trimmed({ content: [], meta: { a: 'x'.repeat(67), b: 'x'.repeat(chars) } }).leftOut;
	expect([two(67), two(68)]).toEqual([[], ['b']]);
});

it('is left out by its key where it is large, of a result, a block and a file', () => {
	const file = { type: 'resource', resource: { uri: 'u', text: 't', _meta: { large } } };
	const result = {
		content: [
			{ type: 'text', text: 'a' },
			{ type: 'text', text: 'b', _meta: { large } },
			{ ...file, _meta: { n: 1 } },
		],
		meta: { large, small: 1 },
		isError: true,
	};
	expect(trimmed(result)).toEqual({
		leftOut: ['large', 'content/1/_meta', 'content/2/resource/_meta'],
		result: {
			content: [
				{ type: 'text', text: 'a' },
				{ type: 'text', text: 'b' },
				{ type: 'resource', resource: { uri: 'u', text: 't' }, _meta: { n: 1 } },
			],
			meta: { small: 1 },
			isError: true,
		},
	});
	expect(trimmed({ content: [], meta: { large } }).result).toEqual({ content: [] });
});

it('is named by so many keys, and the beginnings of long ones', () => {
	const meta = Object.fromEntries(
		Array.from({ length: 12 }, (_, at) => [`${at}${'k'.repeat(100)}`, large]),
	);
	const names = Object.keys(meta).map((key) => key.slice(0, 80));
	expect(trimmed({ content: [], meta }).leftOut).toEqual([...names.slice(0, 10), '…']);
	const ten = Object.fromEntries(Object.entries(meta).slice(0, 10));
	expect(trimmed({ content: [], meta: ten }).leftOut).toEqual(names.slice(0, 10));
});

it('names from the data are told as far as they are affordable, and long ones passed over', () => {
	// A tenth of the budget is 100 characters; a name takes six more, as JSON within JSON.
	const of = (...lengths: number[]) =>
		affordable(
			lengths.map((length) => 'n'.repeat(length)),
			{ policy: limits, weigh },
		).map(({ length }) => length);
	expect(of(44, 44)).toEqual([44, 44]);
	expect(of(44, 45, 3)).toEqual([44, 3]);
	expect([of(94), of(95), of(200, 10)]).toEqual([[94], [], [10]]);
});
