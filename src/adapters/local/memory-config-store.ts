// ConfigStore in memory: for tests and for programs without a Worker.
import type { ConfigStore, StoredConfig } from '../../config/store';
import { ok } from '../../shared/result';

/** A store of runtime documents that ends with its process. */
export const createMemoryConfigStore = (): ConfigStore => {
	const documents = new Map<string, StoredConfig>();
	return {
		read: async (workspace) => documents.get(workspace) ?? null,
		write: async (workspace, text, version) => {
			documents.set(workspace, { text, version });
			return ok(undefined);
		},
	};
};
