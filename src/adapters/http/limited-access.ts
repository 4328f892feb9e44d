// Access within limits: a caller has so many requests a minute, an address so many wrong tokens before
// nobody there is listened to for a while.
import type { Principal } from '../../auth/principal';
import type { Access } from './deps';

/** A counter of the platform (`[[ratelimits]]` in wrangler.toml), or one like it. */
export interface RateLimit {
	limit(of: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

export interface Limits {
	/** Requests of one principal. */
	readonly calls: RateLimit;
	/** Wrong tokens from one address. */
	readonly refusals: RateLimit;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Nobody at an address is listened to for a while: too many wrong tokens came from there. */
	blocked(address: string): Promise<void>;
	/** Who is never limited: the one user of development. */
	isFree(principal: Principal): boolean;
}

/** Both counters count in minutes. */
const MINUTE_MS = 60_000;
/** Addresses that are remembered as blocked. */
const MOST_BLOCKED = 10_000;

/** Whether an address may try something once more: a passphrase, a token, the secret of a claim; to register. */
export const tries =
	({ refusals }: Pick<Limits, 'refusals'>) =>
	async (request: Request, what = 'try'): Promise<boolean> =>
		(await refusals.limit({ key: `${what} ${addressOf(request)}` })).success;

/** Where a request comes from, as the platform says. */
export const addressOf = ({ headers }: Request): string =>
	headers.get('cf-connecting-ip') ?? 'unknown';

/** Access with limits: of a caller's requests, and of an address's wrong tokens. */
export function limitedAccess(
	access: (request: Request) => Promise<Access>,
	{ calls, refusals, now, blocked, isFree }: Limits,
): (request: Request) => Promise<Access> {
	const blockedUntil = new Map<string, number>();
	const limited: Access = { kind: 'limited', retryAfterSeconds: MINUTE_MS / 1_000 };
	const block = (address: string): void => {
		blockedUntil.delete(address);
		blockedUntil.set(address, now() + MINUTE_MS);
		const oldest = blockedUntil.keys().next().value;
		if (blockedUntil.size > MOST_BLOCKED && oldest !== undefined) blockedUntil.delete(oldest);
	};
	return async (request) => {
		const address = addressOf(request);
		// Asked first: a token that is looked up costs more than one that is not.
		if ((blockedUntil.get(address) ?? 0) > now()) return limited;
		const found = await access(request);
		if (found.kind === 'refused' && found.fault === 'invalid') {
			if ((await refusals.limit({ key: address })).success) return found;
			block(address);
			await blocked(address);
			return limited;
		}
		if (found.kind !== 'caller' || isFree(found.principal)) return found;
		const { workspace, id } = found.principal;
		return (await calls.limit({ key: `${workspace}/${id}` })).success ? found : limited;
	};
}
