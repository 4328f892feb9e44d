// Endpoints offered under earlier versions of a configuration: a snapshot of a tool that was
// taken away stays closed, though the tool is there again, and so it is with an address or a credential.

import type { Config, ConfigLedger, ConfigService } from '../config';
import { endpointOf, isOffered } from '../gateway';
import { canonicalJson } from '../shared/canonical-json';
import { remember } from '../shared/remember';
import type { Remote } from '../shared/remote';

/** Versions that are looked at: whoever changed it oftener since calls again. */
const MOST_VERSIONS = 20;
/** Answers remembered: of versions that are past nothing changes. */
const MOST = 2_000;

/** Describes the destination of an endpoint's calls, and their credentials. */
function wayTo({ upstreams }: Config, endpoint: string): string {
	const source = endpointOf(endpoint, {})?.source;
	const { url, headers, auth, command, args, env, cwd } =
		upstreams.find(({ name }) => name === source) ?? {};
	return canonicalJson({ url, headers, auth, command, args, env, cwd });
}

/** Creates the lookup of the configuration version offered to a workspace. */
export function createOffers(
	config: Pick<ConfigService, 'highest' | 'join'>,
	ledger: (workspace: string) => Pick<Remote<ConfigLedger>, 'newest'>,
) {
	const known = new Map<string, boolean>();
	const look = async (workspace: string, endpoint: string, from: number, to: number) => {
		const head = config.highest(workspace);
		if (head - from >= MOST_VERSIONS) return false;
		const newest = await ledger(workspace).newest(head - from + 1);
		const versions = newest
			.filter(({ version }) => version >= from && version <= to)
			.flatMap(({ text }) => {
				const made = config.join(text, 'yaml');
				return made.ok ? [made.value.config] : [];
			});
		const isThere = versions.every((each) => isOffered(each, endpoint));
		return isThere && new Set(versions.map((each) => wayTo(each, endpoint))).size <= 1;
	};
	return {
		version: (workspace: string) => config.highest(workspace),
		async lasted(workspace: string, endpoint: string, from: number, to: number) {
			const key = JSON.stringify([workspace, endpoint, from, to]);
			const before = known.get(key);
			if (before !== undefined) return before;
			// Nothing is opened on a guess while the history cannot be asked.
			const lasted = await look(workspace, endpoint, from, to).catch(() => undefined);
			if (lasted !== undefined) remember(known, key, lasted, MOST);
			return lasted ?? false;
		},
	};
}
