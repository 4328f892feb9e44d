// Bodies of drafts in Workers KV: key `<workspace>/draft/<draft id>/<sha256>`, each written once.
import { DRAFT_BODY_TTL_MS, type DraftBodies } from '../../memory';
import type { OwnedTexts } from './owned-texts';

/** Bodies of drafts in KV, each under its digest. */
export const kvDraftBodies = (kv: OwnedTexts, workspace: string): DraftBodies => ({
	put: (key, content, principal) =>
		kv.put(`${workspace}/${key}`, content, {
			expirationTtl: Math.ceil(DRAFT_BODY_TTL_MS / 1000),
			metadata: { principal },
		}),
	get: (key) => kv.get(`${workspace}/${key}`, 'text'),
});
