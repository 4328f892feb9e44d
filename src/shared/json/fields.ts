// The `fields` argument (docs/protect.md "Going on"): dot paths, checked and prepared so that
// projecting costs one look-up per member, however many fields were asked for.
import { err, ok, type Result } from '../result';

const MAX_FIELDS = 100;
/** UTF-16 units of one name. */
const MAX_FIELD_LENGTH = 512;
/** Names between dots of one path. */
const MAX_FIELD_LEVELS = 32;

const EXAMPLE = 'for example "id,status,address.city"';

/**
 * Reads `"a,b.c"` or `["a", "b.c"]`: 1 to 100 names of at most 512 characters and 32 levels, repeated names once. Every
 * character but the comma of the first form and the dot is part of a name: there are no wildcards and no patterns.
 */
export const parseFields = (value: unknown): Result<string[], string> => {
	const parts = typeof value === 'string' ? splitNames(value) : value;
	if (!Array.isArray(parts)) {
		return err(`fields must be a string of names separated by commas, ${EXAMPLE}, or an array`);
	}
	const names = new Set<string>();
	if (parts.length > MAX_FIELDS) return err(tooMany);
	for (const [index, part] of parts.entries()) {
		if (typeof part !== 'string') return err(`fields[${index}] must be a string`);
		const name = part.trim();
		if (name === '') continue;
		if (name.length > MAX_FIELD_LENGTH) {
			return err(`fields[${index}] is longer than ${MAX_FIELD_LENGTH} characters`);
		}
		if (name.split('.').length > MAX_FIELD_LEVELS) {
			return err(`fields[${index}] has more than ${MAX_FIELD_LEVELS} levels`);
		}
		names.add(name);
	}
	return names.size === 0
		? err(`fields names nothing: give 1 to ${MAX_FIELDS} names, ${EXAMPLE}`)
		: ok([...names]);
};

const tooMany = `fields must be 1 to ${MAX_FIELDS} names: ask for a field that contains the others`;

/** Tells whether a path can be asked for by name: in a list of names separated by commas, as `parseFields` reads it. */
export const isFieldName = (path: string): boolean =>
	path !== '' &&
	path.length <= MAX_FIELD_LENGTH &&
	!path.includes(',') &&
	path.trim() === path &&
	path.split('.').length <= MAX_FIELD_LEVELS;

/** One more part than allowed is enough to refuse; a hostile string is not split further. */
const splitNames = (value: string): string[] => value.split(',', MAX_FIELDS + 1);

/** Part wanted of a value that was reached by a path. */
export interface FieldPlan {
	/** A path ends here: the whole value is wanted. */
	readonly whole: boolean;
	/** Parts wanted of an object's members, by key; keys may contain dots. */
	parts(): ReadonlyMap<string, FieldPlan>;
}

/**
 * Prepares paths for projection. Every way to read the dots of a path is in the plan: `a.b` is the
 * key `a.b`, or the key `b` of the value of `a`. Plans are shared between readings (both ways reach
 * the same plan) and built only as far as data asks for them.
 */
export const planFields = (fields: readonly string[]): FieldPlan => {
	const plans = new Map<string, FieldPlan>();
	const planOf = (reached: string, rests: readonly string[], whole: boolean): FieldPlan => {
		let parts: Map<string, FieldPlan> | undefined;
		return {
			whole,
			parts: () => {
				parts ??= build(reached, rests);
				return parts;
			},
		};
	};
	const build = (reached: string, rests: readonly string[]): Map<string, FieldPlan> => {
		const below = new Map<string, { rests: string[]; whole: boolean }>();
		for (const rest of rests) {
			for (let dot = rest.indexOf('.'); ; dot = rest.indexOf('.', dot + 1)) {
				const key = dot < 0 ? rest : rest.slice(0, dot);
				const part = below.get(key) ?? { rests: [], whole: false };
				below.set(key, part);
				if (dot < 0) {
					part.whole = true;
					break;
				}
				part.rests.push(rest.slice(dot + 1));
			}
		}
		const parts = new Map<string, FieldPlan>();
		for (const [key, part] of below) {
			const path = `${reached}${key}.`;
			const plan = plans.get(path) ?? planOf(path, part.rests, part.whole);
			plans.set(path, plan);
			parts.set(key, plan);
		}
		return parts;
	};
	return planOf('', fields, false);
};
