// Access within limits: a caller has so many requests a minute, an address so many wrong tokens before
// nobody there is listened to for a while.
import type { Principal } from '../../auth';
import { ipv6 } from '../../gateway';
import { remember } from '../../shared/remember';
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
	/** Returns whether a principal is exempt: the one user of development. */
	isFree(principal: Principal): boolean;
}

/** Both counters count in minutes. */
const MINUTE_MS = 60_000;
/** Addresses that are remembered as blocked. */
const MOST_BLOCKED = 10_000;

/** Rate limits of an address's tries: passphrases, tokens, claim secrets, registrations. */
export function tries({ refusals, now }: Pick<Limits, 'refusals' | 'now'>) {
	const blocks = createBlocks(now);
	const keyOf = (request: Request, what: string) => `${what} ${addressOf(request)}`;
	return {
		/** Returns whether the address is blocked; counts nothing. */
		isBlocked: (request: Request, what: string): boolean => blocks.has(keyOf(request, what)),
		/** Returns whether it may try again; counts the try. */
		async mayTry(request: Request, what = 'try'): Promise<boolean> {
			const key = keyOf(request, what);
			const { success } = await refusals.limit({ key });
			if (!success) blocks.add(key);
			return success;
		},
	};
}

/** Creates the set of addresses that are blocked for a minute. */
function createBlocks(now: () => number) {
	const until = new Map<string, number>();
	return {
		has: (key: string): boolean => (until.get(key) ?? 0) > now(),
		add(key: string): void {
			remember(until, key, now() + MINUTE_MS, MOST_BLOCKED);
		},
	};
}

/** Returns the address of a request, as the platform gives it: for IPv6 the /64 network, which is one customer's. */
export const addressOf = ({ headers }: Request): string => {
	const address = headers.get('cf-connecting-ip') ?? 'unknown';
	// As a socket of both kinds writes an IPv4 address.
	if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
	const network = address.includes(':') && ipv6(address)?.slice(0, 4);
	return network ? `${network.map((group) => group.toString(16)).join(':')}::/64` : address;
};

/** Access with limits: of a caller's requests, and of an address's wrong tokens. */
export function limitedAccess(
	access: (request: Request) => Promise<Access>,
	{ calls, refusals, now, blocked, isFree }: Limits,
): (request: Request) => Promise<Access> {
	const blocks = createBlocks(now);
	const limited: Access = { kind: 'limited', retryAfterSeconds: MINUTE_MS / 1_000 };
	return async (request) => {
		const address = addressOf(request);
		// Asked first: a token that is looked up costs more than one that is not.
		if (blocks.has(address)) return limited;
		const found = await access(request);
		if (found.kind === 'refused' && found.fault === 'invalid') {
			if ((await refusals.limit({ key: address })).success) return found;
			blocks.add(address);
			await blocked(address);
			return limited;
		}
		if (found.kind !== 'caller' || isFree(found.principal)) return found;
		const { workspace, id } = found.principal;
		return (await calls.limit({ key: `${workspace}/${id}` })).success ? found : limited;
	};
}
