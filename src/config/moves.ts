// Changes of servers that decide whether results kept of them open: of each version of a configuration, for longer than
// its document is kept (docs/gateway.md "Snapshots").
import { canonicalJson } from '../shared/canonical-json';
import type { Remote } from '../shared/remote';
import { insert, piece, storeOf } from '../shared/sql';
import type { ConfigLedger } from './history';
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

	/** Notes what earlier versions changed, from one until another; null: anything may have. */
	fill(from: number, until: number, found: readonly (readonly [number, readonly Move[] | null])[]) {
		this.sql.all`DELETE FROM config_moves WHERE server = ${ANY} AND version >= ${from}`;
		this.#put(0, ANY);
		for (const [version, moves] of found) {
			if (!moves) this.#put(version, ANY);
			for (const move of moves ?? []) this.#put(version, move.server, move);
		}
		if (!this.#isNoted(until)) this.#put(until, LAST);
	}

	/** The last version that was noted, and the last at which anything may have changed; 0: none. */
	noted() {
		const [of] = this.sql.all<{ last: number; any: number }>`SELECT
			coalesce(max(iif(server = ${LAST}, version, 0)), 0) AS last,
			coalesce(max(iif(server = ${ANY}, version, 0)), 0) AS any FROM config_moves`;
		return of ?? { last: 0, any: 0 };
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
		return this.noted().last >= version;
	}

	#put(version: number, server: string, move: object = {}): void {
		const row = { version, server, at: this.now(), move: JSON.stringify(move) };
		insert(this.sql, 'INSERT OR REPLACE INTO config_moves', row);
	}
}

/**
 * Notes what versions changed that an earlier release made, as their documents say, before these are kept no more.
 * @param join makes the configuration of a document; undefined where it is none any more
 */
export async function noteEarlier(
	ledger: Pick<Remote<ConfigLedger>, 'noted' | 'fill' | 'list' | 'at'>,
	join: (text: string) => Config | undefined,
): Promise<void> {
	const { last, any } = await ledger.noted();
	const { versions } = await ledger.list({ limit: ALL, offset: 0 });
	const [head, oldest] = [versions[0]?.version ?? 0, versions.at(-1)?.version ?? Infinity];
	if (last >= head && any <= Math.max(oldest, 1)) return;
	const at = async (version: number) => {
		const text = version === 0 ? '{}' : (await ledger.at(version))?.text;
		return text === undefined ? undefined : join(text);
	};
	const found: (readonly [number, readonly Move[] | null])[] = [];
	for (const [index, { version, changes, more }] of versions.entries()) {
		const before = versions[index + 1]?.version ?? (version > 1 ? -1 : 0);
		const mayDiffer = before < 1 || more > 0 || changes.some(({ path }) => OF_SERVER.test(path));
		if (!mayDiffer || (version <= last && version > any)) continue;
		const [was, is] = [await at(before), await at(version)];
		found.push([version, was && is ? movesBetween(was, is) : null]);
	}
	await ledger.fill(oldest, head, found);
}
/** More than are kept. */
const ALL = 1_000;
const OF_SERVER = /^(?:demo$|upstreams\.)/;
