// What a live session's replay payload is made from, and who asks.
import { replaySources } from '../../../gateway';
import type { ReplaySources, SessionCaller } from '../../../session';
import type { OwnRequest } from './tool';

/** Where the caller's session is read from, once its writes are done, and under which name it is kept. */
export async function liveSources({
	services,
	context,
	session,
	sessionName,
}: OwnRequest): Promise<{ readonly sources: ReplaySources; readonly who: SessionCaller }> {
	// What this session did a moment ago counts.
	await services.settled();
	const name = await sessionName();
	const principal = context.principal.id;
	return {
		sources: replaySources(services, principal),
		who: { caller: { principal, ...session }, session: name },
	};
}
