// The Durable Object that knows who may do what: one a workspace, with its members, API tokens and audit
// log; the one called `DEPLOYMENT` knows the workspaces, whose the deployment is and
// who is signed in, keeps the log of what concerns them all, and erases what is to be erased.
import type { Hosted } from '../adapters/cloudflare';
import { directoryStores, Erasures } from '../adapters/sqlite';
import { DEPLOYMENT } from './directories';
import type { Env } from './env';
import { eraseSome } from './erasing';
import { ownObject } from './own-object';

/** The Durable Object of who may do what in a workspace, or in the deployment. */
export class Directory extends ownObject<Env>(({ name, sql, wakeAt }, env): Hosted => {
	const now = () => Date.now();
	const erasures = name === DEPLOYMENT ? new Erasures(sql, { now, wakeAt }) : undefined;
	return {
		services: {
			...directoryStores(sql, now),
			...(erasures && { erasures }),
		},
		alarm: () => erasures?.goOn((subject) => eraseSome(env, subject)),
	};
}) {}
