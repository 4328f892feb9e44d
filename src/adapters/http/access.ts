// Access within limits: a caller has so many requests a minute, an address so many wrong tokens. Whoever brings a valid
// one comes in, whatever others at the same address do.
import type { Access } from '../../auth';
import { ipv6 } from '../../gateway';
import type { HttpDeps } from './deps';

/** A counter of the platform (`[[ratelimits]]` in wrangler.toml), or one like it. */
export interface RateLimit {
	limit(of: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

export interface Limits {
	/** Requests of one principal. */
	readonly calls: RateLimit;
	/** Wrong tokens from one address. */
	readonly refusals: RateLimit;
	/** More wrong tokens came from an address than it has; each time that is counted anew. */
	blocked(address: string): Promise<void>;
	/** True where nobody is counted: the one user of development. */
	readonly isFree: boolean;
}

/** Seconds: both counters count in minutes. */
const MINUTE = 60;

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
	access: HttpDeps['access'],
	{ calls, refusals, blocked, isFree }: Limits,
): Pick<HttpDeps, 'access' | 'mayTry'> {
	const limited: Access = { kind: 'limited', retryAfterSeconds: MINUTE };
	const mayTry: HttpDeps['mayTry'] = async (request, what = 'try') =>
		(await refusals.limit({ key: `${what} ${addressOf(request)}` })).success;
	const within: HttpDeps['access'] = async (request, owner) => {
		const found = await access(request, owner);
		if (found.kind === 'refused' && found.fault === 'invalid') {
			const address = addressOf(request);
			if ((await refusals.limit({ key: address })).success) return found;
			await blocked(address);
			return limited;
		}
		if (found.kind !== 'caller' || isFree) return found;
		const { workspace, id } = found.principal;
		return (await calls.limit({ key: `${workspace}/${id}` })).success ? found : limited;
	};
	return { access: within, mayTry };
}
