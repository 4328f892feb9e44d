// Environment variables as a config layer (context window protection, FR-024): every key with a
// single value has one, named by the schema: `workflow.maxRetries` → LOADLINE_WORKFLOW_MAX_RETRIES.
import type { z } from 'zod/v4';
import { type Issue, issuesOf } from './issues';
import type { ConfigSchema } from './schema';

/** A key that may be set from the environment: `keys` lead to it in the config, `type` is how its text is read. */
export interface Variable {
	readonly name: string;
	readonly keys: readonly string[];
	readonly type: 'number' | 'boolean' | 'text';
	readonly field: z.ZodType;
}

const upperSnake = (key: string): string =>
	key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

interface Definition {
	readonly type: string;
	readonly innerType?: z.ZodType;
	readonly shape?: Readonly<Record<string, z.ZodType>>;
}
const definitionOf = (field: z.ZodType): Definition => field.def as unknown as Definition;

const WRAPPERS = new Set(['optional', 'default', 'prefault']);
const TYPES: Readonly<Record<string, Variable['type']>> = {
	number: 'number',
	boolean: 'boolean',
	string: 'text',
	enum: 'text',
};

/** Every variable there is, in the schema's order. */
export const variablesOf = (schema: ConfigSchema): readonly Variable[] => {
	const found: Variable[] = [];
	const visit = (field: z.ZodType, keys: readonly string[]) => {
		let inner = field;
		let definition = definitionOf(inner);
		while (WRAPPERS.has(definition.type) && definition.innerType !== undefined) {
			inner = definition.innerType;
			definition = definitionOf(inner);
		}
		const type = TYPES[definition.type];
		if (type !== undefined)
			found.push({ name: `LOADLINE_${keys.map(upperSnake).join('_')}`, keys, type, field: inner });
		for (const [key, below] of Object.entries(definition.shape ?? {})) visit(below, [...keys, key]);
	};
	visit(schema, []);
	return found;
};

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/** The text as the value it spells, or the text itself where it spells none. */
const read = (text: string, type: Variable['type']): unknown => {
	if (type === 'number') return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
	if (type === 'boolean') return BOOLEANS[text.toLowerCase()] ?? text;
	return text;
};

const put = (document: Record<string, unknown>, keys: readonly string[], value: unknown) => {
	let target = document;
	for (const key of keys.slice(0, -1)) {
		target[key] ??= {};
		target = target[key] as Record<string, unknown>;
	}
	target[keys.at(-1) ?? ''] = value;
};

/**
 * Reads the variables that are set; an empty one counts as unset, unknown ones are not looked at.
 * @param variables the environment, text by name.
 */
export const readEnvironment = (
	variables: Readonly<Record<string, unknown>>,
	schema: ConfigSchema,
) => {
	const document: Record<string, unknown> = {};
	const issues: Issue[] = [];
	for (const { name, keys, type, field } of variablesOf(schema)) {
		const raw = Object.hasOwn(variables, name) ? variables[name] : undefined;
		if (raw === undefined || raw === null) continue;
		// A binding can be a JSON value as well as a text.
		const value = typeof raw === 'string' ? read(raw.trim(), type) : raw;
		if (value === '') continue;
		const checked = field.safeParse(value);
		if (checked.success) put(document, keys, value);
		else
			for (const issue of issuesOf(checked.error))
				issues.push({ path: name, reason: issue.reason });
	}
	return { document, issues };
};
