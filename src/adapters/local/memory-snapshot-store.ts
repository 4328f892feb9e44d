// Snapshots in memory, for tests and for programs that embed the gateway without KV.
import { type SnapshotStore, sizeFault } from '../../gateway';
import { err, ok } from '../../shared/result';

/** Every write drops what has expired by then; a read never does. */
export const createMemorySnapshotStore = (): SnapshotStore => {
	const kept = new Map<string, Parameters<SnapshotStore['put']>[2]>();
	const keyOf = (workspace: string, id: string) => JSON.stringify([workspace, id]);
	return {
		async get(workspace, id) {
			return ok(kept.get(keyOf(workspace, id)) ?? null);
		},
		async put(workspace, id, stored, now) {
			const tooLarge = sizeFault(stored.body);
			if (tooLarge) return err(tooLarge);
			for (const [key, { expiresAt }] of kept) if (expiresAt < now) kept.delete(key);
			kept.set(keyOf(workspace, id), stored);
			return ok(undefined);
		},
	};
};
