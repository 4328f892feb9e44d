// Changes of servers that decide whether results kept of them open: of each version of a configuration, for longer than
// its document is kept (docs/gateway.md "Snapshots").
import { canonicalJson } from '../shared/canonical-json';
import { insert, piece, storeOf } from '../shared/sql';
import type { Config } from './schema';

type Upstream = Partial<Config['upstreams'][number]>;

/** A server that one version changed; `isMoved` if it came or went, or has another address or credential. */
export interface Move {
	readonly server: string;
	readonly isMoved: boolean;
	/** Tools that it offers from then on. */
	readonly tools: NonNullable<Upstream['tools']>;
}

const serversOf = ({ demo, upstreams }: Config) =>
	new Map<string, Upstream>([
		...upstreams.map((each) => [each.name, each] as const),
		...(demo ? [['demo', {}] as const] : []),
	]);

const wayTo = ({ url, headers, auth, command, args, env, cwd }: Upstream): string =>
	canonicalJson({ url, headers, auth, command, args, env, cwd });

/** Lists the servers that differ in what decides. */
export function movesBetween(before: Config, after: Config): readonly Move[] {
	const [was, is] = [serversOf(before), serversOf(after)];
	return [...new Set([...was.keys(), ...is.keys()])].flatMap((server) => {
		const [one, other] = [was.get(server), is.get(server)];
		const isMoved = !one || !other || wayTo(one) !== wayTo(other);
		const tools = other?.tools ?? {};
		const isSame = !isMoved && canonicalJson(one.tools ?? {}) === canonicalJson(tools);
		return isSame ? [] : [{ server, isMoved, tools }];
	});
}

/** Milliseconds beyond which no result is kept (`snapshotLifeSeconds`), and a day. */
const KEPT_MS = 31 * 86_400_000;
/** Stands for every server, at a version at which anything may have changed; and for the last version that was noted. */
const [ANY, LAST] = ['', '>'] as const;

/** A row a version and server that it changed; synchronous, within the transactions of the ledger. */
export class MoveLog extends storeOf(
	`CREATE TABLE IF NOT EXISTS config_moves (
		version INTEGER NOT NULL, server TEXT NOT NULL, at INTEGER NOT NULL, move TEXT NOT NULL,
		PRIMARY KEY (server, version)) WITHOUT ROWID`,
) {
	/** Notes what a version changed; where the one before was not noted, as by an earlier release, anything may have until then. */
	note(version: number, moves: readonly Move[]): void {
		const isNext = this.#isNoted(version - 1);
		const old = piece`config_moves WHERE at < ${this.now() - KEPT_MS} OR server = ${ANY}`;
		const [gone] = this.sql.all<{ at: number | null }>`SELECT max(version) AS at FROM ${old}`;
		this.sql.all`DELETE FROM ${old}`;
		this.#put((isNext ? gone?.at : undefined) ?? version - 1, ANY);
		this.sql.all`DELETE FROM config_moves WHERE server = ${LAST}`;
		this.#put(version, LAST);
		for (const move of moves) this.#put(version, move.server, move);
	}

	/** Lists changes of a server after one version and until another, in order; null where they are not known. */
	of({ server, after, until }: Readonly<Record<'after' | 'until', number>> & { server: string }) {
		const rows = this.sql.all<{
			server: string;
			move: string;
		}>`SELECT server, move FROM config_moves
			WHERE server IN (${server}, ${ANY}) AND version > ${after} AND version <= ${until} ORDER BY version`;
		if (!this.#isNoted(until) || rows.some((row) => row.server === ANY)) return null;
		return rows.map(({ move }) => JSON.parse(move) as Move);
	}

	/** Tells whether a version was noted, or a later one. */
	#isNoted(version: number): boolean {
		return (
			this.sql.all`SELECT 1 FROM config_moves
			WHERE server = ${LAST} AND version >= ${version}`.length > 0
		);
	}

	#put(version: number, server: string, move: object = {}): void {
		const row = { version, server, at: this.now(), move: JSON.stringify(move) };
		insert(this.sql, 'INSERT OR REPLACE INTO config_moves', row);
	}
}
