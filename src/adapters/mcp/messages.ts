// The JSON-RPC messages of one request body, sorted before anything acts on them.

import { asObject, type JsonObject } from '../../shared/json-values';
import { err, ok, type SuccessOf } from '../../shared/result';

/** A posted JSON-RPC message or batch: `all` in order, `requests` by their id, and `answers` to what the server has asked. */
export type Messages = SuccessOf<typeof sortMessages>;

/** Sorts a parsed body by kind; the error says why it is no valid request. */
export function sortMessages(body: unknown) {
	const all = (Array.isArray(body) ? (body as unknown[]) : [body])
		.map(asObject)
		.filter((item) => item !== undefined);
	const requests = new Map<unknown, JsonObject>();
	const answers: JsonObject[] = [];
	const cancellations: JsonObject[] = [];
	for (const message of all) {
		const { id, method } = message;
		const hasId = id !== undefined && id !== null;
		if (typeof method === 'string' && hasId) {
			// Two requests of one id have one answer: nobody could tell whose.
			if (requests.has(id)) return err('two requests of the batch have the same id');
			requests.set(id, message);
		} else if (method === 'notifications/cancelled') cancellations.push(message);
		else if (method === undefined && hasId && ('result' in message || 'error' in message))
			answers.push(message);
	}
	return ok({ all, requests, answers, cancellations });
}
