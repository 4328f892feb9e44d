// Parts of a request that its headers repeat (MCP 2026-07-28, "Request Headers"), as headers may hold them.
import { isRecord } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';

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

/** Milliseconds a receiver has. */
const PATIENCE = 10_000;

/** @returns why it was not taken; never the URL, which may hold a secret */
export async function postJson(
	fetch: (url: string, init: RequestInit) => Promise<Response>,
	url: string,
	body: unknown,
): Promise<Result<null, string>> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			redirect: 'manual',
			signal: AbortSignal.timeout(PATIENCE),
		});
		void response.body?.cancel().catch(() => {});
		return response.ok ? ok(null) : err(`the webhook answers ${response.status}`);
	} catch (error) {
		const isLate = error instanceof Error && error.name === 'TimeoutError';
		return err(isLate ? 'the webhook does not answer' : 'the webhook cannot be reached');
	}
}

/** The promise's value, or undefined if it takes longer; what comes of it later concerns nobody. */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
	const { promise: late, resolve } = Promise.withResolvers<undefined>();
	const timer = setTimeout(() => resolve(undefined), milliseconds);
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
