// Requests about a session of an older client: the stream of its GET, and its end.
import { callerOf, contextOf, type McpRequestParts, sessionOf } from './caller';
import { pushStream } from './push-stream';
import { refusal } from './refusals';

export const noStream = (): Response =>
	refusal(405, -32_000, 'Method not allowed: nothing is pushed here, use POST', { Allow: 'POST' });

/** The stream on which a client of a session is told of changes; undefined where none is offered. */
export const openStream = async (
	request: Request,
	parts: McpRequestParts,
): Promise<Response | undefined> => {
	const { gateway, principal, upstream, mailboxes, subscriptions } = parts;
	if (upstream === undefined || !mailboxes || !subscriptions) return undefined;
	if (!request.headers.get('accept')?.includes('text/event-stream')) return undefined;
	const session = await sessionOf(parts, request);
	if (!session) return undefined;
	const caller = callerOf(parts, session, undefined, () => undefined);
	return pushStream({
		gateway,
		context: contextOf(caller, 'legacy', request.signal, true),
		upstream,
		mailbox: mailboxes(principal, session.name),
		subscriptions: subscriptions(principal, session.name),
		signal: request.signal,
	});
};

/**
 * A client that ends its session ends what upstreams remember of it. Here a session is a name under a
 * seal: nothing could be ended, so the answer is that of a server whose sessions clients do not end
 * (MCP 2025-11-25, "Session Management").
 */
export const endSession = async (request: Request, parts: McpRequestParts): Promise<Response> => {
	const session = await sessionOf(parts, request);
	if (session) {
		const caller = callerOf(parts, session, undefined, () => undefined);
		const context = contextOf(caller, 'legacy', new AbortController().signal, false);
		const ending = parts.gateway.endConversation(context);
		if (parts.defer) parts.defer(ending);
		else await ending;
	}
	return refusal(405, -32_000, 'Sessions end at the servers behind; none is kept here', {
		Allow: 'POST',
	});
};
