// Ownership of an argument by a tool, as far as its schema tells (JSON Schema 2020-12 and older).
import { isRecord, type JsonObject } from '../../shared/is-record';

/** Subschemas that are looked at; a schema with more does not tell. */
const MOST_PARTS = 500;

/**
 * Returns whether a tool may take an argument of this name: its schema names it, or does not rule it out by
 * being open, by patterns, or by a reference that leads elsewhere. A schema that only leaves
 * `additionalProperties` out takes no name that it does not have.
 */
export function mayTake(schema: JsonObject, name: string): boolean {
	const looked = new Set<unknown>();
	const at = (part: unknown): boolean => {
		if (part === undefined || part === false || looked.has(part)) return false;
		if (!isRecord(part) || looked.size >= MOST_PARTS) return true;
		looked.add(part);
		const { properties, patternProperties, additionalProperties, unevaluatedProperties } = part;
		if (isRecord(properties) && Object.hasOwn(properties, name)) return true;
		if (isRecord(patternProperties) && Object.keys(patternProperties).length > 0) return true;
		if ([additionalProperties, unevaluatedProperties].some((rest) => rest ?? false)) return true;
		return REFERENCES.some((key) => refersTo(part[key])) || branchesOf(part).some(at);
	};
	const refersTo = (reference: unknown): boolean =>
		reference !== undefined && at(resolved(schema, reference));
	return at(schema);
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];
const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not'];
/** Of these the branches stand by name. */
const NAMED = ['dependentSchemas', 'dependencies'];

const branchesOf = (part: JsonObject): readonly unknown[] => [
	...BRANCHES.flatMap((key) => part[key]),
	...NAMED.flatMap((key) => (isRecord(part[key]) ? Object.values(part[key]) : []))
		// Names of further arguments, in older dialects.
		.filter((value) => !Array.isArray(value)),
];

/** The part that a pointer of the document names; `true`, which takes anything, for any other reference. */
function resolved(schema: JsonObject, reference: unknown): unknown {
	if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return true;
	const steps = reference.split('/').slice(1);
	return steps.reduce<unknown>((at, step) => {
		const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
		return typeof at === 'object' && at !== null && Object.hasOwn(at, key)
			? (at as JsonObject)[key]
			: true;
	}, schema);
}
