// Ended sessions in Workers KV: key `<workspace>/ended/<name>`, gone once the session would be too old
// anyway. Another place sees it within a minute.
import type { Principal } from '../../auth';
import type { KvNamespace } from './namespace';

const keyOf = (workspace: string, name: string): string => `${workspace}/ended/${name}`;

/** Ended transport sessions in KV. */
export const kvEndedSessions = (kv: Pick<KvNamespace, 'get' | 'put'>) => ({
	has: async ({ workspace }: Principal, name: string) =>
		(await kv.get(keyOf(workspace, name), 'text')) !== null,
	/** @param seconds for which it must be known */
	add: ({ workspace, id }: Principal, name: string, seconds: number) =>
		kv.put(keyOf(workspace, name), '1', {
			expirationTtl: Math.max(60, Math.ceil(seconds)),
			metadata: { principal: id },
		}),
});
