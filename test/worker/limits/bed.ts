// Stands around the bundle inside workerd: counts what the platform bills and behaves as the platform may.
// `entryOf` in start.ts makes it the main module; `/__bed` tells the counts and takes faults.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Faults } from './faults';
import { during, quiet, wait } from './going';
import { lateKv } from './kv';
import { CONFIG_READ, noOperations, type Operations } from './operations';

type Env = Record<string, unknown>;
type Handlers = {
	fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response>;
	scheduled(event: unknown, env: Env, context: ExecutionContext): Promise<void>;
};
interface Stub {
	invoke(service: string, method: string, args: readonly unknown[]): Promise<unknown>;
	ring(): Promise<void>;
}
interface Namespace {
	getByName(name: string): Stub;
}
/** The use of one invocation. */
interface Invocation {
	fetches: number;
	bindings: number;
	awaiting: number;
	readonly queue: (() => void)[];
}

const HANGS = 600_000;
const counts: Operations = noOperations();
let faults: Faults = {};
const invocations = new AsyncLocalStorage<Invocation>();
const clock = Date.now;
Date.now = () => clock() + (faults.ahead ?? 0);

const tooMany = () => new Error('Too many subrequests by single Worker invocation.');

/** Does work that awaits headers once there is a connection for it. */
async function connected<Value>(work: () => Promise<Value>, signal?: AbortSignal | null) {
	const invocation = invocations.getStore();
	const most = faults.connections;
	if (!invocation || most === undefined) return during(work);
	while (invocation.awaiting >= most) {
		await new Promise<void>((resume, reject) => {
			invocation.queue.push(resume);
			signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
		});
	}
	invocation.awaiting++;
	try {
		signal?.throwIfAborted();
		return await during(work);
	} finally {
		invocation.awaiting--;
		// All of them: one that was aborted would let the others wait for ever.
		for (const resume of invocation.queue.splice(0)) resume();
	}
}

function countFetch(): void {
	counts.fetches++;
	const invocation = invocations.getStore();
	if (!invocation) return;
	invocation.fetches++;
	counts.mostFetches = Math.max(counts.mostFetches, invocation.fetches);
	if (invocation.fetches > (faults.fetches ?? Number.POSITIVE_INFINITY)) throw tooMany();
}

function countBinding(): void {
	const invocation = invocations.getStore();
	if (!invocation) return;
	invocation.bindings++;
	counts.mostBindings = Math.max(counts.mostBindings, invocation.bindings);
	if (invocation.bindings > (faults.bindings ?? Number.POSITIVE_INFINITY)) throw tooMany();
}

const realFetch = globalThis.fetch;
globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
	countFetch();
	const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
	return connected(() => realFetch(input as RequestInfo, init), signal);
};

/** As the platform: 20 blobs of 16 KB in all, one index of 96 bytes, and no more. */
function writeDataPoint(point: { indexes?: string[]; blobs?: string[]; doubles?: number[] }): void {
	counts.points++;
	const { indexes = [], blobs = [], doubles = [] } = point;
	const bytes = new TextEncoder().encode(blobs.join('')).length;
	const index = new TextEncoder().encode(indexes[0] ?? '').length;
	const isTooMuch = blobs.length > 20 || doubles.length > 20 || bytes > 16_384 || index > 96;
	if (faults.analyticsFails || indexes.length > 1 || isTooMuch)
		throw new TypeError('writeDataPoint(): the point was refused');
}

const watchedKv = (kv: KVNamespace): KVNamespace => {
	const late = lateKv(
		kv,
		() => faults,
		() => clock() + (faults.ahead ?? 0),
	);
	const around = <Value>(kind: 'reads' | 'writes', work: () => Promise<Value>) => {
		countBinding();
		return connected(async () => {
			if (faults.kvDelay && (faults.kvDelays ?? kind) === kind) await wait(faults.kvDelay);
			if (faults.kvFails === kind || faults.kvFails === 'all')
				throw new Error(`KV ${kind} failed: 500 Internal Server Error`);
			return work();
		});
	};
	const read = (method: 'get' | 'getWithMetadata' | 'list') =>
		function watchedRead(...args: unknown[]) {
			counts.kvReads++;
			if (String(args[0]).endsWith('/config')) tally(counts.byCall, CONFIG_READ);
			return around('reads', async () => {
				const found = await late[method](...args);
				const { value } = (method === 'get' ? { value: found } : found) as { value?: unknown };
				if (typeof value === 'string') counts.kvBytesRead += value.length;
				return found;
			});
		};
	return {
		get: read('get'),
		getWithMetadata: read('getWithMetadata'),
		list: read('list'),
		put: (...args: unknown[]) => {
			counts.kvWrites++;
			const [, value] = args;
			counts.kvBytesWritten +=
				typeof value === 'string' ? value.length : ((value as ArrayBuffer).byteLength ?? 0);
			return around('writes', () => late.put(...args));
		},
		delete: (...args: unknown[]) => {
			counts.kvDeletes++;
			return around('writes', () => late.delete(...args));
		},
	} as unknown as KVNamespace;
};

const watchedObjects = (binding: string, namespace: Namespace): Namespace => ({
	getByName: (name) => ({
		invoke: async (service, method, args) => {
			countBinding();
			counts.objectRequests++;
			tally(counts.byCall, `${binding}.${service}.${method}`);
			const fault = faults.objects?.[`${binding}.${service}`] ?? faults.objects?.[binding];
			if (fault === 'throw') throw new Error('internal error; reference = bed');
			if (fault !== undefined) await wait(fault === 'hang' ? HANGS : fault);
			return during(() => namespace.getByName(name).invoke(service, method, args));
		},
		ring: () => namespace.getByName(name).ring(),
	}),
});

