// Parts of a request that its headers repeat (MCP 2026-07-28, "Request Headers"), as headers may hold them.
import { isRecord } from '../../shared/json-values';

const PLAIN = /^[\t\x20-\x7e]+$/;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const MIRRORS = 'x-mcp-header';

/** Encodes a text as a header may hold it (MCP 2026-07-28, "Value Encoding"). */
export function headerText(text: string): string {
	const isCoded = text.startsWith('=?base64?') && text.endsWith('?=');
	if (PLAIN.test(text) && text === text.trim() && !isCoded) return text;
	const bytes = new TextEncoder().encode(text);
	return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))}?=`;
}

/** Headers of arguments that a schema wants repeated ("Custom Headers"), at any depth of `properties`. */
export function mirrored(schema: unknown, value: unknown, depth = 0): Record<string, string> {
	if (!isRecord(schema) || depth > MOST_LEVELS) return {};
	const name = schema[MIRRORS];
	const text = typeof name === 'string' && TOKEN.test(name) ? primitive(value) : undefined;
	const found = text === undefined ? {} : { [`Mcp-Param-${String(name)}`]: headerText(text) };
	const { properties } = schema;
	if (isRecord(properties) && isRecord(value))
		for (const [key, part] of Object.entries(properties))
			if (Object.hasOwn(value, key)) Object.assign(found, mirrored(part, value[key], depth + 1));
	return found;
}

const MOST_LEVELS = 20;

/** Text of a string, a boolean or a number, as it is spelled; an integer that a double cannot hold is left out. */
function primitive(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	const text = JSON.stringify(value) ?? 'null';
	if (text === 'true' || text === 'false') return text;
	const number = /^[-\d]/.test(text) ? Number(text) : Number.NaN;
	const isKept = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
	return isKept ? String(number) : undefined;
}
