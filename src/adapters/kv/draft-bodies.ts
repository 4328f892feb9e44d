// Bodies of drafts in Workers KV: key `<workspace>/draft/<draft id>/<sha256>`, each written once.
import type { DraftBodies } from '../../memory';
import type { KvNamespace } from './namespace';

/** Seconds for which a body is kept after it was written: 180 days. */
const TTL = 180 * 24 * 3600;

/** Bodies of drafts in KV, each under its digest. */
export const kvDraftBodies = (
	kv: Pick<KvNamespace, 'get' | 'put'>,
	workspace: string,
): DraftBodies => ({
	put: (key, content, principal) =>
		kv.put(`${workspace}/${key}`, content, { expirationTtl: TTL, metadata: { principal } }),
	get: (key) => kv.get(`${workspace}/${key}`, 'text'),
});