const wrapped = new WeakMap<object, Env>();

function watchedEnv(env: Env): Env {
	const known = wrapped.get(env);
	if (known) return known;
	const entries = Object.entries(env).map(([name, value]): [string, unknown] => {
		if (typeof value !== 'object' || value === null) return [name, value];
		if ('writeDataPoint' in value) return [name, { writeDataPoint }];
		if ('getByName' in value) return [name, watchedObjects(name, value as unknown as Namespace)];
		if ('getWithMetadata' in value) return [name, watchedKv(value as unknown as KVNamespace)];
		return [name, value];
	});
	const made = Object.fromEntries(entries);
	wrapped.set(env, made);
	return made;
}

const tally = (of: Record<string, number>, key: string) => {
	of[key] = (of[key] ?? 0) + 1;
};
const tallyRows = (of: Record<string, [number, number]>, key: string, rows: [number, number]) => {
	const known = of[key] ?? [0, 0];
	of[key] = [known[0] + rows[0], known[1] + rows[1]];
};

const owners = new WeakMap<object, string>();
const statements = new WeakMap<object, readonly [string, string]>();

function countRows(owner: string, statement: string, read: number, written: number): void {
	counts.rowsRead += read;
	counts.rowsWritten += written;
	tallyRows(counts.byClass, owner, [read, written]);
	tallyRows(counts.byStatement, `${owner}: ${statement.replace(/\s+/g, ' ')}`, [read, written]);
}

/** Patches the storage's prototypes once: cursors say what they read and wrote when they are done. */
let isPatched = false;
function watchStorage(storage: DurableObjectStorage, owner: string): void {
	owners.set(storage.sql, owner);
	owners.set(storage, owner);
	if (isPatched) return;
	isPatched = true;
	const sql = Object.getPrototypeOf(storage.sql) as { exec(...args: unknown[]): object };
	const { exec } = sql;
	sql.exec = function counted(this: object, ...args: unknown[]) {
		const cursor = exec.apply(this, args);
		statements.set(cursor, [owners.get(this) ?? '', String(args[0])]);
		patchCursor(cursor);
		return cursor;
	};
	const prototype = Object.getPrototypeOf(storage) as DurableObjectStorage;
	const { setAlarm } = prototype;
	prototype.setAlarm = function counted(this: DurableObjectStorage, time: number | Date) {
		countRows(owners.get(this) ?? '', 'setAlarm', 0, 1);
		// The runtime's clock is not ahead.
		return setAlarm.call(this, Number(time) - (faults.ahead ?? 0));
	};
}

let isCursorPatched = false;
function patchCursor(cursor: object): void {
	if (isCursorPatched) return;
	isCursorPatched = true;
	const prototype = Object.getPrototypeOf(cursor) as { toArray(): unknown[] };
	const { toArray } = prototype;
	prototype.toArray = function counted(this: { rowsRead: number; rowsWritten: number }) {
		const rows = toArray.call(this);
		const [owner, statement] = statements.get(this) ?? ['', ''];
		countRows(owner, statement, this.rowsRead, this.rowsWritten);
		return rows;
	};
}

type ObjectClass = new (state: DurableObjectState, env: Env) => { alarm?(): void | Promise<void> };

/** A class of the bundle, watched. */
export const watchedObject = (name: string, Base: ObjectClass) =>
	class extends Base {
		constructor(state: DurableObjectState, env: Env) {
			watchStorage(state.storage, name);
			super(state, watchedEnv(env));
		}

		/** An invocation of its own, with the limits of one. */
		override async alarm(): Promise<void> {
			counts.objectRequests++;
			tally(counts.byCall, `${name}.alarm`);
			await invocations.run({ fetches: 0, bindings: 0, awaiting: 0, queue: [] }, async () =>
				super.alarm?.(),
			);
		}

		/** Rings its alarm, whenever it is due. */
		async ring(): Promise<void> {
			await this.alarm();
		}
	};

/** The handlers of the bundle, watched. */
export const watchedWorker = (worker: Handlers): Handlers => {
	const invoked = <Value>(work: () => Promise<Value>) => {
		counts.requests++;
		return invocations.run({ fetches: 0, bindings: 0, awaiting: 0, queue: [] }, work);
	};
	return {
		fetch: (request, env, context) =>
			new URL(request.url).pathname === '/__bed'
				? control(request, env)
				: invoked(() => worker.fetch(request, watchedEnv(env), context)),
		scheduled: (event, env, context) =>
			invoked(() => worker.scheduled(event, watchedEnv(env), context)),
	};
};

/** GET tells the counts, with `?quiet` once nothing goes on any more. POST resets them, then takes `{faults}` or `{ring: [binding, name]}`, an alarm to ring. */
async function control(request: Request, env: Env): Promise<Response> {
	if (request.url.endsWith('?quiet')) await quiet();
	if (request.method !== 'POST') return Response.json(counts);
	const { faults: wanted, ring } = (await request.json()) as {
		faults?: Faults;
		ring?: [string, string];
	};
	Object.assign(counts, noOperations());
	if (wanted) faults = wanted;
	if (ring) await (watchedEnv(env)[ring[0]] as Namespace).getByName(ring[1]).ring();
	return Response.json(counts);
}
