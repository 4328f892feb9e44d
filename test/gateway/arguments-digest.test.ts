import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/adapters/crypto/web-crypto';
import { digestArguments } from '../../src/gateway/contract/names';

const digest = (args: Record<string, unknown>) => digestArguments(args, sha256);

describe('the digest of arguments', () => {
	it('does not depend on the order of keys', async () => {
		const left = await digest({ b: { y: 1, x: [2] }, a: 'é' });
		expect(left).toMatch(/^[0-9a-f]{64}$/);
		expect(await digest({ a: 'é', b: { x: [2], y: 1 } })).toBe(left);
	});

	it('is empty when there is no argument', async () => {
		expect(await digest({})).toBe('');
	});

	it('tells integers above 2^53 apart when they come as raw JSON', async () => {
		const raw = (text: string) =>
			(JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
		const left = await digest({ id: raw('9007199254740993') });
		expect(await digest({ id: raw('9007199254740992') })).not.toBe(left);
		expect(await digest({ id: raw('9007199254740993') })).toBe(left);
	});

	it('keeps __proto__ and order of arrays apart', async () => {
		const left = await digest(JSON.parse('{"__proto__":{"a":1}}'));
		expect(await digest(JSON.parse('{"__proto__":{"a":2}}'))).not.toBe(left);
		expect(await digest({ a: [1, 2] })).not.toBe(await digest({ a: [2, 1] }));
	});
});
