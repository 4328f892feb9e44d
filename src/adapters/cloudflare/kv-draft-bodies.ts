// Bodies of drafts in Workers KV: key `<workspace>/draft/<draft id>/<sha256>`, each written once.
import { DRAFT_BODY_TTL_MS, type DraftBodies } from '../../memory/draft-bodies';

/** What this store uses of a KV namespace binding. */
export interface DraftNamespace {
	get(key: string, type: 'text'): Promise<string | null>;
	put(
		key: string,
		value: string,
		options: { expirationTtl: number; metadata: { principal: string } },
	): Promise<void>;
}

export const kvDraftBodies = (kv: DraftNamespace, workspace: string): DraftBodies => ({
	put: (key, content, principal) =>
		kv.put(`${workspace}/${key}`, content, {
			expirationTtl: Math.ceil(DRAFT_BODY_TTL_MS / 1000),
			metadata: { principal },
		}),
	get: (key) => kv.get(`${workspace}/${key}`, 'text'),
});
