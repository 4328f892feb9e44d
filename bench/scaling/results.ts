// Results: protecting them, by bytes and by items.
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { effective } from '../../src/config/layers';
import { policyFor } from '../../src/config/policy';
import { createHandleStore, type HandleCall } from '../../src/gateway/handles/handle-store';
import type { SnapshotStore } from '../../src/gateway/handles/snapshots';
import { protect } from '../../src/protect/protect';
import { excerptFor, read } from '../../src/protect/read';
import { ok } from '../../src/shared/result';
import type { Subject, Work } from '../scaling';

const made = effective([], { checkUrl: (url) => ok(url) });
if (!made.ok) throw new Error('the defaults are not valid');
const policy = policyFor(made.value.config, 'bench__tool');
const HANDLE = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL';

/** Protects a text anew each time, as it would be received: flat. */
const protecting = (text: string): Work => {
	const bytes = Buffer.from(text);
	return () => {
		const result = { content: [{ type: 'text' as const, text: bytes.toString() }] };
		const { place, positions } = protect(result, { view: {} }, policy);
		return place(positions.map(() => HANDLE));
	};
};

const row = (id: number) => ({
	id,
	status: id % 3 === 0 ? 'open' : 'confirmed',
	guest: `Guest ${id}`,
	note: `Arrives late in the evening, booking ${id}`,
});
const BYTES_OF_ROW = JSON.stringify(row(10_000)).length;
const list = (items: number): string =>
	JSON.stringify(Array.from({ length: items }, (_, id) => row(id)));
const log = (bytes: number): string =>
	Array.from(
		{ length: Math.ceil(bytes / 51) },
		(_, at) => `2026-11-01T08:00:00Z INFO job ${at} finished after ${at % 89} ms\n`,
	).join('');

const SIZES = [20_000, 200_000, 2_000_000, 20_000_000];

/** A store of UTF-8, as KV is, which counts what is read. */
function countedStore() {
	const kept = new Map<string, Uint8Array>();
	const read = { bytes: 0 };
	const store: SnapshotStore = {
		get: async (_, id) => {
			const body = kept.get(id);
			read.bytes += body?.length ?? 0;
			return ok(body ? { body: new TextDecoder().decode(body), expiresAt: 600 } : null);
		},
		put: async (_, id, { body }) => {
			kept.set(id, new TextEncoder().encode(body));
			return ok(undefined);
		},
	};
	return { store, read };
}

/** Follows a cursor into the middle of a kept list, as a gateway does. */
async function paging(text: string): Promise<Work> {
	const { store, read: counted } = countedStore();
	const hmac = createHandleHmac({ current: 'b'.repeat(32) });
	const handleStore = createHandleStore({
		store,
		hmac,
		randomId: randomSnapshotId,
		defer: () => {},
	});
	const { document } = protect({ content: [{ type: 'text', text }] }, { view: {} }, policy);
	if (!document) throw new Error('nothing is kept');
	const principal = { id: 'ann', workspace: 'ws-bench', scopes: ['mcp:use'] };
	const toKeep = { document, policy, tool: 'bench__tool', argsDigest: '', principal };
	const { total = 100 } = (document.shape.pages ?? {}) as { total?: number };
	const middle = { kind: 'item', offset: Math.floor(total / 2), limit: 0 } as const;
	const timing = { now: 0, cursorTtlSeconds: 100 };
	const handles = await handleStore.keep(toKeep, [middle], timing);
	if (!handles.ok) throw new Error(handles.error.message);
	const [handle] = handles.value;
	const excerpt: HandleCall['excerpt'] = (kept, position, limits) =>
		excerptFor(kept, { position, view: {} }, limits);
	const call: HandleCall = { tool: null, argsDigest: '', principal, argument: 'handle', excerpt };
	return async () => {
		counted.bytes = 0;
		const opened = await handleStore.open(handle, call, timing);
		if (!opened.ok) throw new Error(opened.error.text);
		const { snapshot, position } = opened.value;
		const page = read(snapshot.document, { position, view: {} }, policy);
		if (!page.ok) throw new Error(page.error);
		page.value.place(page.value.positions.map(() => HANDLE));
		return { bytesRead: counted.bytes };
	};
}

export const results: readonly Subject[] = [
	{
		name: 'protect a JSON list',
		unit: 'bytes',
		sizes: SIZES,
		goal: 1,
		make: (bytes) => protecting(list(Math.ceil(bytes / BYTES_OF_ROW))),
	},
	{
		name: 'protect a log',
		unit: 'bytes',
		sizes: SIZES,
		goal: 1,
		make: (bytes) => protecting(log(bytes)),
	},
	{
		name: 'a page in the middle of a kept list',
		unit: 'bytes',
		sizes: [100_000, 1_000_000, 15_000_000],
		goal: 0,
		make: (bytes) => paging(list(Math.ceil(bytes / BYTES_OF_ROW))),
	},
	{
		name: 'first page of a list of numbers',
		unit: 'items',
		sizes: [10_000, 100_000, 1_000_000],
		goal: 1,
		make: (items) => protecting(JSON.stringify(Array.from({ length: items }, (_, id) => id * 7))),
	},
];
