// Secrets of one owner, a workspace or a user: sealed, lent for the origins they were set for, and never
// shown. The seal holds name and origins, so that neither can be changed behind its back.
import { err, ok, type Result } from '../../shared/result';
import { addColumn, counted, raw } from '../../shared/sql';
import { type Resealed, resealAll, type SealedPorts } from '../crypto';

/** A secret as lists show it, without its value. */
interface SecretFacts {
	readonly name: string;
	readonly origins: readonly string[];
	/** Milliseconds since the epoch. */
	readonly setAt: number;
	readonly setBy: string;
	/** Set for versions of the configuration: its value stays what it is, and goes with the last of them. */
	readonly once?: boolean | undefined;
}

/** A secret to be kept, in clear: `value` is sealed before it is written, and no answer has it again. */
type NewSecret = Omit<SecretFacts, 'setAt'> & { readonly value: string };

/** A secret for one call; `why` tells what has to be done instead. */
type LentSecret =
	| { readonly value: string; readonly origins: readonly string[] }
	| { readonly why: 'missing' | 'origin' | 'unreadable' };

interface Row extends Omit<SecretFacts, 'origins' | 'once'> {
	readonly origins: string;
	readonly once: number;
	readonly sealed: Uint8Array;
}

/** More than the versions of a configuration that are kept, each of which may name one of its own. */
const MOST_SECRETS = 500;
const IS_SET =
	'versions of the configuration have its value: set one of another name, and name that in the configuration';
const COLUMNS = 'name, origins, set_at AS setAt, set_by AS setBy, once, sealed';

const factsOf = ({ name, origins, setAt, setBy, once }: Row): SecretFacts => ({
	...{ name, setAt, setBy },
	origins: JSON.parse(origins) as string[],
	...(once === 1 && { once: true }),
});

/** Secrets of a workspace or a user, sealed, each with its allowed origins. */
export class SecretStore {
	constructor(private readonly ports: SealedPorts) {
		ports.sql.all(`CREATE TABLE IF NOT EXISTS secrets (
			name TEXT PRIMARY KEY, origins TEXT NOT NULL, set_at INTEGER NOT NULL, set_by TEXT NOT NULL,
			sealed BLOB NOT NULL)`);
		addColumn(ports.sql, 'secrets', 'once INTEGER NOT NULL DEFAULT 0');
	}

	/** Sets a secret, or sets it anew. The error says why it cannot be. */
	async put(secret: NewSecret): Promise<Result<SecretFacts, string>> {
		const { sql, box, now } = this.ports;
		const { name, value, setBy, once = false } = secret;
		const origins = JSON.stringify(secret.origins);
		await this.ports.noted?.();
		const sealed = await box.seal(value, this.#place(name, origins));
		const known = this.list().find((each) => each.name === name);
		if (known && (once || known.once)) return err(IS_SET);
		if (counted(sql, 'secrets WHERE name <> ?', name) >= MOST_SECRETS)
			return err(`there are ${MOST_SECRETS} secrets already: remove one that is not used`);
		const setAt = now();
		sql.all`INSERT OR REPLACE INTO secrets (name, origins, set_at, set_by, once, sealed)
			VALUES (${name}, ${origins}, ${setAt}, ${setBy}, ${Number(once)}, ${sealed})`;
		return ok({ name, origins: secret.origins, setAt, setBy, ...(once && { once }) });
	}

	list(): SecretFacts[] {
		return this.ports.sql.all<Row>(`SELECT ${COLUMNS} FROM secrets ORDER BY name`).map(factsOf);
	}

	remove(name: string): boolean {
		const gone = this.ports.sql.all`DELETE FROM secrets WHERE name = ${name} RETURNING name`;
		return gone.length > 0;
	}

	/** Opens secrets for one origin, in the order of their names. */
	async lend(names: readonly string[], origin: string): Promise<LentSecret[]> {
		return Promise.all(names.map((name) => this.#lend(name, origin)));
	}

	/** Seals what is left of a former secret of the deployment with the current one. */
	reseal(_: object = {}): Promise<Resealed> {
		return resealAll(this.ports, 'secrets', 'name', ({ name = '', origins = '' }) =>
			this.#place(name, origins),
		);
	}

	async #lend(name: string, origin: string): Promise<LentSecret> {
		const { sql, box } = this.ports;
		const row = sql.all<Row>`SELECT ${raw(COLUMNS)} FROM secrets WHERE name = ${name}`[0];
		if (!row) return { why: 'missing' };
		const { origins } = factsOf(row);
		if (!origins.includes(origin)) return { why: 'origin' };
		const value = await box.open(new Uint8Array(row.sealed), this.#place(name, row.origins));
		return value === undefined ? { why: 'unreadable' } : { value, origins };
	}

	#place(name: string, origins: string): string {
		return JSON.stringify([this.ports.name, 'secret', name, origins]);
	}
}
