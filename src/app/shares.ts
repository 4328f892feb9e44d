// Shares of a workspace, a caller and an address in what all of them use, and what keeps to them: requests, counted by
// the platform where its counters are bound, questions, results.
import { freeMoments, inFlight, momentFor, PAUSING } from '../adapters/fetch';
import type { HttpDeps, limitedAccess } from '../adapters/http';
import { createTurns, type SnapshotStore } from '../gateway';
import type { KeptResults } from '../session';
import { isRecord, jsonIn } from '../shared/json-values';
import { Ledger, type Share } from '../shared/ledger';
import type { Remote } from '../shared/remote';
import { err } from '../shared/result';
import { type Env, isOpen, set } from './env';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The first two as in wrangler.toml; `LOADLINE_SHARES` sets others. */
const SHARES = {
	calls: { most: 3_000, everyMs: MINUTE_MS },
	/** Wrong tokens and tries of an address, and notes of them in the audit log. */
	refusals: { most: 30, everyMs: MINUTE_MS },
	notes: { most: 1, everyMs: MINUTE_MS },
	/** Milliseconds of CPU for questions to results and for what leaves requests to models, of a workspace. */
	asks: { most: 20_000, everyMs: MINUTE_MS },
	/** Results written, and their UTF-16 units, of a workspace. */
	writes: { most: 100_000, everyMs: DAY_MS },
	stored: { most: 1_000_000_000, everyMs: DAY_MS },
} satisfies Readonly<Record<string, Share>>;

type Resource = keyof typeof SHARES;

/** The deployment's ledger of how much of each resource a workspace uses. */
export type Shares = Ledger<Resource>;

/** Creates the ledger, its shares as the operator sets them: `{"asks": 5000}`. */
export function createShares(env: Env, now: () => number): Shares {
	const given = jsonIn(set(env.LOADLINE_SHARES) ?? '{}');
	const shareOf = (name: Resource): Share => {
		const most = isRecord(given) ? given[name] : undefined;
		return typeof most === 'number' && most > 0 ? { ...SHARES[name], most } : SHARES[name];
	};
	const names = Object.keys(SHARES) as Resource[];
	const shares = Object.fromEntries(names.map((name) => [name, shareOf(name)]));
	return new Ledger(shares as Record<Resource, Share>, now);
}

/**
 * A store whose writes are charged to their workspace; beyond its share what is new is not kept. Pieces of long
 * results, which may be many, are read and written one at a time.
 */
export const withShares = (store: SnapshotStore, shares: Shares): SnapshotStore => ({
	async get(workspace, id) {
		if (!id.includes('.')) return store.get(workspace, id);
		await freeMoments.next(workspace);
		const got = await store.get(workspace, id);
		// It is checked in a moment of its own.
		await freeMoments.next(workspace);
		return got;
	},
	async put(workspace, id, stored, now) {
		const units = stored.body.length;
		await momentFor(units, workspace);
		// A refusal is not charged: a workspace at its limit still keeps small results.
		const { used, share, resetSeconds } = shares.usage('stored', workspace);
		const isTooMuch = used + units > share;
		const seconds = isTooMuch ? Math.max(1, resetSeconds) : chargeWrite(shares, workspace, units);
		const message = `the workspace has written its share of results; again in ${seconds} s`;
		return seconds > 0
			? err({ code: 'unavailable', message })
			: store.put(workspace, id, stored, now);
	},
});

/** Kept results whose originals are charged to their workspace, as results are. */
export const chargedFor = (kept: Remote<KeptResults>, workspace: string, shares: Shares) => {
	const put: typeof kept.put = (given) => {
		for (const { original } of given.results)
			if (original) chargeWrite(shares, workspace, original.length);
		return kept.put(given);
	};
	return new Proxy(kept, {
		get: (_, name) => (name === 'put' ? put : (Reflect.get(kept, name) as unknown)),
	});
};

/** @returns seconds until the workspace may keep more; 0 where this was within its share */
const chargeWrite = (shares: Shares, workspace: string, units: number): number =>
	Math.max(shares.charge('writes', workspace), shares.charge('stored', workspace, units));

type Limits = Parameters<typeof limitedAccess>[1];
export function createLimits(env: Env, shares: Shares, note: HttpDeps['note']): Limits {
	const counted = (resource: 'calls' | 'refusals'): Limits['calls'] => ({
		limit: async ({ key }) => ({ success: shares.charge(resource, key) === 0 }),
	});
	return {
		calls: env.CALLS ?? counted('calls'),
		refusals: env.REFUSALS ?? counted('refusals'),
		blocked: async (address) => {
			if (shares.charge('notes', address) > 0) return;
			const act = { by: '', name: '', action: 'wrong tokens', target: '', correlationId: '' };
			await note(undefined, { ...act, detail: { address } }, { isRefused: true });
		},
		isFree: isOpen(env),
	};
}

/** Makes turns of questions that are charged to each workspace's share of `asks`. */
export const questionTurns = (shares: Shares, now: () => number) =>
	createTurns({
		...{ now, wait: PAUSING.wait, freeMoments },
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
		{ resource: 'inFlight', unit: 'bytes', ...inFlight.of(workspace) },
		...(kv.kept ? [{ resource: 'kept', unit: 'bytes', ...kv.kept(workspace) } as const] : []),
	];
