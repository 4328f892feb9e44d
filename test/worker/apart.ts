// Keeps deployments apart inside one workerd: each has its own variables, its own stored data and its own Loadline,
// and is reached by an entry point of its own. `entryOf` in shared-workerd.ts makes it the main module.

import { WorkerEntrypoint } from 'cloudflare:workers';
import { AsyncLocalStorage } from 'node:async_hooks';

type Env = Record<string, unknown>;
interface Handlers {
	fetch(request: Request, env: Env): Promise<Response>;
}
interface Named {
	getByName(name: string): object;
	idFromName(name: string): { toString(): string };
}
interface RateLimit {
	limit(of: { readonly key: string }): Promise<unknown>;
}
interface ObjectMethods {
	invoke(...call: unknown[]): unknown;
	alarm(): unknown;
}
type ObjectClass = new (state: DurableObjectState, env: Env) => ObjectMethods;

/** Ends the number of a deployment, before a name or key of its own. */
const END = '|';
const envs = new Map<string, Env>();
/** By the id of an object. */
const owners = new Map<string, string>();

/** Name of the code that runs: lines of the log begin with it, also those that come after its last answer. */
const running = new AsyncLocalStorage<string>();
const print = console.log;
console.log = (line: string) => {
	const place = running.getStore();
	print(place === undefined ? line : `${place}${END}${line}`);
};

const objectsOf = (place: string, namespace: Named): Pick<Named, 'getByName'> => ({
	getByName: (name) => {
		const own = `${place}${END}${name}`;
		owners.set(`${namespace.idFromName(own)}`, place);
		return namespace.getByName(own);
	},
});

const kvOf = (place: string, kv: KVNamespace): KVNamespace => {
	const own = (key: unknown) => `${place}${END}${key}`;
	const inside =
		(method: 'get' | 'getWithMetadata' | 'put' | 'delete') =>
		(key: unknown, ...more: unknown[]) =>
			Reflect.apply(kv[method] as (...args: unknown[]) => unknown, kv, [own(key), ...more]);
	const list = async (options: KVNamespaceListOptions = {}) => {
		const found = await kv.list({ ...options, prefix: own(options.prefix ?? '') });
		const bare = ({ name, ...rest }: { name: string }) => ({
			...rest,
			name: name.slice(own('').length),
		});
		return { ...found, keys: found.keys.map(bare) };
	};
	return {
		...{ get: inside('get'), getWithMetadata: inside('getWithMetadata') },
		...{ put: inside('put'), delete: inside('delete'), list },
	} as unknown as KVNamespace;
};

const limitOf = (place: string, limit: RateLimit): RateLimit => ({
	limit: ({ key }) => limit.limit({ key: `${place}${END}${key}` }),
});

const made = new WeakMap<Env, unknown>();
/** In place of the variable in which the bundle keeps what it makes once for its isolate. */
Object.assign(globalThis, {
	loadlineOf: (env: Env, make: () => unknown) => {
		const loadline = made.get(env) ?? make();
		made.set(env, loadline);
		return loadline;
	},
});

/** The bindings as one deployment has them. */
function bindingsOf(place: string, env: Env): Env {
	const entries = Object.entries(env).map(([name, value]): [string, unknown] => {
		if (typeof value !== 'object' || value === null) return [name, value];
		if ('getByName' in value) return [name, objectsOf(place, value as Named)];
		if ('getWithMetadata' in value) return [name, kvOf(place, value as KVNamespace)];
		if ('limit' in value) return [name, limitOf(place, value as RateLimit)];
		return [name, value];
	});
	return Object.fromEntries(entries);
}

/** The class of an entry point: its first request brings the variables of its deployment. */
export const deployment = (place: string, worker: Handlers) =>
	class extends WorkerEntrypoint<Env> {
		override async fetch(request: Request): Promise<Response> {
			const env = envs.get(place);
			if (env) return running.run(place, () => worker.fetch(request, env));
			envs.set(place, { ...bindingsOf(place, this.env), ...((await request.json()) as Env) });
			return new Response(null, { status: 204 });
		}
	};

/** A class of the bundle, whose objects belong each to the deployment that named it. */
export const objectApart = (Base: ObjectClass) =>
	class extends Base {
		readonly #place: string;

		constructor(state: DurableObjectState, _env: Env) {
			const { id } = state;
			const place = id.name?.slice(0, id.name.indexOf(END)) ?? owners.get(`${id}`);
			const own = envs.get(place ?? '');
			if (own === undefined) throw new Error(`the object ${id.name ?? id} is of no deployment`);
			const name = id.name?.slice(`${place}${END}`.length);
			Object.defineProperty(state, 'id', { value: { name, toString: () => `${id}` } });
			super(state, own);
			this.#place = place ?? '';
		}

		override invoke(...call: unknown[]): unknown {
			return running.run(this.#place, () => super.invoke(...call));
		}

		override alarm(): unknown {
			return running.run(this.#place, () => super.alarm());
		}
	};
