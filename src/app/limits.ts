// Limits by the shares in what all use: counted by the platform where its counters are bound, else by the ledger of this
// process.
import { wait } from '../adapters/cloudflare';
import { bytesInFlight, freeMoments } from '../adapters/fetch';
import type { HttpDeps, limitedAccess } from '../adapters/http';
import { createTurns } from '../gateway';
import { type Env, isOpen } from './env';
import type { Shares } from './shares';

type Limits = Parameters<typeof limitedAccess>[1];
type RateLimit = Limits['calls'];

export function createLimits(env: Env, shares: Shares, note: HttpDeps['note']): Limits {
	const counted = (resource: 'calls' | 'refusals'): RateLimit => ({
		limit: async ({ key }) => ({ success: shares.charge(resource, key) === 0 }),
	});
	const isOpened = isOpen(env);
	return {
		calls: env.CALLS ?? counted('calls'),
		refusals: env.REFUSALS ?? counted('refusals'),
		blocked: async (address) => {
			if (shares.charge('notes', address) > 0) return;
			const act = { by: '', name: '', action: 'wrong tokens', target: '', correlationId: '' };
			await note(undefined, { ...act, detail: { address } }, { isRefused: true });
		},
		isFree: isOpened,
	};
}

/** Makes turns of questions that are charged to each workspace's share of `asks`. */
export const questionTurns = (shares: Shares, now: () => number) =>
	createTurns({
		...{ now, wait, freeMoments },
		isOver: (workspace) => shares.wait('asks', workspace),
		charge: (workspace, milliseconds) => void shares.charge('asks', workspace, milliseconds),
	});

/** Returns the use of a workspace; bytes kept where the platform counts them. */
export const usageOf =
	(shares: Shares, { LOADLINE_KV: kv }: Env): HttpDeps['usage'] =>
	(workspace) => [
		{ resource: 'asks', unit: 'milliseconds', ...shares.usage('asks', workspace) },
		{ resource: 'writes', unit: 'writes', ...shares.usage('writes', workspace) },
		{ resource: 'stored', unit: 'characters', ...shares.usage('stored', workspace) },
		{ resource: 'inFlight', unit: 'bytes', ...bytesInFlight(workspace) },
		...(kv.kept ? [{ resource: 'kept', unit: 'bytes', ...kv.kept(workspace) } as const] : []),
	];
