// DraftBodies in memory: for tests and for programs without a Worker.
import type { DraftBodies } from '../../memory/draft-bodies';

/** Bodies of drafts that end with their process. */
export const createMemoryHubBodies = (): DraftBodies => {
	const bodies = new Map<string, string>();
	return {
		put: async (key, content) => void bodies.set(key, content),
		get: async (key) => bodies.get(key) ?? null,
	};
};
