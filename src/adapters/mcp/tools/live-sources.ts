// What a live session's replay payload is made from, and who asks.
import type { ReplaySources, SessionCaller } from '../../../session/verified-action';
import type { OwnRequest } from './tool';

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
	const { hub } = services.memory;
	const { workflow, baselines } = services;
	return {
		sources: {
			hub,
			workflow,
			baselines,
			session: (of) => services.session(principal, of),
		},
		who: { caller: { principal, ...session }, session: name },
	};
}
