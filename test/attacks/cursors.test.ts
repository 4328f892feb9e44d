import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { estimate } from '../../src/protect/tokens/estimate';
import { decodeBase64url, encodeBase64url } from '../../src/shared/digits';
import { ok } from '../../src/shared/result';
import { caller, during, faultOf, sourceOf } from '../adapters/mcp/upstream/harness';
import { share, times } from '../fuzz-runs';
import { ada, call, contextOf, data, first } from '../gateway/gateway';
import { bookings, both, json, seeded, words } from '../protect/payloads';
import { startRawUpstream } from '../upstreams/raw-upstream';
import { added, answering, counting, pages, refusal } from './setting';

const items = bookings(seeded(1), 500);
const list = both({ bookings: items });
/** Seconds a snapshot lives: six times the default life of a cursor. */
const LIFE = 6 * 600;

const opened = async (setting: Parameters<typeof answering>[1] = {}) => {
	const { gateway, calls } = answering({ list, other: list }, setting);
	const { nextCursor, bookings: shown } = data(await call(gateway, 'up__list', { status: 'x' }));
	return { gateway, calls, cursor: nextCursor as string, after: shown.length as number };
};

const listOf = (page: unknown) => (page as { bookings: { id: number }[] }).bookings;

const flipped = (handle: string, bit: number): string => {
	const bytes = decodeBase64url(handle) as Uint8Array;
	return encodeBase64url(
		bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
	);
};

