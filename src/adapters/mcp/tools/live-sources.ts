// Sources of a live session's replay payload, and its caller.
import { replaySources } from '../../../gateway';
import type { OwnRequest } from './tool';

/** Returns the sources of the caller's session, once its writes are done, and its name. */
export async function liveSources({ services, context, session, sessionName }: OwnRequest) {
	// Calls of a moment ago count, too.
	await services.settled();
	const name = await sessionName();
	const principal = context.principal.id;
	return {
		sources: replaySources(services, principal),
		who: { caller: { principal, ...session }, session: name },
	};
}
