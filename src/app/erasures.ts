// Erasures and exports as routes ask for them: begun here, carried out by the deployment's Directory object.

import { randomCallId } from '../adapters/crypto';
import type { HttpDeps } from '../adapters/http';
import { err, ok } from '../shared/result';
import type { Directories } from './directories';
import type { Env } from './env';
import { exportSome } from './exporting';
import { wasActive } from './held-places';

const OF_THE_OWNER =
	'This principal owns the deployment: what a deployment stands on is not erased while it runs.';

/** Creates exports and erasures of a principal's or a workspace's data. */
export const createErasures = (
	env: Env,
	{ erasures, ownership }: Directories,
): HttpDeps['erasures'] => ({
	async begin(subject) {
		const isOwner = (await ownership.get())?.id === subject.principal;
		if (subject.principal !== undefined && isOwner) return err(OF_THE_OWNER);
		const id = `er-${randomCallId()}`;
		return ok(await erasures.begin({ ...subject, id, isKnown: await wasActive(env, subject) }));
	},
	get: (id) => erasures.get(id),
	export: (subject, after) => exportSome(env, subject, after),
});
