// Clients validate structured content against the advertised schema, and a reduced result must
// pass: the advertised schema keeps names and descriptions only (docs/gateway.md "What crosses").
import type { JsonObject } from '../../shared/is-record';

/** Property names and descriptions of the root; no assertion but the root being an object. */
export function relaxOutputSchema(schema: JsonObject): JsonObject {
	const description = described(schema);
	if (schema.type !== 'object') return description;
	const properties = schema.properties;
	if (typeof properties !== 'object' || properties === null)
		return { type: 'object', ...description };
	const kept = Object.entries(properties).map(([name, value]) => [name, described(value)]);
	return { type: 'object', ...description, properties: Object.fromEntries(kept) };
}

const described = (schema: unknown): JsonObject => {
	const text = (schema as { description?: unknown } | null)?.description;
	return typeof text === 'string' ? { description: text } : {};
};
