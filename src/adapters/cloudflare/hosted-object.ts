// A Durable Object as a host of plain services: one SQLite database, one method for all calls.
// A service is synchronous, so each of its methods is atomic; callers see it through `remote`.
import { DurableObject } from 'cloudflare:workers';
import type { Remote } from '../../shared/remote';
import { boundStatement, type Sql, type Statement } from '../../shared/sql';
import { earliestAlarm } from './earliest-alarm';

/** The services of one object, created at the first call after it wakes, and again after an erasure. */
export interface Hosted {
	readonly services: Readonly<Record<string, object>>;
	/** Runs when the alarm rings that a service has set; true ends the object: nothing of it is kept. */
	readonly alarm?: () => unknown;
}

/** The facilities of an object for its services. */
export interface Host {
	readonly name: string;
	readonly sql: Sql;
	/** Asks for `alarm` at a time, milliseconds since the epoch, unless one is due earlier. */
	wakeAt(time: number): void;
}

/** Operations of every object on its rows. */
export interface RowsPort<Query, Page> {
	isEmpty(sql: Sql): boolean;
	rowsOf(sql: Sql, query: Query): Page;
	eraseOf(sql: Sql, principal: string): number;
}

/** The service that every object has: `rows`, `erase` and `eraseOf`. */
const OBJECT = 'object';
/** Table of an object's own name: the runtime does not give it to an alarm. */
const NAME_TABLE = 'object_name';

/** The class of a Durable Object that hosts what `build` makes of its database. */
export const hostedObject = <Env, Query, Page>(
	build: (host: Host, env: Env) => Hosted,
	port: RowsPort<Query, Page>,
) =>
	class extends DurableObject {
		readonly #state: DurableObjectState;
		#hosted: Hosted | undefined;

		constructor(state: DurableObjectState, env: unknown) {
			super(state, env as never);
			this.#state = state;
		}

		/** Calls one method of one service. @param name of this object, which an alarm that woke it does not tell */
		invoke(service: string, method: string, args: readonly unknown[], name: string): unknown {
			if (service === OBJECT) return this.#own(method, args);
			const instance = (this.#hosted ?? this.#host(name)).services[service];
			const isMethod =
				instance !== undefined &&
				method !== 'constructor' &&
				(Object.hasOwn(instance, method) ||
					Object.hasOwn(Object.getPrototypeOf(instance) as object, method)) &&
				typeof Reflect.get(instance, method) === 'function';
			if (!isMethod) throw new TypeError(`${service}.${method} is not offered`);
			return Reflect.get(instance, method).apply(instance, args);
		}

		override async alarm(): Promise<void> {
			const name = this.#state.id.name ?? storedName(this.#state);
			// An object of an earlier version has not stored it: its next caller tells it, and sets the alarm again.
			if (name === undefined) return;
			if ((await (this.#hosted ?? this.#host(name)).alarm?.()) === true) await this.#erase();
		}

		#host(name: string): Hosted {
			const own = this.#state.id.name ?? name;
			this.#hosted = build(hostOf(this.#state, own), this.env as Env);
			return this.#hosted;
		}

		/** Of its database as it is: what was never made is not made for this. */
		#own(method: string, [given]: readonly unknown[]): unknown {
			const sql = sqlOf(this.#state.storage);
			if (method === 'rows') return port.rowsOf(sql, given as Query);
			if (method === 'erase') return this.#erase();
			const rows = port.eraseOf(sql, String(given));
			// Services may remember rows that are gone now.
			if (rows > 0) this.#hosted = undefined;
			return rows;
		}

		async #erase(): Promise<boolean> {
			const { storage } = this.#state;
			const isThere = !port.isEmpty(sqlOf(storage));
			this.#hosted = undefined;
			await storage.deleteAlarm();
			await storage.deleteAll();
			return isThere;
		}
	};

/** The part of a Durable Object namespace binding that is used. */
export interface HostNamespace {
	getByName(name: string): {
		invoke(
			service: string,
			method: string,
			args: readonly unknown[],
			name: string,
		): Promise<unknown>;
	};
}

/** Returns a service of the object called `name`, by default the one that every object has. */
export function remote<Service extends object>(
	namespace: HostNamespace,
	name: string,
	service: string = OBJECT,
): Remote<Service> {
	return new Proxy({} as Remote<Service>, {
		get: (_, method) =>
			// A promise is recognised by its `then`: a proxy that had one could not be returned from async code.
			typeof method !== 'string' || method === 'then'
				? undefined
				: // A stub whose object failed once stays broken: each call takes a fresh one.
					(...args: unknown[]) => namespace.getByName(name).invoke(service, method, args, name),
	});
}

const sqlOf = (storage: DurableObjectStorage): Sql => ({
	all<Row extends object>(...statement: Statement) {
		const [text, bindings] = boundStatement(statement);
		return storage.sql.exec(text, ...bindings).toArray() as unknown as Row[];
	},
	transaction: (work) => storage.transactionSync(work),
});

function hostOf({ storage }: DurableObjectState, name: string): Host {
	return {
		name,
		sql: sqlOf(storage),
		wakeAt: earliestAlarm(storage, () => storeName(storage, name)),
	};
}

function storedName({ storage }: DurableObjectState): string | undefined {
	if (!hasNameTable(storage)) return undefined;
	const [row] = storage.sql.exec<{ name: string }>(`SELECT name FROM ${NAME_TABLE}`).toArray();
	return row?.name;
}

function storeName(storage: DurableObjectStorage, name: string): void {
	if (hasNameTable(storage)) return;
	storage.sql.exec(`CREATE TABLE ${NAME_TABLE} (name TEXT NOT NULL)`).toArray();
	storage.sql.exec(`INSERT INTO ${NAME_TABLE} VALUES (?)`, name).toArray();
}

const hasNameTable = ({ sql }: DurableObjectStorage): boolean =>
	sql.exec('SELECT 1 FROM sqlite_master WHERE name = ?', NAME_TABLE).toArray().length > 0;
