import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { createKvSnapshotStore } from '../../src/adapters/kv/snapshot-store';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import type { SnapshotStore, Stored, StoreFault } from '../../src/gateway/handles/snapshots';
import { writeBehindStore } from '../../src/gateway/handles/write-behind-store';
import { err, ok } from '../../src/shared/result';
import { Room } from '../../src/shared/room';
import { share, times } from '../fuzz-runs';
import { ada, SECRETS } from './gateway';
import { policy } from './snapshot-sample';

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

const now = () => Math.floor(Date.now() / 1000);
const stored: Stored = { body: 'a result', expiresAt: 2_000_000_000 };
const unavailable: StoreFault = { code: 'unavailable', message: 'KV write failed' };
const after = (ms: number) => new Promise<undefined>((resume) => setTimeout(resume, ms, undefined));

/** A store that takes its time and fails as often as told, behind one that answers do not wait for. */
function slowStore(ms: number, failures = 0) {
	const kept = new Map<string, Stored>();
	const seen = { ms, puts: 0, gets: 0, lost: 0, deferred: 0 };
	const inner: SnapshotStore = {
		get: async (_, id) => {
			seen.gets++;
			return ok(kept.get(id) ?? null);
		},
		put: async (_, id, value) => {
			const fails = seen.puts++ < failures;
			await after(seen.ms);
			if (fails) return err(unavailable);
			kept.set(id, value);
			return ok(undefined);
		},
	};
	const store = writeBehindStore(inner, {
		room: new Room(16_000_000),
		defer: () => seen.deferred++,
		wait: after,
		now,
		lost: () => seen.lost++,
	});
	const put = async (id: string, waited = 0) => {
		const writing = store.put('ws', id, stored, now());
		let isDone = false;
		void writing.then(() => {
			isDone = true;
		});
		await vi.advanceTimersByTimeAsync(waited);
		return isDone ? writing : undefined;
	};
	return { store, kept, seen, put };
}

describe('a write that takes its time', () => {
	it('is not waited for, is read here at once, and is done in the end', async () => {
		const { store, kept, seen, put } = slowStore(250);
		expect(await put('one')).toEqual(ok(undefined));
		expect([kept.size, seen.deferred]).toEqual([0, 1]);
		expect(await store.get('ws', 'one')).toEqual(ok(stored));
		expect(await store.get('other', 'one')).toEqual(ok(null));
		await vi.advanceTimersByTimeAsync(300);
		expect(kept.get('one')).toEqual(stored);
	});

	it('is tried again when it fails', async () => {
		const { kept, seen, put } = slowStore(250, 2);
		expect(await put('one')).toEqual(ok(undefined));
		await vi.advanceTimersByTimeAsync(10_000);
		expect([kept.size, seen.puts, seen.lost]).toEqual([1, 3, 0]);
	});

	it('is told of when it fails for good, and read here as long as there is room', async () => {
		const { store, kept, seen, put } = slowStore(250, 9);
		await put('one');
		await vi.advanceTimersByTimeAsync(10_000);
		expect([kept.size, seen.puts, seen.lost]).toEqual([0, 3, 1]);
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect(await store.get('ws', 'one')).toEqual(ok(stored));
		vi.setSystemTime(stored.expiresAt * 1_000);
		expect(await store.get('ws', 'one')).toEqual(ok(null));
	});

	it('is waited for after one has failed, so that no handle goes out for nothing', async () => {
		const { put } = slowStore(250, 9);
		await put('one');
		await vi.advanceTimersByTimeAsync(300);
		expect(await put('two')).toBeUndefined();
		expect(await put('three', 300)).toEqual(err(unavailable));
	});

	it('is waited for five seconds at most, and then counts as failed', async () => {
		const { seen, put } = slowStore(250, 1);
		await put('one');
		await vi.advanceTimersByTimeAsync(300);
		seen.ms = 60_000_000;
		expect(await put('two', 4_900)).toBeUndefined();
		expect(await put('three', 5_100)).toMatchObject({ ok: false });
	});
});

it('waits for no store: what is kept opens here at once, where its write fails too', async () => {
	const { store, kept, seen, put } = slowStore(1, 9);
	expect(await store.put('ws', 'one', stored, now())).toEqual(ok(undefined));
	expect([seen.puts, seen.deferred]).toEqual([1, 1]);
	expect(await store.get('ws', 'one')).toEqual(ok(stored));
	await vi.advanceTimersByTimeAsync(10);
	expect([seen.puts, kept.size]).toEqual([1, 0]);
	expect(await store.get('ws', 'one')).toEqual(ok(stored));
	expect(await put('two', 10)).toEqual(err(unavailable));
});

