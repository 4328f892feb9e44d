// Endpoints offered under earlier versions of a configuration: a snapshot of a tool that was
// taken away stays closed, though the tool is there again, and so it is with an address or a credential.

import { type ConfigLedger, type ConfigService, isToolAllowed, noteEarlier } from '../config';
import { endpointOf } from '../gateway';
import { remember } from '../shared/remember';
import type { Remote } from '../shared/remote';

type History = Pick<Remote<ConfigLedger>, 'moves' | 'noted' | 'fill' | 'list' | 'at'>;

/** Answers remembered: of versions that are past nothing changes. */
const MOST = 2_000;

/** Creates the lookup of the configuration version offered to a workspace. */
export function createOffers(
	config: Pick<ConfigService, 'highest' | 'join'>,
	ledger: (workspace: string) => History,
) {
	/** The version until which an endpoint has lasted since another; -1 where it did not. */
	const known = new Map<string, number>();
	const join = (text: string) => {
		const made = config.join(text, undefined, text);
		return made.ok ? made.value.config : undefined;
	};
	const movesOf = async (history: History, asked: Parameters<ConfigLedger['moves']>[0]) => {
		const noted = await history.moves(asked);
		if (noted) return noted;
		await noteEarlier(history, join);
		return history.moves(asked);
	};
	return {
		version: (workspace: string) => config.highest(workspace),
		async lasted(workspace: string, endpoint: string, from: number, to: number) {
			const key = JSON.stringify([workspace, endpoint, from]);
			const until = known.get(key) ?? from;
			if (until < from || until >= to) return until >= to;
			const { source: server, tool } = endpointOf(endpoint, {}) ?? { source: '', tool: '' };
			// Nothing is opened on a guess while the history cannot be asked.
			const asked = { server, after: until, until: to };
			const moves = await movesOf(ledger(workspace), asked).catch(() => undefined);
			const lasted = moves?.every(
				({ isMoved, tools }) =>
					!isMoved && (tool === 'resources/read' || isToolAllowed(tools, tool)),
			);
			if (moves !== undefined) remember(known, key, lasted ? to : -1, MOST);
			return lasted ?? false;
		},
	};
}
