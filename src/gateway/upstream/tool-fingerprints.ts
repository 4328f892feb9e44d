// Fingerprints of each server's tools when first seen, and their changes since: a server
// may describe a tool in one way until somebody trusts it, and in another after. A row a server, the least
// recently written first.
import { storeOf } from '../../shared/sql';

/** One tool of a server, as it was seen. */
interface Sight {
	/** Digests of definitions that nobody has to look at: two callers may be shown different ones. */
	readonly accepted: readonly string[];
	/** Fingerprint of a definition that is held back. */
	readonly pending?: string;
	/** Time of the last change, milliseconds since the epoch. */
	readonly changedAt?: number;
}

type Sights = Record<string, Sight>;

export const MOST_WATCHED = 5_000;
/** Digests of one tool, servers, and changes that are told. */
const MOST_DIGESTS = 8;
const MOST_SERVERS = 300;
const MOST_TOLD = 100;
/** Tools of one server whose words are kept, and characters of each; what is longer is not kept. */
const MOST_SAID = 500;
const LONGEST_SAID = 16_000;

/** A list of tools as it was just seen: digests by name. */
export type SeenTools = Readonly<Record<string, string>>;

/** The tools of one workspace's servers as they were seen, by digest. */
export class ToolFingerprints extends storeOf(
	`CREATE TABLE IF NOT EXISTS tool_sights (
		n INTEGER PRIMARY KEY AUTOINCREMENT, server TEXT NOT NULL UNIQUE, text TEXT NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS tool_words (
		server TEXT NOT NULL, tool TEXT NOT NULL, digest TEXT NOT NULL, text TEXT NOT NULL,
		PRIMARY KEY (server, tool, digest)) WITHOUT ROWID`,
) {
	/**
	 * Notes a list of tools.
	 * @param server upstream name, a space, and what tells another server of that name apart
	 * @param isPinned changes wait to be accepted, and so do tools that were not there before
	 * @returns tools that are new to this list, those that wait, and those whose words are to be kept
	 */
	seen(server: string, tools: SeenTools, isPinned: boolean) {
		const known = this.#read(server);
		const sights: Sights = known ?? {};
		const changed: string[] = [];
		let isNew = known === undefined;
		for (const [tool, digest] of Object.entries(tools).slice(0, MOST_WATCHED)) {
			const before = Object.hasOwn(sights, tool) ? sights[tool] : undefined;
			if (before?.accepted.includes(digest) || before?.pending === digest) continue;
			isNew = true;
			const isChange = known !== undefined && (before !== undefined || isPinned);
			if (isChange) changed.push(tool);
			const accepted = before?.accepted ?? [];
			const time = isChange ? { changedAt: this.now() } : {};
			sights[tool] =
				isChange && isPinned
					? { accepted, pending: digest, ...time }
					: { accepted: [...accepted, digest].slice(-MOST_DIGESTS), ...time };
		}
		if (isNew) this.#write(server, sights);
		const held = Object.entries(tools).flatMap(([tool, digest]) =>
			Object.hasOwn(sights, tool) && sights[tool]?.pending === digest ? [tool] : [],
		);
		const wanted = Object.entries(tools)
			.slice(0, MOST_SAID)
			.flatMap(([tool, digest]) => (this.#said(server, tool, digest) === undefined ? [tool] : []));
		return { changed, held: isPinned ? held : [], wanted };
	}

	/**
	 * Keeps what tools say, so that a change can be looked at: of each as it was, and as it is.
	 * @param said texts by name, beside their digests
	 */
	keep(server: string, said: Readonly<Record<string, readonly [digest: string, text: string]>>) {
		const sights = this.#read(server) ?? {};
		for (const [tool, [digest, text]] of Object.entries(said).slice(0, MOST_SAID)) {
			const sight = Object.hasOwn(sights, tool) ? sights[tool] : undefined;
			if (!sight) continue;
			const { before, after } = sidesOf(sight);
			if (digest !== before && digest !== after) continue;
			// Noted as too long, so that it is not asked for again.
			const kept = text.length > LONGEST_SAID ? '' : text;
			this.sql
				.all`INSERT OR REPLACE INTO tool_words VALUES (${server}, ${tool}, ${digest}, ${kept})`;
			this.sql.all`DELETE FROM tool_words WHERE server = ${server} AND tool = ${tool}
				AND digest NOT IN (${before ?? ''}, ${after ?? ''})`;
		}
	}

	/** Accepts what has changed of an upstream; gives the names of those tools. */
	accept(upstream: string): readonly string[] {
		return this.#all(upstream).flatMap(({ server, sights }) => {
			const changed = Object.entries(sights).filter(([, { changedAt }]) => changedAt !== undefined);
			for (const [tool, { accepted, pending }] of changed)
				sights[tool] = {
					accepted: [...accepted, ...(pending === undefined ? [] : [pending])].slice(-MOST_DIGESTS),
				};
			if (changed.length > 0) this.#write(server, sights);
			return changed.map(([tool]) => tool);
		});
	}

	/** Lists changes since tools were first seen or accepted, newest first; calls of one that is `held` wait for an administrator. */
	changes() {
		return this.#changed().map(({ change }) => change);
	}

	/** The same of one upstream, with what was said before and is said now; null where none is kept. */
	shown(upstream: string) {
		return this.#changed(upstream).map(({ server, sight, change }) => {
			const { before, after } = sidesOf(sight);
			const said = (digest: string | undefined) =>
				(digest !== undefined && this.#said(server, change.tool, digest)) || null;
			return { ...change, before: said(before), after: said(after) };
		});
	}

	#changed(upstream?: string) {
		return this.#all(upstream)
			.flatMap(({ server, sights }) =>
				Object.entries(sights).map(([tool, sight]) => ({ server, tool, sight })),
			)
			.filter(({ sight: { changedAt } }) => changedAt !== undefined)
			.sort((one, other) => (other.sight.changedAt ?? 0) - (one.sight.changedAt ?? 0))
			.slice(0, MOST_TOLD)
			.map(({ server, tool, sight }) => ({
				server,
				sight,
				change: {
					upstream: server.split(' ')[0] ?? '',
					tool,
					changedAt: new Date(sight.changedAt ?? 0).toISOString(),
					held: sight.pending !== undefined,
				},
			}));
	}

	/** The servers of an upstream, or of all, with their tools as they were seen. */
	#all(upstream?: string) {
		return this.sql
			.all<{ server: string; text: string }>('SELECT server, text FROM tool_sights ORDER BY n')
			.filter(({ server }) => upstream === undefined || server.startsWith(`${upstream} `))
			.map(({ server, text }) => ({ server, sights: JSON.parse(text) as Sights }));
	}

	#said(server: string, tool: string, digest: string): string | undefined {
		return this.sql.all<{ text: string }>`SELECT text FROM tool_words
			WHERE server = ${server} AND tool = ${tool} AND digest = ${digest}`[0]?.text;
	}

	#read(server: string): Sights | undefined {
		const row = this.sql.all<{ text: string }>`SELECT text FROM tool_sights
			WHERE server = ${server}`[0];
		return row && (JSON.parse(row.text) as Sights);
	}

	#write(server: string, sights: Sights): void {
		this.sql.all`INSERT OR REPLACE INTO tool_sights (server, text)
			VALUES (${server}, ${JSON.stringify(sights)})`;
		const [oldest, ...rest] = this.#all();
		if (!oldest || rest.length < MOST_SERVERS) return;
		this.sql.all`DELETE FROM tool_sights WHERE server = ${oldest.server}`;
		this.sql.all`DELETE FROM tool_words WHERE server = ${oldest.server}`;
	}
}

/** Digests of what was said before a change, and after it; where nothing changed, of what is said. */
const sidesOf = ({ accepted, pending }: Sight) =>
	pending === undefined
		? { before: accepted.at(-2), after: accepted.at(-1) }
		: { before: accepted.at(-1), after: pending };
