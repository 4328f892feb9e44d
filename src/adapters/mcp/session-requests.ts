// Requests about a session of an older client: the stream of its GET, and its end.
import { callerOf, contextOf, type McpRequestParts, sessionOf } from './caller';
import { PATIENCE_MS } from './event-response';
import { ENDED_KEY } from './mailbox';
import { pushStream } from './push-stream';
import { refusal } from './refusals';

/** 405 for a GET without a stream of its own: clients of 2025-11-25 then go on with POST alone. */
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
	if (session === 'gone') return sessionNotFound();
	if (!session) return undefined;
	return pushStream({
		gateway,
		context: contextOf(callerOf(parts, session), 'legacy', request.signal, true),
		upstream,
		mailbox: mailboxes(principal, session.name),
		subscriptions: subscriptions(principal, session.name),
		signal: request.signal,
	});
};

/** A client that hears this begins a new session (MCP 2025-11-25, "Session Management"). */
export const sessionNotFound = (): Response =>
	refusal(
		404,
		-32_001,
		'Session not found: it has ended, or is not one of yours. Initialize again',
	);

/** A client that ends its session ends what upstreams remember of it too. */
export const endSession = async (request: Request, parts: McpRequestParts): Promise<Response> => {
	const session = await sessionOf(parts, request);
	if (session === 'gone') return sessionNotFound();
	if (!session)
		return refusal(405, -32_000, 'Method not allowed: no session is named', { Allow: 'POST' });
	const { gateway, principal, sessions, mailboxes, defer } = parts;
	const caller = callerOf(parts, session);
	const context = contextOf(caller, 'legacy', new AbortController().signal, false);
	await sessions?.end(session, principal);
	const ending = (async () => {
		// Calls in flight are cancelled first, also those that do not look into the mailbox yet.
		await mailboxes?.(principal, session.name)
			.put(ENDED_KEY, {})
			.catch(() => {});
		if (mailboxes) await new Promise((resume) => setTimeout(resume, PATIENCE_MS));
		await gateway.endConversation(context);
	})();
	if (defer) defer(ending);
	else await ending;
	return new Response(null, { status: 204 });
};
