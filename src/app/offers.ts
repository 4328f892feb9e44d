// Endpoints offered under earlier versions of a configuration: a snapshot of a tool that was
// taken away stays closed, though the tool is there again, and so it is with an address or a credential.

import {
	type ConfigLedger,
	type ConfigService,
	isToolAllowed,
	KEPT_VERSIONS,
	movesBetween,
} from '../config';
import { endpointOf } from '../gateway';
import { remember } from '../shared/remember';
import type { Remote } from '../shared/remote';

/** Answers remembered: of versions that are past nothing changes. */
const MOST = 2_000;

type History = Pick<Remote<ConfigLedger>, 'moves' | 'list' | 'at'>;

/**
 * Works out from documents what changed of a server, of versions that were made before it was noted; null where they do
 * not say. Those alone are read that changed something of the server, each with the one before.
 */
async function movesIn(
	history: History,
	{ server, after, until }: Parameters<ConfigLedger['moves']>[0],
	join: (text: string) => ReturnType<ConfigService['join']>,
) {
	const configAt = async (version: number) => {
		const made = join(version === 0 ? '{}' : ((await history.at(version))?.text ?? '['));
		return made.ok ? made.value.config : undefined;
	};
	const { versions } = await history.list({ limit: KEPT_VERSIONS, offset: 0 });
	if ((versions.at(-1)?.version ?? Number.POSITIVE_INFINITY) > Math.max(after, 1)) return null;
	const moves = [];
	for (const [at, { version, changes, more }] of versions.entries()) {
		const isOfServer = (path: string) => path === 'demo' || path.startsWith(`upstreams.${server}.`);
		const mayDiffer = !versions[at + 1] || more > 0 || changes.some(({ path }) => isOfServer(path));
		if (version > until || version <= after || !mayDiffer) continue;
		const before = await configAt(versions[at + 1]?.version ?? 0);
		const now = await configAt(version);
		if (!before || !now) return null;
		moves.push(...movesBetween(before, now).filter((move) => move.server === server));
	}
	return moves;
}

/** Creates the lookup of the configuration version offered to a workspace. */
export function createOffers(
	config: Pick<ConfigService, 'highest' | 'join'>,
	ledger: (workspace: string) => History,
) {
	/** The version until which an endpoint has lasted since another; -1 where it did not. */
	const known = new Map<string, number>();
	const join = (text: string) => config.join(text, undefined, text);
	return {
		version: (workspace: string) => config.highest(workspace),
		async lasted(workspace: string, endpoint: string, from: number, to: number) {
			const key = JSON.stringify([workspace, endpoint, from]);
			const until = known.get(key) ?? from;
			if (until < from || until >= to) return until >= to;
			const { source: server, tool } = endpointOf(endpoint, {}) ?? { source: '', tool: '' };
			// Nothing is opened on a guess while the history cannot be asked.
			const [history, asked] = [ledger(workspace), { server, after: until, until: to }];
			const moves = await history
				.moves(asked)
				.then((noted) => noted ?? movesIn(history, asked, join))
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
