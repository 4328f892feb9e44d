// Port: the bodies of drafts. Each is written once under its hash, so it can be read from anywhere.
import type { DraftBody } from './types';

/** Bodies of one workspace. */
export interface DraftBodies {
	/**
	 * Resolves when the body will survive a restart. The same key always has the same content.
	 * @param author principal id
	 */
	put(key: string, content: string, author: string): Promise<void>;
	/** Null when it is not visible here yet, or has expired. */
	get(key: string): Promise<string | null>;
}

/** Milliseconds for which a body is kept after it was written, at least. */
export const DRAFT_BODY_TTL_MS = 180 * 24 * 3600 * 1000;
/** Milliseconds after which a body that was written is visible everywhere. */
const PROPAGATION_MS = 90_000;

/** `draft/<draft id>/<hex of the hash>` */
export const bodyKey = (draftId: string, hash: string): string =>
	`draft/${draftId}/${hash.slice(hash.indexOf(':') + 1)}`;

/** A draft's content, or a sentence on why it cannot be read now. */
export async function readBody(
	bodies: DraftBodies,
	body: Pick<DraftBody, 'key'>,
	writtenAt: number,
	now: number,
): Promise<{ readonly content: string } | { readonly missing: string }> {
	const content = await bodies.get(body.key);
	if (content !== null) return { content };
	return {
		missing:
			now - writtenAt < PROPAGATION_MS
				? 'the draft is not visible at this location yet; repeat the call in a minute'
				: 'the content of the draft has expired; update it with a new body, or discard it',
	};
}
