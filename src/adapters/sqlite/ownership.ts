// The owner of the deployment, set once with the claim secret.
import { first, type Sql } from '../../shared/sql';

/** The owner of a claimed deployment. */
export interface Owner {
	readonly id: string;
	readonly name: string;
	/** Origin at which it was claimed, `https://loadline.example.com`. */
	readonly home: string;
	/** Salt and hash of the owner's passphrase, where it was claimed with one. */
	readonly passphrase: string | null;
	/** Milliseconds since the epoch. */
	readonly claimedAt: number;
}

/**
 * Milliseconds in which so many secrets may be tried, from one address and from all together; beyond that a network
 * that has tried none may try one, so that few addresses keep nobody out. A thousand a minute are 2^29 a year: a
 * passphrase of twelve characters drawn at random has 2^56 and more, and a try costs the deployment a hash.
 */
const WINDOW_MS = 60_000;
const MOST_OF_ONE = 10;
const MOST_TRIES = 100;
const MOST_OF_ALL = 1_000;

interface Try {
	readonly at: number;
	readonly from: string;
}

/** The claim of a deployment. */
export class Ownership {
	readonly #tries = { passphrase: [] as Try[], claim: [] as Try[] };

	/** @param now milliseconds since the epoch */
	constructor(
		private readonly sql: Sql,
		private readonly now: () => number,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS owner (
			one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, name TEXT NOT NULL, home TEXT NOT NULL,
			passphrase TEXT, claimed_at INTEGER NOT NULL)`);
	}

	get(): Owner | null {
		const columns = 'id, name, home, passphrase, claimed_at AS claimedAt';
		return first<Owner>(this.sql, `SELECT ${columns} FROM owner`) ?? null;
	}

	/** False when somebody was first. */
	claim({ id, name, home, passphrase }: Omit<Owner, 'claimedAt'>): boolean {
		if (this.get()) return false;
		this.sql.all`INSERT INTO owner (one, id, name, home, passphrase, claimed_at)
			VALUES (1, ${id}, ${name}, ${home}, ${passphrase}, ${this.now()})`;
		return true;
	}

	/** Returns whether another secret may be tried now; counts it. No address uses up what the others have. */
	mayTry(what: 'passphrase' | 'claim', from: string): boolean {
		const now = this.now();
		const tries = this.#tries[what].filter(({ at }) => now - at < WINDOW_MS);
		this.#tries[what] = tries;
		const own = tries.filter((one) => one.from === from).length;
		const isNew = !tries.some((one) => siteOf(one.from) === siteOf(from));
		const most = isNew ? MOST_OF_ALL : MOST_TRIES;
		return own < MOST_OF_ONE && tries.length < most && tries.push({ at: now, from }) > 0;
	}
}

/** An IPv4 address; of an IPv6 network (`2001:db8:1:2::/64`) the /48 of which one customer has all. */
const siteOf = (from: string): string =>
	from.endsWith('::/64') ? from.split(':', 3).join(':') : from;
