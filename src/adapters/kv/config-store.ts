// ConfigStore on Workers KV: key `<workspace>/config`, value the document's text, metadata
// `{version}`, no TTL (docs/config.md). KV takes one write a second to a key.
import type { ConfigService } from '../../config';
import { isRecord } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import type { KvNamespace } from './namespace';

/** Seconds a location may answer from its cache: KV's least, since config should spread soon. */
const CACHE_TTL = 30;
const RETRY_AFTER_MS = 1100;
const ATTEMPTS = 3;

const isTooManyRequests = (error: unknown): boolean =>
	error instanceof Error && /\b429\b|too many requests/i.test(error.message);

const versionOf = (metadata: unknown): number => {
	const version = isRecord(metadata) ? metadata.version : undefined;
	return typeof version === 'number' && Number.isSafeInteger(version) && version >= 0 ? version : 0;
};

const keyOf = (workspace: string): string => `${workspace}/config`;

/** @param sleep waits so many milliseconds. */
export const createKvConfigStore = (
	namespace: Pick<KvNamespace, 'getWithMetadata' | 'put'>,
	sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): ConstructorParameters<typeof ConfigService>[0]['store'] => {
	/** The newest version this isolate has begun to write, so that a late retry never undoes it. */
	const begun = new Map<string, number>();
	return {
		async read(workspace) {
			const found = await namespace.getWithMetadata(keyOf(workspace), {
				type: 'text',
				cacheTtl: CACHE_TTL,
			});
			if (found.value === null) return null;
			return { text: found.value, version: versionOf(found.metadata) };
		},
		async write(workspace, text, version) {
			begun.set(workspace, Math.max(version, begun.get(workspace) ?? 0));
			for (let attempt = 1; ; attempt++) {
				if ((begun.get(workspace) ?? 0) > version) return err('busy');
				try {
					await namespace.put(keyOf(workspace), text, { metadata: { version } });
					return ok(undefined);
				} catch (error) {
					if (!isTooManyRequests(error)) throw error;
					if (attempt === ATTEMPTS) return err('busy');
				}
				await sleep(RETRY_AFTER_MS);
			}
		},
	};
};
