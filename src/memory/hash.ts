// Content hashes (docs/memory.md, "Hashes"): SHA-256 over UTF-8, synchronous, so that the store can decide in one step.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const PREFIX = 'sha256:';

/** Returns the SHA-256 of a text as 64 hex digits. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Returns the hash of a text: `sha256:` and 64 hex digits. */
export const contentHash = (text: string): string => PREFIX + sha256Hex(text);

/** Compares hashes; the prefix may be missing, since some clients drop it. */
export const sameHash = (one: string, other: string): boolean => bare(one) === bare(other);

export const MIN_HASH_DIGITS = 12;
/** Digits of the hash of a text that is told beside it. */
export const TEXT_DIGITS = 8;

/** Returns the first digits of a hash, without its prefix. */
export const shortHash = (hash: string, digits = MIN_HASH_DIGITS): string =>
	bare(hash).slice(0, digits);

/** Returns whether the hash a caller holds is this one, or its beginning. @param least minimum hex digits */
export const holdsHash = (held: string, hash: string, least = MIN_HASH_DIGITS): boolean =>
	sameHash(held, hash) ||
	(bare(held).length >= least && bare(hash).startsWith(bare(held).toLowerCase()));

const bare = (hash: string): string => (hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : hash);
