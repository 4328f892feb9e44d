// Content hashes (docs/memory.md, "Hashes"): SHA-256 over UTF-8, available without waiting, so that
// the store can decide in one step.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const PREFIX = 'sha256:';

/** 64 hex digits. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** `sha256:` and 64 hex digits, of the text as it would be stored. */
export const contentHash = (text: string): string => PREFIX + sha256Hex(text);

/** Whether two hashes name the same content; the prefix may be missing, as some clients drop it. */
export const sameHash = (one: string, other: string): boolean => bare(one) === bare(other);

/** Hex digits of a short hash, at least: what the slim answers say and take. */
export const SHORT_HASH = 12;

/** The first digits of a hash, without its prefix. */
export const shortHash = (hash: string, digits = SHORT_HASH): string => bare(hash).slice(0, digits);

/**
 * Whether what a caller says it holds is this content: its hash, or the beginning of it.
 * @param least hex digits
 */
export const holdsHash = (held: string, hash: string, least = SHORT_HASH): boolean =>
	sameHash(held, hash) ||
	(bare(held).length >= least && bare(hash).startsWith(bare(held).toLowerCase()));

const bare = (hash: string): string => (hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : hash);
