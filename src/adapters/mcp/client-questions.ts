// Asks a client of MCP 2025-11-25 something while it waits for an answer: the question goes out on the
// stream that is open, the answer comes in a request of its own and through the mailbox.

import type { ClientReply } from '../../gateway';
import { asObject, type JsonObject } from '../../shared/is-record';
import { answerKey, type Mailbox, waitFor } from './mailbox';

/** Milliseconds a human may take. */
const LONGEST_MS = 3_600_000;
const INTERNAL_ERROR = -32_603;

/** The way to a client of MCP 2025-11-25 and back: one request's stream out, its session's mailbox in. */
export interface Questions {
	readonly mailbox: Mailbox;
	/** A random id, unlike any other. */
	readonly newId: () => string;
	/** Writes a message to the stream of the request that is being answered. */
	send(message: JsonObject): Promise<void>;
}

/** @param signal ends the waiting */
export async function askClient(
	{ mailbox, newId, send }: Questions,
	method: string,
	params: JsonObject,
	signal: AbortSignal,
): Promise<ClientReply> {
	const id = newId();
	const limit = AbortSignal.timeout(LONGEST_MS);
	try {
		await send({ jsonrpc: '2.0', id, method, params });
		const message = await waitFor(mailbox, answerKey(id), AbortSignal.any([signal, limit]));
		if (message) return replyOf(message);
	} catch {
		// The stream is closed, or was never one.
	}
	return { error: { code: INTERNAL_ERROR, message: 'The client gave no answer.' } };
}

const replyOf = ({ result, error }: JsonObject): ClientReply => {
	const given = asObject(result);
	if (given) return { result: given };
	const { code, message, data } = asObject(error) ?? {};
	return {
		error: {
			code: typeof code === 'number' ? code : INTERNAL_ERROR,
			message: typeof message === 'string' ? message.slice(0, 2_000) : 'The client refused.',
			...(data !== undefined && { data }),
		},
	};
};
