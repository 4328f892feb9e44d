// Every key of the configuration as the schema knows it, for comparison with docs/config.md.
import type { z } from 'zod';

export interface ConfigKey {
	/** `upstreams[].name`, `endpoints.*.mode`. */
	readonly path: string;
	/** As JSON; empty when there is none. */
	readonly default: string;
	/** In the words of the message about a wrong value. */
	readonly allowed: string;
}

interface Definition {
	readonly type: string;
	readonly innerType?: z.ZodType;
	readonly defaultValue?: unknown;
	readonly shape?: Readonly<Record<string, z.ZodType>>;
	readonly element?: z.ZodType;
	readonly valueType?: z.ZodType;
	readonly out?: z.ZodType;
}

/** Walks the schema; a section is no key itself, a list or mapping is one and has keys below. */
export function keysOf(schema: z.ZodType, path = '', fallback = ''): ConfigKey[] {
	const definition = schema.def as unknown as Definition;
	const { innerType, out, shape, element, valueType } = definition;
	if (innerType !== undefined) {
		// A section is prefaulted with {}: its keys name their own defaults.
		const own = definition.type === 'default' ? JSON.stringify(definition.defaultValue) : fallback;
		return keysOf(innerType, path, own);
	}
	if (definition.type === 'pipe' && out !== undefined) return keysOf(out, path, fallback);
	if (shape !== undefined) {
		return Object.entries(shape).flatMap(([name, field]) =>
			keysOf(field, path === '' ? name : `${path}.${name}`),
		);
	}
	const key = { path, default: fallback, allowed: allowedBy(schema) };
	const below = [
		...(element === undefined ? [] : keysOf(element, `${path}[]`)),
		...(valueType === undefined ? [] : keysOf(valueType, `${path}.*`)),
	];
	return [key, ...below.filter(({ path: name }) => !/(\[\]|\*)$/.test(name))];
}

/** The schema says what it allows when it is given what nothing allows. */
function allowedBy(schema: z.ZodType): string {
	const message = schema.safeParse(Symbol('nothing')).error?.issues[0]?.message ?? '';
	return /^must be (.*?)(?:, not .*)?$/.exec(message)?.[1] ?? message;
}
