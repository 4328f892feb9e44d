// Reads the body of a POST to an MCP endpoint: bounded, and with numbers as the caller spelled
// them (docs/protect.md "Faithful data").

import { asObject } from '../../shared/is-record';
import { jsonIn } from '../../shared/json-in';
import { mayHoldOddNumber, parseSpelled } from '../../shared/raw-json';
import { err, ok, type Result } from '../../shared/result';
import { readBoundedText, type BodyFault as Unread } from '../fetch';

/** Bytes of a request body (docs/gateway.md "Endpoints"). */
export const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/** Why a body was not taken: too large, too slow, unreadable, or not JSON. */
export type BodyFault = Unread | 'not_json';

/** Parsed JSON of a request body, at most `maxBytes` long as declared and as sent. */
export const readJsonBody = async (
	request: Request,
	maxBytes = MAX_REQUEST_BYTES,
): Promise<Result<unknown, BodyFault>> => {
	const text = await readBoundedText(request, maxBytes);
	if (!text.ok) return text;
	try {
		return ok(parseFaithfully(text.value));
	} catch {
		return err('not_json');
	}
};

/** Parses a JSON-RPC body; only `params.arguments` keeps raw numbers, the rest is plain data. */
const parseFaithfully = (text: string): unknown => {
	const body: unknown = JSON.parse(text);
	if (!mayHoldOddNumber(text)) return body;
	// Undefined when the text nests too deep for a reviver: then numbers stay as they were parsed.
	const raw = jsonIn(text, parseSpelled);
	const messages = Array.isArray(body) ? body : [body];
	const raws = Array.isArray(raw) ? raw : [raw];
	for (const [at, message] of messages.entries()) {
		const args = paramsOf(raws[at])?.arguments;
		const params = paramsOf(message);
		if (params && args !== undefined) params.arguments = args;
	}
	return body;
};

const paramsOf = (message: unknown): Record<string, unknown> | undefined => {
	const params = asObject(asObject(message)?.params);
	return params as Record<string, unknown> | undefined;
};