it('opens from here what a store refuses at once until it takes it, and says so of what comes next', async () => {
	const seen = { deferred: 0, lost: 0 };
	let answer: Awaited<ReturnType<SnapshotStore['put']>> = err(unavailable);
	const kept: string[] = [];
	const inner: SnapshotStore = {
		get: async () => ok(null),
		put: async (_, id) => {
			if (answer.ok) kept.push(id);
			return answer;
		},
	};
	const store = writeBehindStore(inner, {
		...{ wait: after, now, room: new Room(16_000_000) },
		defer: () => seen.deferred++,
		lost: () => seen.lost++,
	});
	expect(await store.put('ws', 'one', stored, now())).toEqual(ok(undefined));
	expect(await store.get('ws', 'one')).toEqual(ok(stored));
	await vi.advanceTimersByTimeAsync(0);
	expect(await store.put('ws', 'two', stored, now())).toEqual(err(unavailable));
	expect(await store.get('ws', 'two')).toEqual(ok(null));
	answer = ok(undefined);
	expect(await store.put('ws', 'three', stored, now())).toEqual(ok(undefined));
	expect(await store.get('ws', 'three')).toEqual(ok(stored));
	await vi.advanceTimersByTimeAsync(1_000);
	expect(kept).toEqual(['three', 'one']);
	// Five seconds after it was waited for, a write that was done is not taken for one that failed.
	await vi.advanceTimersByTimeAsync(60_000);
	expect(await store.put('ws', 'four', stored, now())).toEqual(ok(undefined));
	expect(seen.lost).toBe(0);
});

it('holds no more than its room, the newest', async () => {
	const { store, seen } = slowStore(0);
	const large = { ...stored, body: 'x'.repeat(1_500_000) };
	for (const id of ['one', 'two', 'three']) {
		void store.put('ws', id, large, now());
		await vi.advanceTimersByTimeAsync(5);
	}
	for (const id of ['three', 'two', 'one']) await store.get('ws', id);
	expect(seen.gets).toBe(1);
	void store.put('ws', 'huge', { ...stored, body: 'x'.repeat(5_000_000) }, now());
	await vi.advanceTimersByTimeAsync(5);
	await store.get('ws', 'huge');
	expect(seen.gets).toBe(2);
});

it('waits for the write of what it has no room to hold, and drops nothing that is not written', async () => {
	const { store, seen } = slowStore(250);
	const large = { ...stored, body: 'x'.repeat(1_500_000) };
	const written: string[] = [];
	for (const id of ['one', 'two', 'three', 'one'])
		void store.put('ws', id, large, now()).then(() => written.push(id));
	await vi.advanceTimersByTimeAsync(0);
	expect(written).toEqual(['one', 'two', 'one']);
	for (const id of ['one', 'two']) expect(await store.get('ws', id)).toEqual(ok(large));
	expect(seen.gets).toBe(0);
	await vi.advanceTimersByTimeAsync(300);
	expect(written).toContain('three');
	expect(await store.get('ws', 'three')).toEqual(ok(large));
});

