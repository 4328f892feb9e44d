// Endpoints offered under earlier versions of a configuration: a snapshot of a tool that was
// taken away stays closed, though the tool is there again, and so it is with an address or a credential.

import type { Config, ConfigLedger, ConfigService } from '../config';
import { endpointOf, isOffered } from '../gateway';
import { canonicalJson } from '../shared/canonical-json';
import { remember } from '../shared/remember';
import type { Remote } from '../shared/remote';

/** Versions whose changes are read at once. */
const STEP = 50;
/** Answers remembered: of versions that are past nothing changes. */
const MOST = 2_000;

/** Describes the destination of an endpoint's calls, and their credentials; undefined where it is not offered. */
function wayTo(config: Config, endpoint: string): string | undefined {
	if (!isOffered(config, endpoint)) return undefined;
	const source = endpointOf(endpoint, {})?.source;
	const { url, headers, auth, command, args, env, cwd } =
		config.upstreams.find(({ name }) => name === source) ?? {};
	return canonicalJson({ url, headers, auth, command, args, env, cwd });
}

/** Creates the lookup of the configuration version offered to a workspace. */
export function createOffers(
	config: Pick<ConfigService, 'highest' | 'join'>,
	ledger: (workspace: string) => Pick<Remote<ConfigLedger>, 'list' | 'at'>,
) {
	/** The version until which an endpoint has lasted since another; -1 where it did not. */
	const known = new Map<string, number>();
	const look = async (workspace: string, endpoint: string, from: number, to: number) => {
		const history = ledger(workspace);
		const way = async (version: number) => {
			const text = version === 0 ? '{}' : (await history.at(version))?.text;
			const made = text === undefined ? undefined : config.join(text, undefined, text);
			return made?.ok ? wayTo(made.value.config, endpoint) : undefined;
		};
		const versions = [];
		for (let isMore = true; isMore; ) {
			const { versions: read } = await history.list({ limit: STEP, offset: versions.length });
			versions.push(...read);
			isMore = read.length === STEP && (read.at(-1)?.version ?? 0) > from;
		}
		// Documents are read of those versions alone that changed something of the server, with the ones before.
		const prefix = `upstreams.${endpointOf(endpoint, {})?.source}.`;
		for (const [at, { version, changes, more }] of versions.entries()) {
			if (version <= from) return true;
			const mayDiffer =
				more > 0 || changes.some(({ path }) => path === 'demo' || path.startsWith(prefix));
			if (version > to || !mayDiffer) continue;
			const now = await way(version);
			if (now === undefined || now !== (await way(versions[at + 1]?.version ?? 0))) return false;
		}
		// Of what the history does not keep any more nothing is known; before the first version there was none.
		return from === 0 && versions.at(-1)?.version === 1;
	};
	return {
		version: (workspace: string) => config.highest(workspace),
		async lasted(workspace: string, endpoint: string, from: number, to: number) {
			const key = JSON.stringify([workspace, endpoint, from]);
			const until = known.get(key) ?? from;
			if (until < from || until >= to) return until >= to;
			// Nothing is opened on a guess while the history cannot be asked.
			const lasted = await look(workspace, endpoint, until, to).catch(() => undefined);
			if (lasted !== undefined) remember(known, key, lasted ? to : -1, MOST);
			return lasted ?? false;
		},
	};
}
