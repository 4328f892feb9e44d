// Server messages besides answers: questions while a call runs, and notifications.
import type { CallContext } from '../../../gateway';
import { answerRequest, type Call, passes, WORK } from './call';
import type { Connection } from './connection';
import type { Exchange } from './exchange';
import { withoutProtocolMeta } from './protocol-meta';

/** Milliseconds that a call waits for the ear of {@link hearing}. */
const EAR_MS = 1_000;

const after = (milliseconds: number): Promise<void> =>
	new Promise((resume) => setTimeout(resume, milliseconds));

/** Runs a request with an ear for what its server asks on another stream. */
export async function hearing<T>(
	connection: Connection,
	method: string,
	call: Call,
	maxBytes: number,
	work: () => Promise<T>,
): Promise<T> {
	if (!WORK.has(method) || !connection.mayAsk) return work();
	const over = new AbortController();
	const exchange = call.exchange(maxBytes);
	const signal = AbortSignal.any([exchange.signal, over.signal]);
	await Promise.race([connection.overhear({ ...exchange, signal }), after(EAR_MS)]);
	try {
		return await work();
	} finally {
		over.abort();
	}
}

/** Bytes and notifications of one stream; beyond them it ends, and the client opens another. */
const STREAM = { maxBytes: 100_000_000, mostNotifications: 100_000 };

/** Passes on what a server says without being asked. */
export const listeningExchange = (context: CallContext): Exchange => ({
	...STREAM,
	signal: context.signal,
	whose: context.principal.workspace,
	onSign: () => {},
	onNotification: (method, params) => {
		if (passes(method)) context.notify(method, withoutProtocolMeta(params, 0));
	},
	onRequest: (method, params) => answerRequest(context, method, params, context.signal),
});
