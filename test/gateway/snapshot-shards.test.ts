// A long result in pieces is given as it was kept, or not at all.
import { expect, it } from 'vitest';
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { createHandleStore, type HandleCall } from '../../src/gateway/handles/handle-store';
import {
	encodeSnapshot,
	type SnapshotStore,
	type Stored,
} from '../../src/gateway/handles/snapshots';
import { protect } from '../../src/protect/protect';
import { excerptFor } from '../../src/protect/read';
import type { Document } from '../../src/protect/types';
import { err, ok } from '../../src/shared/result';
import { policy } from '../protect/answers';
import { snapshotOf } from './snapshot-sample';

const start = 1_800_000_000;
const at = (now: number) => ({ now, cursorTtlSeconds: 900 });
const ann = { id: 'ann', workspace: 'ws-a', scopes: ['mcp:use'] };
const tool = 'demo__list_bookings';
const text = JSON.stringify(
	Array.from({ length: 30_000 }, (_, id) => ({ id, note: `said ${id} ${'word '.repeat(20)}` })),
);
const document = protect({ content: [{ type: 'text', text }] }, { view: {} }, policy)
	.document as Document;
const call: HandleCall = { tool: null, argsDigest: '', principal: ann, argument: 'handle' };
const page: HandleCall = {
	...call,
	excerpt: (document, position, limits) => excerptFor(document, { position, view: {} }, limits),
};

/** A handle store over memory, whose values can be looked at and changed; `mayPut` fails a write. */
async function setting({
	secrets = { current: 'a'.repeat(32) },
	mayPut = (_: string): boolean => true,
} = {}) {
	const memory = createMemorySnapshotStore();
	const kept = new Map<string, Stored>();
	const background: Promise<unknown>[] = [];
	const store: SnapshotStore = {
		get: async (_, id) => ok(kept.get(id) ?? null),
		put: async (workspace, id, stored, now) => {
			if (!mayPut(id)) return err({ code: 'unavailable', message: 'no' });
			kept.set(id, stored);
			return memory.put(workspace, id, stored, now);
		},
	};
	const storeWith = (of: { current: string; previous?: string }) =>
		createHandleStore({
			...{ store, hmac: createHandleHmac(of), randomId: randomSnapshotId },
			defer: (work) => void background.push(work),
		});
	const toKeep = { document, policy, tool, argsDigest: '', principal: ann };
	const position = { kind: 'item', offset: 15_000, limit: 0 } as const;
	const handles = await storeWith(secrets).keep(toKeep, [position], at(start));
	const pieces = () => [...kept.keys()].filter((id) => id.includes('.'));
	return { kept, pieces, handles, background, storeWith, handleStore: storeWith(secrets) };
}
const handleOf = ({ handles }: Awaited<ReturnType<typeof setting>>): string =>
	handles.ok ? (handles.value[0] ?? '') : '';

it('is cut where it is long, and its head comes last', async () => {
	const { kept, pieces } = await setting();
	expect(pieces()).toHaveLength(Math.ceil(text.length / 1_000_000));
	expect([...kept.keys()].at(-1)).not.toContain('.');
	expect(kept.get([...kept.keys()].at(-1) ?? '')?.body.length).toBeLessThan(60_000);
});

it('gets no handle when a piece cannot be written', async () => {
	let written = 0;
	const { handles, kept } = await setting({ mayPut: () => ++written !== 2 });
	expect(handles.ok).toBe(false);
	expect([...kept.keys()].every((id) => id.includes('.'))).toBe(true);
});

it('is not visible yet while a piece is missing, and over when it still is', async () => {
	const set = await setting();
	const missing = set.pieces()[1] ?? '';
	set.kept.delete(missing);
	for (const [opening, now, code] of [
		[page, start + 100, 'not_visible_yet'],
		[call, start + 100, 'not_visible_yet'],
		[call, start + 200, 'expired'],
	] as const) {
		const opened = await set.handleStore.open(handleOf(set), opening, at(now));
		expect(opened).toMatchObject({ ok: false, error: { code } });
	}
});

it('is not given with a piece that was changed, cut short or another one’s', async () => {
	const set = await setting();
	const [first = '', second = ''] = set.pieces();
	const { body, ...facts } = set.kept.get(second) as Stored;
	for (const changed of [
		body.replace('said', 'sung'),
		body.slice(1),
		set.kept.get(first)?.body ?? '',
	]) {
		set.kept.set(second, { ...facts, body: changed });
		const opened = await set.handleStore.open(handleOf(set), page, at(start + 5));
		expect(opened).toMatchObject({ ok: false, error: { code: 'unavailable' } });
	}
});

it('opens after a rotation of the key', async () => {
	const set = await setting();
	const rotated = set.storeWith({ current: 'b'.repeat(32), previous: 'a'.repeat(32) });
	expect((await rotated.open(handleOf(set), page, at(start + 5))).ok).toBe(true);
});

it('lives longer when it is read: its pieces first, its head only with all of them', async () => {
	const set = await setting();
	const late = at(start + 5_000);
	const gone = set.pieces()[2] ?? '';
	const piece = set.kept.get(gone) as Stored;
	set.kept.delete(gone);
	const ends = () => new Set([...set.kept.values()].map(({ expiresAt }) => expiresAt - start));
	await set.handleStore.open(handleOf(set), page, late);
	await Promise.all(set.background);
	expect(set.kept.get([...set.kept.keys()].find((id) => !id.includes('.')) ?? '')?.expiresAt).toBe(
		start + 5_400,
	);
	set.kept.set(gone, piece);
	await set.handleStore.open(handleOf(set), page, late);
	await Promise.all(set.background);
	expect([...ends()]).toEqual([5_000 + 5_400]);
});

it('reads what an earlier version kept in one value', async () => {
	const set = await setting();
	const { pages: _, ...shape } = document.shape;
	const [id = ''] = (set.pieces()[0] ?? '').split('.');
	const old = snapshotOf({ id, tool, issuedAt: start, document: { ...document, shape } });
	for (const piece of set.pieces()) set.kept.delete(piece);
	set.kept.set(id, { body: encodeSnapshot(old), expiresAt: start + 5_400 });
	const opened = await set.handleStore.open(handleOf(set), page, at(start + 5));
	expect(opened.ok && opened.value.snapshot.document.parts[0] === text).toBe(true);
});