describe('cursors, handles and snapshots', () => {
	it('a cursor with one bit flipped is invalid, and no state is read for it', async () => {
		const { store, seen } = counting();
		const { gateway, cursor } = await opened({ store });
		const texts = new Set<string>();
		for (const bit of share([...Array(33 * 8).keys()], 4, 1))
			texts.add(await refusal(gateway, 'up__list', { cursor: flipped(cursor, bit) }));
		expect([...texts]).toEqual([expect.stringMatching(/^Invalid cursor.*Call up__list again/)]);
		expect(seen.gets).toBe(0);
	});

	it('a cursor of another user or tenant is answered in the words of an altered one', async () => {
		const { gateway, cursor } = await opened();
		const altered = await refusal(gateway, 'up__list', { cursor: flipped(cursor, 200) });
		for (const other of [{ id: 'eve' }, { workspace: 'ws-two' }]) {
			const context = contextOf({ ...ada, ...other });
			expect(await refusal(gateway, 'up__list', { cursor }, context)).toBe(altered);
		}
	});

	it('a cursor of another tool or other filters says to query again; limit and fields may change', async () => {
		const { gateway, calls, cursor, after } = await opened();
		expect(await refusal(gateway, 'up__other', { cursor })).toMatch(/belongs to up__list/);
		expect(await refusal(gateway, 'up__list', { cursor, status: 'y' })).toMatch(
			/other arguments.*without cursor/,
		);
		expect(await refusal(gateway, 'up__list', { cursor, sort: 'id' })).toMatch(/other arguments/);
		const page = data(await call(gateway, 'up__list', { cursor, limit: 3, fields: 'id' }));
		expect(page.bookings).toEqual(items.slice(after, after + 3).map(({ id }) => ({ id })));
		expect(calls).toHaveLength(1);
	});

	it('a cursor is accepted at the second of its expiry, not one later; a clock may run backwards', async () => {
		const start = 1_800_000_000;
		const late = { now: start };
		const expired = await opened({ clock: late });
		late.now = start + LIFE + 1;
		expect(await refusal(expired.gateway, 'up__list', { cursor: expired.cursor })).toMatch(
			/^Expired cursor.*Call up__list again/,
		);
		const clock = { now: start };
		const { gateway, cursor } = await opened({ clock });
		for (const now of [start - 10_000, 0, start + LIFE]) {
			clock.now = now;
			expect(data(await call(gateway, 'up__list', { cursor })).bookings).toHaveLength(50);
		}
	});

	it('a cursor of a retired key is accepted during the overlap and refused after it', async () => {
		const store = createMemorySnapshotStore();
		const [old, current] = ['o'.repeat(32), 'n'.repeat(32)];
		const { cursor, after } = await opened({ store, secrets: { current: old } });
		const rotated = answering({ list }, { store, secrets: { current, previous: old } });
		const page = data(await call(rotated.gateway, 'up__list', { cursor }));
		expect(page.bookings).toEqual(items.slice(after, after + 50));
		const retired = answering({ list }, { store, secrets: { current } });
		expect(await refusal(retired.gateway, 'up__list', { cursor })).toMatch(/^Invalid cursor/);
		// Cursors handed out during the overlap are under the new key.
		expect(
			data(await call(retired.gateway, 'up__list', { cursor: page.nextCursor })).bookings,
		).toEqual(items.slice(after + 50, after + 100));
	});

	it.each([
		['10 MB', 'A'.repeat(10_000_000)],
		['not base64url', '!'.repeat(44)],
		['base64 with padding', `${'A'.repeat(43)}=`],
		['a number', 7],
		['an object', { toString: 'x' }],
		['a list', ['A'.repeat(44)]],
	])('a cursor that is %s is malformed, and no state is read for it', async (_, cursor) => {
		const { store, seen } = counting();
		const { gateway, calls } = await opened({ store });
		const text = await refusal(gateway, 'up__list', { cursor });
		expect(text).toMatch(/^Malformed cursor.*44 characters.*Call up__list again/);
		expect(text.length).toBeLessThan(400);
		expect([seen.gets, calls.length]).toEqual([0, 1]);
	});

	it('a cursor names no algorithm and no version: whatever is changed to another is refused', async () => {
		const { gateway, cursor } = await opened();
		const bytes = decodeBase64url(cursor) as Uint8Array;
		const without = [
			bytes.map((byte, at) => (at < 21 ? byte : 0)),
			bytes.map((byte, at) => (at >= 12 && at < 21 ? 0 : byte)),
			// Another one, whatever stands there.
			bytes.map((byte, at) => (at === 0 ? Number(byte === 0) : byte)),
		].map(encodeBase64url);
		for (const forged of without)
			expect(await refusal(gateway, 'up__list', { cursor: forged })).toMatch(/^Invalid cursor/);
		const none = `${btoa('{"alg":"none"}')}.${btoa('{"offset":0}')}.`.replaceAll('=', '');
		for (const forged of [none, btoa('{"v":0,"offset":0}'), '0', 'none'])
			expect(await refusal(gateway, 'up__list', { cursor: forged })).toMatch(/^Malformed cursor/);
	});

	it('a cursor replayed again and again, one by one and in parallel, gives the same bytes and writes at most once', async () => {
		const { store, seen } = counting();
		const { gateway, calls } = answering({ list: both(items.slice(0, 120)) }, { store });
		const cursor = added(await call(gateway, 'up__list', {})).nextCursor;
		const before = seen.puts;
		const replay = (view: object) => call(gateway, 'up__list', { cursor, ...view });
		for (const [view, count] of [
			[{}, times(30, 1_000)],
			[{ fields: 'id,status', limit: 9 }, times(10, 100)],
		] as const) {
			const answers = await Promise.all(Array.from({ length: count / 2 }, () => replay(view)));
			while (answers.length < count) answers.push(await replay(view));
			expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
		}
		expect(seen.puts - before).toBeLessThanOrEqual(1);
		expect(calls).toHaveLength(1);
	});

	it('rows that the upstream inserts or deletes between pages do not move the pages', async () => {
		const rows = [...items];
		const { gateway, calls } = answering({ list: () => both({ bookings: rows }) });
		const found: unknown[] = [];
		let page = data(await call(gateway, 'up__list', { limit: 50 }));
		for (;;) {
			found.push(...page.bookings);
			rows.splice(0, 30);
			rows.push(...bookings(seeded(found.length), 7));
			if (!page.nextCursor) break;
			page = data(await call(gateway, 'up__list', { cursor: page.nextCursor }));
		}
		expect(found).toEqual(items);
		expect(calls).toHaveLength(1);
	});

	it('a snapshot that is gone is an expired cursor, never other data; a restart loses nothing', async () => {
		const kept = createMemorySnapshotStore();
		let gone = false;
		const store = {
			...kept,
			get: async (...of: Parameters<typeof kept.get>) => (gone ? ok(null) : kept.get(...of)),
		};
		const clock = { now: 1_800_000_000 };
		const { cursor, after } = await opened({ store, clock });
		const deployed = answering({ list: json([1]), other: list }, { store, clock });
		const page = data(await call(deployed.gateway, 'up__list', { cursor }));
		expect(page.bookings).toEqual(items.slice(after, after + 50));
		gone = true;
		expect(await refusal(deployed.gateway, 'up__list', { cursor })).toMatch(/not visible.*yet/);
		clock.now += 200;
		expect(await refusal(deployed.gateway, 'up__list', { cursor })).toMatch(/^Expired cursor/);
		expect(deployed.calls).toEqual([]);
	});

	it('a guessed handle opens nothing: ids are random, and the owner is part of the tag', async () => {
		const { store, seen } = counting();
		const { gateway, cursor } = await opened({ store });
		const second = data(await call(gateway, 'up__list', { status: 'x' })).nextCursor as string;
		const idOf = (handle: string) => decodeBase64url(handle)?.subarray(0, 12) ?? new Uint8Array();
		const [one, two] = [idOf(cursor), idOf(second)];
		expect(one.filter((byte, at) => byte === two[at]).length).toBeLessThan(6);
		const next = (by: number) => {
			const bytes = decodeBase64url(cursor) as Uint8Array;
			const last = new DataView(bytes.buffer, bytes.byteOffset);
			last.setUint32(8, last.getUint32(8) + by);
			return encodeBase64url(bytes);
		};
		for (let guess = 1; guess <= times(50, 300); guess++)
			for (const handle of [
				next(guess),
				encodeBase64url(crypto.getRandomValues(new Uint8Array(33))),
			])
				expect(await refusal(gateway, 'read_result', { handle })).toMatch(/^Invalid handle/);
		expect(seen.gets).toBe(0);
	});

	it('reading consumes nothing: a handle used twice at once gives the same page to both', async () => {
		const { gateway, cursor, after } = await opened();
		const [one, two] = await Promise.all([
			call(gateway, 'up__list', { cursor }),
			call(gateway, 'up__list', { cursor }),
		]);
		expect(two).toEqual(one);
		expect(data(one).bookings).toEqual(items.slice(after, after + 50));
	});

	it.each(['0', '-1', '1.5', '201', '1e309', '"5O"', 'NaN', '"-1"', '[50]', '{}', 'true', '1e-5'])(
		'the limit %s is refused with the allowed range',
		async (spelled) => {
			const { gateway, calls, cursor } = await opened();
			const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
			const limit =
				spelled === 'NaN'
					? Number.NaN
					: /^-?\d/.test(spelled)
						? rawJSON(spelled)
						: JSON.parse(spelled);
			for (const [name, args] of [
				['up__list', { limit }],
				['up__list', { limit, cursor }],
				['read_result', { limit, handle: cursor }],
			] as const)
				expect(await refusal(gateway, name, args)).toMatch(
					/^limit: must be a whole number from 1 to 200/,
				);
			expect(calls).toHaveLength(1);
		},
	);

	it('an item larger than the budget comes condensed with the call that gives it whole; no page is empty', async () => {
		const large = { ...bookings(seeded(3), 1)[0], id: 60, notes: words(seeded(4), 6000) };
		expect(estimate(JSON.stringify(large))).toBeGreaterThan(6901);
		const all = [...items.slice(0, 60), large, ...items.slice(61, 130)];
		const { gateway } = answering({ list: both({ bookings: all }) });
		const found = await pages(gateway, 'up__list', {}, 20);
		const lists = found.map(({ data }) => listOf(data));
		expect(Math.min(...lists.map(({ length }) => length))).toBeGreaterThan(0);
		expect(new Set(found.map(({ cursor }) => cursor)).size).toBe(found.length);
		const ids = lists.flat().map(({ id }) => id);
		expect(ids).toEqual(all.map(({ id }) => id));
		const cut = found.slice(1).find(({ data }) => 'summary' in (data as object));
		const page = cut?.data as { summary: { handle: string; instructions: string } };
		expect(JSON.stringify(page)).toMatch(/notes":"[^"]*… \[\+\d+ chars/);
		expect(page.summary.instructions).toMatch(/^read_result with this handle and /);
		const whole = await call(gateway, 'read_result', {
			handle: page.summary.handle,
			pointer: '/bookings/60/notes',
		});
		expect(large.notes.startsWith(first(whole))).toBe(true);
	});

	it('nothing, exactly 50 and 51 items: no cursor, no cursor, a cursor', async () => {
		// Large enough that a page with its keys is smaller than all of them.
		const of = (count: number) => both({ bookings: bookings(seeded(5), count, 30) });
		for (const count of [0, 50]) {
			const original = both({ bookings: items.slice(0, count) });
			const result = await call(answering({ list: original }).gateway, 'up__list', {});
			expect([result.content, result.structured]).toEqual([original.content, original.structured]);
		}
		const found = await pages(answering({ list: of(51) }).gateway, 'up__list');
		expect(found.length).toBeGreaterThan(1);
		expect(found.flatMap(({ data }) => listOf(data))).toHaveLength(51);
		expect(found[0]?.data).toMatchObject({ totalCount: 51, nextCursor: expect.any(String) });
	});

	it('ten million items are refused at the byte limit, with advice', async () => {
		const million = '{"a":1},'.repeat(1_000_000);
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: async ({ response, gone }) => {
						response.writeHead(200, { 'content-type': 'application/json' });
						response.write('{"jsonrpc":"2.0","id":2,"result":{"content":[],"structuredContent":[');
						for (let part = 0; part < 10 && !gone.aborted; part++)
							await new Promise((resolve) => response.write(million, resolve));
						response.end('0]}}');
					},
				},
			}),
		);
		const source = sourceOf(upstream, { maxUpstreamBytes: 20_971_520, timeoutMs: 60_000 });
		const fault = faultOf(await source.callTool({ name: 't', args: {} }, caller()));
		expect(fault).toMatchObject({ code: 'too_large' });
		expect(fault.message).toMatch(/20971520 bytes. Narrow the call/);
	});
});
