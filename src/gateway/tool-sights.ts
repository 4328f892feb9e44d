// What each server's tools looked like when they were first seen, and what has changed since: a server
// may describe a tool in one way until somebody trusts it, and in another after.

/** One tool of a server, as it was seen. */
interface Sight {
	/** Digests of definitions that nobody has to look at: two callers may be shown different ones. */
	readonly accepted: readonly string[];
	/** That of a definition which is held back. */
	readonly pending?: string;
	/** When it last changed, milliseconds since the epoch. */
	readonly changedAt?: number;
}

type Sights = Record<string, Sight>;

export interface ToolChange {
	readonly upstream: string;
	readonly tool: string;
	/** ISO 8601. */
	readonly changedAt: string;
	/** Calls wait for an administrator. */
	readonly held: boolean;
}

/** Where the sights of one workspace are kept: a JSON text per server. */
export interface SightStore {
	get(server: string): string | undefined;
	put(server: string, text: string): void;
	all(): readonly { readonly server: string; readonly text: string }[];
	delete(server: string): void;
}

/** Tools of one server that are watched. */
export const MOST_WATCHED = 5_000;
/** Digests of one tool, servers, and changes that are told. */
const MOST_DIGESTS = 8;
const MOST_SERVERS = 300;
const MOST_TOLD = 100;

/** A list of tools as it was just seen: digests by name. */
export type SeenTools = Readonly<Record<string, string>>;

export class ToolSights {
	readonly #store: SightStore;
	readonly #now: () => number;

	/** @param now milliseconds since the epoch */
	constructor(store: SightStore, now: () => number) {
		this.#store = store;
		this.#now = now;
	}

	/**
	 * Notes a list of tools.
	 * @param server upstream name, a space, and what tells another server of that name apart
	 * @param isPinned changes wait to be accepted, and so do tools that were not there before
	 * @returns tools that are new to this list, and those that wait
	 */
	seen(
		server: string,
		tools: SeenTools,
		isPinned: boolean,
	): { readonly changed: readonly string[]; readonly held: readonly string[] } {
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
			const time = isChange ? { changedAt: this.#now() } : {};
			sights[tool] =
				isChange && isPinned
					? { accepted, pending: digest, ...time }
					: { accepted: [...accepted, digest].slice(-MOST_DIGESTS), ...time };
		}
		if (isNew) this.#write(server, sights);
		const held = Object.entries(tools).flatMap(([tool, digest]) =>
			Object.hasOwn(sights, tool) && sights[tool]?.pending === digest ? [tool] : [],
		);
		return { changed, held: isPinned ? held : [] };
	}

	/** Accepts what waits of an upstream; gives the names of those tools. */
	accept(upstream: string): readonly string[] {
		return this.#servers(upstream).flatMap((server) => {
			const sights = this.#read(server) ?? {};
			const waiting = Object.entries(sights).filter(([, { pending }]) => pending !== undefined);
			for (const [tool, { accepted, pending = '' }] of waiting)
				sights[tool] = { accepted: [...accepted, pending].slice(-MOST_DIGESTS) };
			if (waiting.length > 0) this.#write(server, sights);
			return waiting.map(([tool]) => tool);
		});
	}

	/** What has changed since it was first seen, newest first. */
	changes(): readonly ToolChange[] {
		return this.#store
			.all()
			.flatMap(({ server, text }) =>
				Object.entries(JSON.parse(text) as Sights).flatMap(([tool, { changedAt, pending }]) =>
					changedAt === undefined
						? []
						: [
								{
									upstream: server.split(' ')[0] ?? '',
									tool,
									at: changedAt,
									held: pending !== undefined,
								},
							],
				),
			)
			.sort((a, b) => b.at - a.at)
			.slice(0, MOST_TOLD)
			.map(({ at, ...change }) => ({ ...change, changedAt: new Date(at).toISOString() }));
	}

	#servers(upstream: string): readonly string[] {
		return this.#store
			.all()
			.map(({ server }) => server)
			.filter((server) => server.startsWith(`${upstream} `));
	}

	#read(server: string): Sights | undefined {
		const text = this.#store.get(server);
		return text === undefined ? undefined : (JSON.parse(text) as Sights);
	}

	#write(server: string, sights: Sights): void {
		this.#store.put(server, JSON.stringify(sights));
		const [oldest, ...rest] = this.#store.all();
		if (oldest && rest.length >= MOST_SERVERS) this.#store.delete(oldest.server);
	}
}
