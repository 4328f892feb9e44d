import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../src/gateway/handles/snapshots';
import { snapshotOf } from './snapshot-sample';

const stored = (snapshot: Snapshot) => ({
	body: encodeSnapshot(snapshot),
	expiresAt: snapshot.expiresAt,
});

describe('a stored snapshot', () => {
	it('comes back as it was, whatever its parts hold', () => {
		const parts = fc.array(fc.string({ unit: 'binary', maxLength: 50 }), { maxLength: 6 });
		fc.assert(
			fc.property(parts, (parts) => {
				const snapshot = snapshotOf({ document: { kind: 'text', parts, shape: { lines: 3 } } });
				expect(decodeSnapshot(stored(snapshot))).toEqual({ ok: true, value: { snapshot } });
			}),
		);
	});

	it('survives UTF-8 even with lone surrogates', () => {
		const parts = ['a\ud800b', '\udc00', 'whole 😀'];
		const snapshot = snapshotOf({ document: { kind: 'text', parts, shape: {} } });
		const body = new TextDecoder().decode(new TextEncoder().encode(encodeSnapshot(snapshot)));
		const read = decodeSnapshot({ body, expiresAt: snapshot.expiresAt });
		expect(read).toEqual({ ok: true, value: { snapshot } });
	});

	it('is refused when any prefix of it is all there is', () => {
		const { body, expiresAt } = stored(snapshotOf({}));
		for (let length = 0; length < body.length; length++)
			expect(decodeSnapshot({ body: body.slice(0, length), expiresAt }).ok).toBe(false);
		expect(decodeSnapshot({ body: `${body}x`, expiresAt }).ok).toBe(false);
	});

	it.each([
		['version', 2],
		['version', 3],
		['id', 7],
		['kind', 'html'],
		['policy', null],
		['shape', []],
		['parts', [['raw', -1]]],
		['parts', [['zip', 1]]],
		['parts', 'x'],
		['issuedAt', '1'],
		['derived', 'no'],
	])('is refused with the header member %s = %j', (name, value) => {
		const { body, expiresAt } = stored(snapshotOf({}));
		const end = body.indexOf('\n');
		const header = JSON.stringify({ ...JSON.parse(body.slice(0, end)), [name]: value });
		expect(decodeSnapshot({ body: header + body.slice(end), expiresAt }).ok).toBe(false);
	});

	it('is refused with a policy whose limits are no numbers', () => {
		const snapshot = snapshotOf({});
		const policy = { ...snapshot.policy, maxPageSize: '200' as unknown as number };
		expect(decodeSnapshot(stored({ ...snapshot, policy })).ok).toBe(false);
	});

	it('is refused with an expiry that is no time', () => {
		expect(decodeSnapshot({ ...stored(snapshotOf({})), expiresAt: -1 }).ok).toBe(false);
	});
});
