// Selection of the calls that an endpoint's `mode` and `rollout` protect (docs/config.md "Trying it out"): a pure
// function of who calls, so that one conversation is always treated alike.
import { entryFor, patternFor } from './policy';
import type { Config } from './schema';

/** `on` protected; `off` left alone; `shadow` left alone and worked out; `control` the other half of `ab`. */
export type Variant = 'on' | 'off' | 'shadow' | 'control';

const BUCKETS = 10_000;

/**
 * A place from 0 to 99.99, the same for the same texts everywhere and forever: FNV-1a over UTF-16
 * units, finished as MurmurHash3 is, since neighbouring names must not share a bucket.
 */
export const bucketOf = (seed: string, subject: string): number => {
	let hash = 0x811c9dc5;
	for (const text of [seed, '\0', subject])
		for (let at = 0; at < text.length; at++)
			hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash ^= hash >>> 16;
	return ((hash >>> 0) % BUCKETS) / (BUCKETS / 100);
};

/**
 * Returns the treatment of a subject (a session, else a principal) at an endpoint. The entry's pattern is the
 * seed: all tools of one entry treat a subject alike. Raising `rollout` only adds subjects.
 */
export const variantFor = (config: Config, endpoint: string, subject: string): Variant => {
	const { mode = 'on', rollout } = entryFor(config, endpoint);
	if (mode === 'off') return 'off';
	const share = rollout ?? defaultRollout(mode);
	const isIn = bucketOf(patternFor(config, endpoint) ?? '', subject) < share;
	if (mode === 'ab') return isIn ? 'on' : 'control';
	if (!isIn) return 'off';
	return mode;
};

/** Returns how every subject is treated at an endpoint; undefined where it depends on the subject. */
export const steadyVariant = (config: Config, endpoint: string): Variant | undefined => {
	const { mode = 'on', rollout } = entryFor(config, endpoint);
	const share = rollout ?? defaultRollout(mode);
	if (mode === 'off' || (share <= 0 && mode !== 'ab')) return 'off';
	if (share <= 0) return 'control';
	return share < 100 ? undefined : mode === 'ab' ? 'on' : mode;
};

/** Percent of subjects, where an entry does not say: an experiment halves them. */
const defaultRollout = (mode: 'on' | 'off' | 'shadow' | 'ab'): number => (mode === 'ab' ? 50 : 100);

/** Returns whether anybody at all is protected at an endpoint. */
export const canProtect = (config: Config, endpoint: string): boolean => {
	const { mode = 'on', rollout } = entryFor(config, endpoint);
	return (mode === 'on' || mode === 'ab') && (rollout ?? defaultRollout(mode)) > 0;
};
