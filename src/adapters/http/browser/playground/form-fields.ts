// A form for a tool's arguments, from its input schema (JSON Schema); what has no field of its own is written as JSON.

import { jsonFault } from '../../../../shared/json-fault';
import { isRecord, jsonIn } from '../../../../shared/json-values';
import { err, ok, type Result } from '../../../../shared/result';

/** Fields of a schema's properties, the required ones first. @param known values that they begin with */
export function fieldsOf(schema: unknown, known: Readonly<Record<string, unknown>> = {}) {
	const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
	const required = isRecord(schema) && Array.isArray(schema.required) ? schema.required : [];
	return Object.entries(properties)
		.map(([name, property]) => fieldOf(name, property, required.includes(name), known[name]))
		.sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function fieldOf(name: string, property: unknown, isRequired: boolean, known: unknown) {
	const { type, description, title, default: usual, ...rest } = isRecord(property) ? property : {};
	const choices = valuesIn(rest).map((value) => JSON.stringify(value));
	const kind: Kind = choices.length > 0 ? 'choice' : (KINDS[String(type)] ?? 'json');
	const [note = ''] = [description, title].filter((text) => typeof text === 'string');
	return { name, kind, isRequired, note, choices, initial: initialOf(kind, known ?? usual) };
}

/** Of an enum, or of one whose values have titles. */
function valuesIn({ enum: values, oneOf }: Readonly<Record<string, unknown>>): readonly unknown[] {
	if (Array.isArray(values)) return values;
	const named = Array.isArray(oneOf) ? oneOf.filter(isRecord) : [];
	return named.every((one) => 'const' in one) ? named.map((one) => one.const) : [];
}

type Kind = 'text' | 'number' | 'flag' | 'choice' | 'json';
/** One field of a form: what the schema says of it, choices as JSON, and its text at first, empty for none. */
type Field = ReturnType<typeof fieldOf>;

const KINDS: Readonly<Record<string, Kind>> = {
	string: 'text',
	number: 'number',
	integer: 'number',
	boolean: 'flag',
};

const initialOf = (kind: Kind, usual: unknown): string => {
	if (usual === undefined) return '';
	return kind === 'text' ? String(usual) : JSON.stringify(usual);
};

/** Arguments of a call; the error names the field. What is left empty is left out. */
export function argumentsOf(fields: readonly Field[], values: Readonly<Record<string, string>>) {
	const args: [string, unknown][] = [];
	for (const { name, kind, isRequired } of fields) {
		const text = values[name] ?? '';
		if (text.trim() === '') {
			if (isRequired) return err(`${name}: is required.`);
			continue;
		}
		const value = kind === 'text' ? ok(text) : jsonOf(name, kind, text);
		if (!value.ok) return value;
		args.push([name, value.value]);
	}
	return ok(Object.fromEntries(args));
}

function jsonOf(name: string, kind: Kind, text: string): Result<unknown, string> {
	const value = jsonIn(text);
	if (kind === 'number')
		return typeof value === 'number' ? ok(value) : err(`${name}: must be a number.`);
	if (value !== undefined) return ok(value);
	return err(`${name}: must be JSON, such as ["a", "b"] or {"key": 1}: ${jsonFault(text)}.`);
}
