// The services of a workspace, reached through its Durable Object.

import { remote } from '../adapters/cloudflare/hosted-object';
import { kvDraftBodies } from '../adapters/cloudflare/kv-draft-bodies';
import type { Env } from '../env';
import type { Services } from '../gateway/services';
import type { RemoteHub } from '../memory/hub/hub';

/** @returns the services of a workspace; making them asks nothing of anyone */
export const createServices =
	(env: Env) =>
	(workspace: string): Services => ({
		memory: {
			hub: remote(env.WORKSPACE, workspace, 'memory') as RemoteHub,
			bodies: kvDraftBodies(env.LOADLINE_KV, workspace),
			now: () => Date.now(),
		},
	});
