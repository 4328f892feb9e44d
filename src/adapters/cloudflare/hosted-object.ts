// A Durable Object as a host of plain services: one SQLite database, one method for all calls.
// A service is synchronous, so each of its methods is atomic; callers see it through `remote`.
import { DurableObject } from 'cloudflare:workers';
import type { Remote } from '../../shared/remote';
import { type Sql, sqlOf } from '../../shared/sql';
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
interface RowsPort<Query, Page> {
	isEmpty(sql: Sql): boolean;
	rowsOf(sql: Sql, query: Query): Page;
	eraseOf(sql: Sql, principal: string): number;
}

/** The service that every object has: `rows`, `erase` and `eraseOf`. */
const OBJECT = 'object';

/** The class of a Durable Object that hosts what `build` makes of its database. */
export const hostedObject = <Env, Query, Page>(
	build: (host: Host, env: Env) => Hosted,
	port: RowsPort<Query, Page>,
) =>
	class extends DurableObject {
		#hosted: Hosted | undefined;

		/** Calls one method of one service. */
		invoke(service: string, method: string, args: readonly unknown[]): unknown {
			if (service === OBJECT) return this.#own(method, args);
			const instance = (this.#hosted ?? this.#host()).services[service];
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
			// Of one that was set before the runtime kept names with alarms: its next caller sets it again.
			if (this.ctx.id.name === undefined) return;
			if ((await (this.#hosted ?? this.#host()).alarm?.()) === true) await this.#erase();
		}

		#host(): Hosted {
			const { id, storage } = this.ctx;
			// Shorter than names that the runtime does not tell: 1,024 bytes.
			const host = { name: id.name ?? '', sql: sqlOf(storage), wakeAt: earliestAlarm(storage) };
			this.#hosted = build(host, this.env as Env);
			return this.#hosted;
		}

		/** Of its database as it is: what was never made is not made for this. */
		#own(method: string, [given]: readonly unknown[]): unknown {
			const sql = sqlOf(this.ctx.storage);
			if (method === 'rows') return port.rowsOf(sql, given as Query);
			if (method === 'erase') return this.#erase();
			const rows = port.eraseOf(sql, String(given));
			// Services may remember rows that are gone now.
			if (rows > 0) this.#hosted = undefined;
			return rows;
		}

		async #erase(): Promise<boolean> {
			const { storage } = this.ctx;
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
		invoke(service: string, method: string, args: readonly unknown[]): Promise<unknown>;
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
					(...args: unknown[]) => namespace.getByName(name).invoke(service, method, args),
	});
}
