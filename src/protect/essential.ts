// Fields that the configuration names, which keep their place in every summary (`essentialFields`).
import type { Policy } from './types';

/** Configured dotted paths, of all types: a result does not say which type it is of. */
export const essentialOf = (policy: Policy): ReadonlySet<string> =>
	new Set(Object.values(policy.essentialFields ?? {}).flat());
