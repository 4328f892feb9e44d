// Snapshots in Workers KV: key `<workspace>/snapshot/<id>`, expiry in the metadata
// (KV limits: values of 25 MiB, a TTL of at least 60 s, one write a second per key).
import { type SnapshotStore, sizeFault } from '../../gateway';
import { asObject, type JsonObject } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import type { KvNamespace } from './namespace';

/** The least that KV takes: for so long a place also remembers that there was none. */
const CACHED_SECONDS = 30;
const MINIMUM_TTL_SECONDS = 60;
/** Kept a little longer than promised, so that the last moment is answered from the record itself. */
const GRACE_SECONDS = 60;

/** Failures of KV become error values; nothing is thrown. */
export const createKvSnapshotStore = (
	kv: Pick<KvNamespace, 'getWithMetadata' | 'put'>,
): SnapshotStore => ({
	async get(workspace, id) {
		try {
			const { value, metadata } = await kv.getWithMetadata(keyOf(workspace, id), {
				type: 'text',
				cacheTtl: CACHED_SECONDS,
			});
			if (value === null) return ok(null);
			const { expiresAt, evicted }: JsonObject = asObject(metadata) ?? {};
			return ok({
				body: value,
				// -1 decodes as a damaged record: the metadata is not what `put` wrote.
				expiresAt: typeof expiresAt === 'number' ? expiresAt : -1,
				...(evicted === true && { isEvicted: true }),
			});
		} catch (cause) {
			return err({ code: 'unavailable', message: `KV read failed: ${messageOf(cause)}` });
		}
	},
	async put(workspace, id, { body, expiresAt, principal }, now) {
		const tooLarge = sizeFault(body);
		if (tooLarge) return err(tooLarge);
		const life = Math.ceil(expiresAt - now) + GRACE_SECONDS;
		try {
			await kv.put(keyOf(workspace, id), new TextEncoder().encode(body), {
				expirationTtl: Math.max(MINIMUM_TTL_SECONDS, life),
				metadata: { expiresAt, ...(principal !== undefined && { principal }) },
			});
			return ok(undefined);
		} catch (cause) {
			const message = messageOf(cause);
			const code = /\b429\b/.test(message) ? 'busy' : 'unavailable';
			return err({ code, message: `KV write failed: ${message}` });
		}
	},
});

const keyOf = (workspace: string, id: string): string => `${workspace}/snapshot/${id}`;

const messageOf = (cause: unknown): string =>
	cause instanceof Error ? cause.message : String(cause);
