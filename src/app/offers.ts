// What was offered under earlier versions of a configuration: what is kept of a tool that was taken away
// stays closed, though the tool is there again.

import type { ConfigLedger } from '../config/history';
import type { ConfigService } from '../config/service';
import type { Offers } from '../gateway/grants';
import { isOffered } from '../gateway/offered';
import type { Remote } from '../shared/remote';

/** Versions that are looked at: whoever changed it oftener since calls again. */
const MOST_VERSIONS = 20;
/** Answers remembered: of versions that are past nothing changes. */
const MOST = 2_000;

export function createOffers(
	config: Pick<ConfigService, 'highest' | 'join'>,
	ledger: (workspace: string) => Pick<Remote<ConfigLedger>, 'newest'>,
): Offers {
	const known = new Map<string, boolean>();
	const look = async (workspace: string, endpoint: string, from: number, to: number) => {
		const head = config.highest(workspace);
		if (head - from >= MOST_VERSIONS) return false;
		const versions = await ledger(workspace).newest(head - from + 1);
		return versions
			.filter(({ version }) => version >= from && version < to)
			.every(({ text }) => {
				const made = config.join(text, 'yaml');
				return !made.ok || isOffered(made.value.config, endpoint);
			});
	};
	return {
		version: (workspace) => config.highest(workspace),
		async lasted(workspace, endpoint, from, to) {
			const key = JSON.stringify([workspace, endpoint, from, to]);
			const before = known.get(key);
			if (before !== undefined) return before;
			// Where the history cannot be asked, what is offered now has to do.
			const lasted = await look(workspace, endpoint, from, to).catch(() => undefined);
			if (known.size >= MOST) known.clear();
			if (lasted !== undefined) known.set(key, lasted);
			return lasted ?? true;
		},
	};
}
