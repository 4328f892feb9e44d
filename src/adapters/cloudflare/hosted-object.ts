// A Durable Object as a host of plain services: one SQLite database, one method for all calls.
// A service is synchronous, so each of its methods is atomic; callers see it through `remote`.
import { DurableObject } from 'cloudflare:workers';
import type { Remote } from '../../shared/remote';
import type { Sql, SqlValue } from '../../shared/sql';

/** Services by name: instances of classes whose public methods take and give plain data. */
export type HostedServices = Readonly<Record<string, object>>;

export interface Hosted {
	readonly services: HostedServices;
	/** Runs when the alarm rings that a service has set; true ends the object: nothing of it is kept. */
	readonly alarm?: () => unknown;
}

/** What services may use of the object they live in. */
export interface Host {
	/** The name by which the object is called. */
	readonly name: string;
	readonly sql: Sql;
	/** Asks for `alarm` at a time, milliseconds since the epoch, unless one is due earlier. */
	wakeAt(time: number): void;
}

/** The service that every object has: `erase` ends it. */
const OBJECT = 'object';
/** Where an object that has an alarm finds its name: the runtime does not know it when an alarm wakes it. */
const NAME_TABLE = 'object_name';

/** The class of a Durable Object that hosts what `build` makes of its database. */
export const hostedObject = <Env = unknown>(build: (host: Host, env: Env) => Hosted) =>
	class extends DurableObject {
		readonly #state: DurableObjectState;
		#hosted: Hosted | undefined;

		constructor(state: DurableObjectState, env: unknown) {
			super(state, env as never);
			this.#state = state;
		}

		/** Calls one method of one service. @param name of this object, which an alarm that woke it does not tell */
		invoke(service: string, method: string, args: readonly unknown[], name: string): unknown {
			if (service === OBJECT && method === 'erase') return this.#erase();
			const instance = this.#host(name).services[service];
			const isMethod =
				instance !== undefined &&
				method !== 'constructor' &&
				[instance, Object.getPrototypeOf(instance) as object].some((owner) =>
					Object.hasOwn(owner, method),
				) &&
				typeof Reflect.get(instance, method) === 'function';
			if (!isMethod) throw new TypeError(`${service}.${method} is not offered`);
			return Reflect.get(instance, method).apply(instance, args);
		}

		override async alarm(): Promise<void> {
			const name = this.#state.id.name ?? storedName(this.#state);
			// An object of an earlier version has not stored it: its next caller tells it, and sets the alarm again.
			if (name === undefined) return;
			if ((await this.#host(name).alarm?.()) === true) await this.#erase();
		}

		#host(name: string): Hosted {
			const own = this.#state.id.name ?? name;
			this.#hosted ??= build(hostOf(this.#state, own), this.env as Env);
			return this.#hosted;
		}

		async #erase(): Promise<void> {
			this.#hosted = undefined;
			await this.#state.storage.deleteAlarm();
			await this.#state.storage.deleteAll();
		}
	};

/** What is used of a Durable Object namespace binding. */
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

/** A service of the object called `name`, as if it were here. */
export function remote<Service extends object>(
	namespace: HostNamespace,
	name: string,
	service: string,
): Remote<Service> {
	const call =
		(method: string) =>
		(...args: unknown[]) => {
			// A stub whose object failed once stays broken: each call takes a fresh one.
			return namespace.getByName(name).invoke(service, method, args, name);
		};
	return new Proxy({} as Remote<Service>, {
		// A promise is recognised by its `then`: a proxy that had one could not be returned from async code.
		get: (_, key) => (typeof key === 'string' && key !== 'then' ? call(key) : undefined),
	});
}

/** Ends an object: nothing of it is kept. */
export const eraseObject = async (namespace: HostNamespace, name: string): Promise<void> =>
	void (await namespace.getByName(name).invoke(OBJECT, 'erase', [], name));

function hostOf({ storage }: DurableObjectState, name: string): Host {
	return {
		name,
		sql: {
			all: <Row extends object>(statement: string, ...bindings: readonly SqlValue[]) =>
				storage.sql.exec(statement, ...bindings).toArray() as unknown as Row[],
			transaction: (work) => storage.transactionSync(work),
		},
		wakeAt: (time) => {
			void storage.getAlarm().then((due) => {
				if (due !== null && due <= time) return undefined;
				storeName(storage, name);
				return storage.setAlarm(time);
			});
		},
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