describe('a handle of what is not written yet', () => {
	const timing = () => ({ now: now(), cursorTtlSeconds: 600 });
	const about = { tool: 'up__list', argsDigest: 'd', principal: ada };
	const document = { kind: 'json' as const, parts: ['[1,2,3]'], shape: {} };
	const position = { kind: 'item' as const, offset: 50, limit: 0 };

	it.each([
		['is under way', 60_000_000, 0],
		['has failed for good', 250, 9],
	])('whose write %s opens for whom it was given alone', async (_, ms, failures) => {
		const { store, kept } = slowStore(ms, failures);
		const ports = { hmac: createHandleHmac(SECRETS), randomId: randomSnapshotId, defer: () => {} };
		const handles = createHandleStore({ ...ports, store });
		const keeping = handles.keep({ ...about, document, policy }, [position], timing());
		await vi.advanceTimersByTimeAsync(10_000);
		const made = await keeping;
		const handle = made.ok ? (made.value[0] ?? '') : '';
		const open = async (of: Partial<typeof about>, given = handle) => {
			const call = { ...about, ...of, argument: 'cursor' as const };
			const opened = await handles.open(given, call, timing());
			return opened.ok ? opened.value.snapshot.document.parts : opened.error.code;
		};
		expect(await open({})).toEqual(document.parts);
		expect(await open({ principal: { ...ada, id: 'eve' } })).toBe('invalid');
		expect(await open({ principal: { ...ada, workspace: 'ws-two' } })).toBe('invalid');
		expect(await open({ tool: 'up__other' })).toBe('other_tool');
		expect(await open({ argsDigest: 'e' })).toBe('other_arguments');
		expect(
			await open(
				{},
				handle.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
			),
		).toBe('invalid');
		expect(kept.size).toBe(0);
	});

	it('opens, of thousands that wait at once: none goes out that does not', async () => {
		const { store, seen } = slowStore(60_000_000);
		const count = times(4_500, 10_000);
		const body = (n: number) => `${n}`.padEnd(1_000, '.');
		const putting = Array.from({ length: count }, (_, n) =>
			store.put(n % 2 ? 'ws' : 'other', `id-${n}`, { ...stored, body: body(n) }, now()),
		);
		await vi.advanceTimersByTimeAsync(6_000);
		const put = await Promise.all(putting);
		expect(put.filter(({ ok }) => ok)).toHaveLength(4_000);
		for (const [n, { ok: isOut }] of put.entries()) {
			const found = await store.get(n % 2 ? 'ws' : 'other', `id-${n}`);
			expect(found).toEqual(ok(isOut ? { ...stored, body: body(n) } : null));
			expect(await store.get(n % 2 ? 'other' : 'ws', `id-${n}`)).toEqual(ok(null));
		}
		expect(seen.gets).toBe(2 * count - 4_000);
	});
});

describe('a handle in another place', () => {
	/** KV as it is: shown elsewhere after a minute, and as long as a reader asks a miss is remembered. */
	function elsewhere() {
		const kept = new Map<string, { value: string; metadata: unknown; at: number }>();
		const missed = new Map<string, number>();
		const kv = {
			getWithMetadata: async (key: string, { cacheTtl }: { cacheTtl: number }) => {
				const one = kept.get(key);
				const isShown = one && now() >= one.at + 60 && now() >= (missed.get(key) ?? 0);
				if (isShown) return { value: one.value, metadata: one.metadata };
				if (now() >= (missed.get(key) ?? 0)) missed.set(key, now() + cacheTtl);
				return { value: null, metadata: null };
			},
			put: async (
				key: string,
				bytes: Uint8Array,
				{ metadata }: { metadata: { expiresAt: number } },
			) => {
				await after(5_000);
				kept.set(key, { value: new TextDecoder().decode(bytes), metadata, at: now() });
			},
		};
		return createKvSnapshotStore(kv);
	}

	it.each(share([1, 2, 7, 29, 59, 64], 3))(
		'is never expired while what it opens exists, asked for the first time after %d seconds',
		async (first) => {
			const kv = elsewhere();
			const ports = {
				hmac: createHandleHmac(SECRETS),
				randomId: randomSnapshotId,
				defer: () => {},
			};
			const here = createHandleStore({
				...ports,
				store: writeBehindStore(kv, {
					defer: () => {},
					wait: after,
					now,
					room: new Room(16_000_000),
					lost: () => {},
				}),
			});
			const there = createHandleStore({ ...ports, store: kv });
			const timing = () => ({ now: now(), cursorTtlSeconds: 600 });
			const about = { tool: 'up__list', argsDigest: 'd', principal: ada };
			const document = { kind: 'json' as const, parts: ['[1,2,3]'], shape: {} };
			const position = { kind: 'item' as const, offset: 50, limit: 0 };
			const keeping = here.keep({ ...about, document, policy }, [position], timing());
			await vi.advanceTimersByTimeAsync(20);
			const kept = await keeping;
			const handle = kept.ok ? kept.value[0] : '';
			const answers: string[] = [];
			await vi.advanceTimersByTimeAsync(first * 1000);
			for (let second = first; second < 400; second++) {
				const opened = await there.open(handle, { ...about, argument: 'cursor' }, timing());
				answers.push(opened.ok ? 'open' : opened.error.code);
				await vi.advanceTimersByTimeAsync(1_000);
			}
			expect(new Set(answers)).toEqual(new Set(['not_visible_yet', 'open']));
			expect(answers.lastIndexOf('not_visible_yet')).toBeLessThan(answers.indexOf('open'));
		},
	);
});
