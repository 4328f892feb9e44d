// Handles of results: kept in KV behind a write-behind store, sealed with the deployment's secret.
import { defer } from '../adapters/cloudflare';
import { createHandleHmac, createSealedBox, randomSnapshotId } from '../adapters/crypto';
import { inFlight, PAUSING } from '../adapters/fetch';
import { createKvSnapshotStore } from '../adapters/kv';
import type { Config } from '../config';
import { createHandleStore, grantedHandles, grantsOf, writeBehindStore } from '../gateway';
import { fromHex, toHex } from '../shared/digits';
import { type Env, handleSecrets, log } from './env';
import { type Shares, withShares } from './shares';

/** Creates the store of handles; `under` gives the one that keeps to the grants and lifetimes of a config. */
export function createHandles(
	env: Env,
	generation: Parameters<typeof grantsOf>[1],
	offers: Parameters<typeof grantedHandles>[3],
	shares: Shares,
) {
	const hmac = createHandleHmac(handleSecrets(env));
	const behind = writeBehindStore(createKvSnapshotStore(env.LOADLINE_KV), {
		defer,
		wait: PAUSING.wait,
		room: inFlight,
		now: () => Math.floor(Date.now() / 1000),
		lost: ({ message }) => log({ level: 'error', event: 'result_not_kept', error: message }),
	});
	const store = createHandleStore({
		store: withShares(behind, shares),
		hmac,
		randomId: randomSnapshotId,
		defer,
	});
	const under = (settings: Config) =>
		grantedHandles(store, grantsOf(settings, generation), settings.snapshotLifeSeconds, offers);
	const box = createSealedBox(handleSecrets(env), 'link/1');
	const links = {
		seal: async (text: string, place: string) => toHex(await box.seal(text, place)),
		open: (sealed: string, place: string) => box.open(fromHex(sealed), place),
	};
	return { hmac, links, store, under };
}
