// Snapshots in Durable Objects, one a workspace, for servers on Workers: what was put is there at once,
// everywhere. A server exports `SnapshotObject` and binds it (docs/library.md).

import { type SnapshotStore, type StoreFault, sizeFault } from '../gateway';
import { err, ok } from '../shared/result';
import { first, type Sql, sqlOf } from '../shared/sql';
import { textParts } from '../shared/text-parts';

/** The part of an object's state that is used. */
export interface SnapshotObjectState {
	readonly storage: Parameters<typeof sqlOf>[0] & {
		getAlarm(): Promise<number | null>;
		setAlarm(time: number): Promise<void>;
	};
}

const FACTS = 'x-loadline-facts';
/** Milliseconds between two looks at what has ended. */
const SWEEP_MS = 600_000;

/** Failures of an object become error values; nothing is thrown. */
export const createObjectSnapshotStore = (objects: {
	getByName(name: string): { fetch(url: string, init?: RequestInit): Promise<Response> };
}): SnapshotStore => {
	const ask = (workspace: string, id: string, init?: RequestInit) =>
		objects.getByName(workspace).fetch(`https://store/${encodeURIComponent(id)}`, init);
	return {
		async get(workspace, id) {
			try {
				const response = await ask(workspace, id);
				const body = await exactText(response);
				if (response.status === 404) return ok(null);
				return ok({ ...JSON.parse(response.headers.get(FACTS) ?? ''), body });
			} catch (cause) {
				return err(fault('read', cause));
			}
		},
		async put(workspace, id, { body, ...facts }) {
			const tooLarge = sizeFault(body);
			if (tooLarge) return err(tooLarge);
			try {
				const headers = { [FACTS]: JSON.stringify(facts) };
				const bytes = new TextEncoder().encode(body);
				const response = await ask(workspace, id, { method: 'PUT', headers, body: bytes });
				await response.body?.cancel();
				return response.ok ? ok(undefined) : err(fault('write', `status ${response.status}`));
			} catch (cause) {
				return err(fault('write', cause));
			}
		},
	};
};

/** As it was sent: `text()` takes a byte order mark away. */
const exactText = async (message: Request | Response): Promise<string> =>
	new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(await message.arrayBuffer());

/** The Durable Object of one workspace's snapshots. */
export class SnapshotObject {
	readonly #storage: SnapshotObjectState['storage'];
	readonly #sql: Sql;
	readonly #bodies: ReturnType<typeof textParts>;

	constructor(state: SnapshotObjectState) {
		const { storage } = state;
		this.#storage = storage;
		this.#sql = sqlOf(storage);
		this.#bodies = textParts(this.#sql, 'kept_parts');
		this.#sql.all(`CREATE TABLE IF NOT EXISTS snapshots (id TEXT PRIMARY KEY, facts TEXT NOT NULL,
			expires_at INTEGER NOT NULL) WITHOUT ROWID`);
	}

	/** GET and PUT of `/<id>`, asked by `createObjectSnapshotStore` alone. */
	async fetch(request: Request): Promise<Response> {
		const id = decodeURIComponent(new URL(request.url).pathname.slice(1));
		if (request.method === 'PUT') return this.#put(id, request);
		const found = this.#sql.all<{ facts: string }>`SELECT facts FROM snapshots WHERE id = ${id}`[0];
		if (!found) return new Response(null, { status: 404 });
		return new Response(this.#bodies.read(id), { headers: { [FACTS]: found.facts } });
	}

	/** Removes what has ended, and comes again while anything is left. */
	async alarm(): Promise<void> {
		const now = Math.floor(Date.now() / 1000);
		const ended = this.#sql.all<{ id: string }>`SELECT id FROM snapshots WHERE expires_at < ${now}`;
		for (const { id } of ended)
			this.#sql.transaction(() => {
				this.#sql.all`DELETE FROM snapshots WHERE id = ${id}`;
				this.#bodies.drop(id);
			});
		if (first(this.#sql, 'SELECT id FROM snapshots LIMIT 1')) await this.#comeAgain();
	}

	async #put(id: string, request: Request): Promise<Response> {
		const facts = request.headers.get(FACTS) ?? '';
		const { expiresAt } = JSON.parse(facts) as { expiresAt: number };
		const body = await exactText(request);
		this.#sql.transaction(() => {
			this.#bodies.write(id, body);
			this.#sql.all`INSERT OR REPLACE INTO snapshots (id, facts, expires_at)
				VALUES (${id}, ${facts}, ${Math.ceil(expiresAt)})`;
		});
		if ((await this.#storage.getAlarm()) === null) await this.#comeAgain();
		return new Response(null, { status: 204 });
	}

	#comeAgain(): Promise<void> {
		return this.#storage.setAlarm(Date.now() + SWEEP_MS);
	}
}

const fault = (what: string, cause: unknown): StoreFault => ({
	code: 'unavailable',
	message: `an object's ${what} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
});
