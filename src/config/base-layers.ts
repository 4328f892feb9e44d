// The layers below the runtime document: bundled file, then environment (docs/config.md).
// One that is not valid is left out and named, so that a bad deployment still serves safely.

import type { z } from 'zod/v4';
import { type Issue, issuesOf } from './fields';
import { type EffectiveOptions, effective, type Layer } from './layers';
import { parseConfig } from './parse';
import { type ConfigSchema, configSchema } from './schema';

export interface BaseOptions extends EffectiveOptions {
	/** Text of the bundled `loadline.yaml`. */
	readonly file?: string;
	readonly environment: Readonly<Record<string, unknown>>;
}

/** Issues in one line, the first three in full. */
export const summary = (what: string, issues: readonly Issue[]): string => {
	const first = issues
		.slice(0, 3)
		.map(({ path, reason }) => `${path || 'document'} ${reason}`)
		.join('; ');
	return `${what}: ${first}${issues.length > 3 ? `; and ${issues.length - 3} more` : ''}`;
};

/** Makes the layers below the runtime document, file and environment; `problem` names those left out, with reasons. */
export const baseLayers = (options: BaseOptions) => {
	const layers: Layer[] = [];
	const problems: string[] = [];
	const add = (layer: Layer) => {
		const result = effective([...layers, layer], options);
		if (result.ok) layers.push(layer);
		else problems.push(summary(`${layer.name} config ignored`, result.error));
	};
	if (options.file !== undefined) {
		const parsed = parseConfig(options.file);
		if (parsed.ok) add({ name: 'file', document: parsed.value });
		else problems.push(summary('file config ignored', parsed.error));
	}
	const environment = readEnvironment(options.environment, configSchema(options.checkUrl));
	if (environment.issues.length > 0)
		problems.push(summary('environment variables ignored', environment.issues));
	add({ name: 'environment', document: environment.document });
	return { layers, problem: problems.join('. ') };
};

// Environment variables as a config layer (context window protection, FR-024): every key with a
// single value has one, named by the schema: `workflow.maxRetries` → LOADLINE_WORKFLOW_MAX_RETRIES.

/** A key that may be set from the environment: `keys` lead to it in the config, `type` is how its text is read. */
interface Variable {
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

/** Reads the variables that are set; an empty one is unset, unknown ones are ignored. @param variables text by name */
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
