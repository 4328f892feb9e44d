// PayloadStore in memory: for tests and for programs without a Worker.
import type { PayloadStore } from '../../replay/store';

/** A store of payloads that ends with its process. */
export const createMemoryPayloadStore = (): PayloadStore => {
	const texts = new Map<string, string>();
	return {
		put: async (taskId, text) => {
			texts.set(taskId, text);
		},
		get: async (taskId) => texts.get(taskId) ?? null,
	};
};
