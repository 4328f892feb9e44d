// Endpoints offered under earlier versions of a configuration: a snapshot of a tool that was
// taken away stays closed, though the tool is there again, and so it is with an address or a credential.

import { type ConfigLedger, type ConfigService, isToolAllowed } from '../config';
import { endpointOf } from '../gateway';
import { remember } from '../shared/remember';
import type { Remote } from '../shared/remote';

/** Answers remembered: of versions that are past nothing changes. */
const MOST = 2_000;

/** Creates the lookup of the configuration version offered to a workspace. */
export function createOffers(
	config: Pick<ConfigService, 'highest'>,
	ledger: (workspace: string) => Pick<Remote<ConfigLedger>, 'moves'>,
) {
	/** The version until which an endpoint has lasted since another; -1 where it did not. */
	const known = new Map<string, number>();
	return {
		version: (workspace: string) => config.highest(workspace),
		async lasted(workspace: string, endpoint: string, from: number, to: number) {
			const key = JSON.stringify([workspace, endpoint, from]);
			const until = known.get(key) ?? from;
			if (until < from || until >= to) return until >= to;
			const { source: server, tool } = endpointOf(endpoint, {}) ?? { source: '', tool: '' };
			// Nothing is opened on a guess while the history cannot be asked.
			const moves = await ledger(workspace)
				.moves({ server, after: until, until: to })
				.catch(() => undefined);
			const lasted = moves?.every(
				({ isMoved, tools }) =>
					!isMoved && (tool === 'resources/read' || isToolAllowed(tools, tool)),
			);
			if (moves !== undefined) remember(known, key, lasted ? to : -1, MOST);
			return lasted ?? false;
		},
	};
}
