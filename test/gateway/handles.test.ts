import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHandleHmac } from '../../src/adapters/crypto/web-crypto';
import { type HandleClaims, openHandle, sealHandle } from '../../src/gateway/handles/handles';
import { decodeBase64url, encodeBase64url } from '../../src/shared/digits';

const hmac = createHandleHmac({ current: 'a'.repeat(32) });
const owner = { workspace: 'ws-a', principal: 'ann' };

const claims: fc.Arbitrary<HandleClaims> = fc.record({
	id: fc.uint8Array({ minLength: 12, maxLength: 12 }).map(encodeBase64url),
	position: fc.record({
		kind: fc.constantFrom('whole' as const, 'item' as const, 'char' as const),
		offset: fc.nat(2 ** 28 - 1),
		limit: fc.nat(255),
	}),
	issuedAt: fc.nat({ max: 2 ** 32 - 1 }),
	derived: fc.boolean(),
});
const names = fc.record({ workspace: fc.string(), principal: fc.string() });
const sample: HandleClaims = {
	id: 'AAECAwQFBgcICQoL',
	position: { kind: 'item', offset: 50, limit: 0 },
	issuedAt: 1_800_000_000,
	derived: false,
};

describe('a handle', () => {
	it('has 44 characters and gives back what was sealed', async () => {
		await fc.assert(
			fc.asyncProperty(claims, names, async (sealed, owner) => {
				const text = await sealHandle(sealed, owner, hmac);
				expect(text).toMatch(/^[\w-]{44}$/);
				expect(await openHandle(text, owner, hmac)).toEqual({ ok: true, value: sealed });
			}),
		);
	});

	it('is invalid with any one bit flipped', async () => {
		const bytes = decodeBase64url(await sealHandle(sample, owner, hmac)) ?? new Uint8Array();
		for (let bit = 0; bit < bytes.length * 8; bit++) {
			const altered = bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
			const opened = await openHandle(encodeBase64url(altered), owner, hmac);
			expect(opened).toEqual({ ok: false, error: 'invalid' });
		}
	});

	it('is invalid or malformed with any one character replaced', async () => {
		await fc.assert(
			fc.asyncProperty(claims, fc.nat(43), fc.string(), async (sealed, at, char) => {
				const text = await sealHandle(sealed, owner, hmac);
				const altered = text.slice(0, at) + char + text.slice(at + 1);
				fc.pre(altered !== text);
				expect((await openHandle(altered, owner, hmac)).ok).toBe(false);
			}),
		);
	});

	it('is invalid for every other owner', async () => {
		await fc.assert(
			fc.asyncProperty(claims, names, names, async (sealed, mine, other) => {
				fc.pre(JSON.stringify(mine) !== JSON.stringify(other));
				const opened = await openHandle(await sealHandle(sealed, mine, hmac), other, hmac);
				expect(opened).toEqual({ ok: false, error: 'invalid' });
			}),
		);
	});

	it('cannot be moved between owners whose joined names are equal', async () => {
		const text = await sealHandle(sample, { workspace: 'ws-a', principal: 'b' }, hmac);
		const moved = await openHandle(text, { workspace: 'ws-', principal: 'ab' }, hmac);
		expect(moved).toEqual({ ok: false, error: 'invalid' });
	});

	it('shows nothing of its position: neighbours share only the snapshot id', async () => {
		const next = { ...sample, position: { ...sample.position, offset: 51 } };
		const [left, right] = [sample, next].map((claims) => sealHandle(claims, owner, hmac));
		const bytes = decodeBase64url((await left) ?? '') ?? new Uint8Array();
		const others = decodeBase64url((await right) ?? '') ?? new Uint8Array();
		const same = [...bytes].slice(12).filter((byte, at) => byte === others[at + 12]);
		expect(same.length).toBeLessThan(5);
	});

	it.each([
		['nothing', undefined],
		['null', null],
		['a number', 7],
		['an empty text', ''],
		['a text too short', 'A'.repeat(43)],
		['a text too long', 'A'.repeat(45)],
		['ten megabytes', 'A'.repeat(10_000_000)],
		['padding', `${'A'.repeat(43)}=`],
		['the standard alphabet', `${'A'.repeat(43)}+`],
		['a character above U+FFFF', `${'A'.repeat(42)}😀`],
	])('is malformed when it is %s', async (_, text) => {
		expect(await openHandle(text, owner, hmac)).toEqual({ ok: false, error: 'malformed' });
	});

	it('opens under the previous key and not once that is retired', async () => {
		const text = await sealHandle(sample, owner, hmac);
		const rotated = createHandleHmac({ current: 'b'.repeat(32), previous: 'a'.repeat(32) });
		const retired = createHandleHmac({ current: 'b'.repeat(32) });
		expect((await openHandle(text, owner, rotated)).ok).toBe(true);
		expect(await openHandle(text, owner, retired)).toEqual({ ok: false, error: 'invalid' });
	});

	it('refuses to be sealed with a position that does not fit', async () => {
		const large = { ...sample, position: { kind: 'char', offset: 2 ** 28, limit: 0 } } as const;
		await expect(sealHandle(large, owner, hmac)).rejects.toThrow(RangeError);
	});
});
