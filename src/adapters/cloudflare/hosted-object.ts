// A Durable Object as a host of plain services: one SQLite database, one method for all calls.
// A service is synchronous, so each of its methods is atomic; callers see it through `remote`.
import { DurableObject } from 'cloudflare:workers';
import type { Remote } from '../../shared/remote';
import type { Sql, SqlValue } from '../../shared/sql';

/** Services by name: instances of classes whose public methods take and give plain data. */
export type HostedServices = Readonly<Record<string, object>>;

export interface Hosted {
	readonly services: HostedServices;
	/** Runs when the alarm rings that a service has set. */
	readonly alarm?: () => void | Promise<void>;
}

/** What services may use of the object they live in. */
export interface Host {
	/** The name by which the object is called. */
	readonly name: string;
	readonly sql: Sql;
	/** Asks for `alarm` at a time, milliseconds since the epoch, unless one is due earlier. */
	wakeAt(time: number): void;
}

/** The class of a Durable Object that hosts what `build` makes of its database. */
export const hostedObject = <Env = unknown>(build: (host: Host, env: Env) => Hosted) =>
	class extends DurableObject {
		readonly #hosted: Hosted;

		constructor(state: DurableObjectState, env: unknown) {
			super(state, env as never);
			this.#hosted = build(hostOf(state), env as Env);
		}

		/** Calls one method of one service. */
		invoke(service: string, method: string, args: readonly unknown[]): unknown {
			const instance = this.#hosted.services[service];
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
			await this.#hosted.alarm?.();
		}
	};

/** What is used of a Durable Object namespace binding. */
export interface HostNamespace {
	getByName(name: string): {
		invoke(service: string, method: string, args: readonly unknown[]): Promise<unknown>;
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
			return namespace.getByName(name).invoke(service, method, args);
		};
	return new Proxy({} as Remote<Service>, {
		// A promise is recognised by its `then`: a proxy that had one could not be returned from async code.
		get: (_, key) => (typeof key === 'string' && key !== 'then' ? call(key) : undefined),
	});
}

const hostOf = ({ id, storage }: DurableObjectState): Host => ({
	name: id.name ?? '',
	sql: {
		all: <Row extends object>(statement: string, ...bindings: readonly SqlValue[]) =>
			storage.sql.exec(statement, ...bindings).toArray() as unknown as Row[],
		transaction: (work) => storage.transactionSync(work),
	},
	wakeAt: (time) => {
		void storage.getAlarm().then((due) => {
			if (due === null || due > time) return storage.setAlarm(time);
			return undefined;
		});
	},
});
