// The bindings of a Worker over SQLite files in a folder: KV, Durable Objects with their alarms, ClickHouse;
// and the contract between a process and the Worker's code (src/node.ts implements it).

import type { Processes } from '../fetch';
import { Alarms } from './alarms';
import { ClickHouse } from './clickhouse';
import { finished, waitUntil } from './cloudflare-workers';
import { Database } from './database';
import { KeyValue } from './key-value';
import { ObjectFiles, Objects } from './objects';

/** Milliseconds between looks at what is due. */
const ALARMS_MS = 1_000;
/** Milliseconds an alarm that a process took is another's, should the first have ended. */
const AGAIN_MS = 60_000;
/** Milliseconds ahead for which `settle` runs alarms: later ones are of no work that was begun. */
const SOON_MS = 600_000;
/** Milliseconds between looks at objects that nobody calls. */
const REST_MS = 15_000;
/** Milliseconds that work nobody waits for may take at the end, and records of answered calls. */
const END_MS = 5_000;
const RECORDS_MS = 20_000;

/** Opens a folder's state. @param classes Durable Objects, bound by names in capitals @throws for a bad ClickHouse URL */
export function openBindings(
	classes: Readonly<Record<string, object>>,
	options: Omit<NodeOptions, 'file'>,
) {
	const { folder, variables, processes, mostBytes = 1_000_000_000, onError = () => {} } = options;
	const url = variables.LOADLINE_CLICKHOUSE_URL ?? '';
	const rows =
		url.trim() === ''
			? undefined
			: new ClickHouse({ url, fetch: globalThis.fetch, now: Date.now, report: onError });
	const database = new Database(`${folder}/state.sqlite`);
	const alarms = new Alarms(database);
	const files = new ObjectFiles(`${folder}/objects`, database);
	const now = () => Date.now();
	const env: Record<string, unknown> = { ...variables };
	const objects = Object.fromEntries(
		Object.entries(classes).map(([kind, type]) => [
			kind,
			new Objects(kind, type as never, { files, alarms, env }),
		]),
	);
	for (const [kind, each] of Object.entries(objects)) env[kind.toUpperCase()] = each;
	env.LOADLINE_KV = new KeyValue(database, { now, mostBytes });
	// Apart: nothing that is kept puts out a login.
	const logins = new KeyValue(database, { now, table: 'logins' });
	logins.takeOver('kv');
	env.OAUTH_KV = logins;
	if (rows) env.ANALYTICS = rows;
	if (processes) env.PROCESSES = processes;

	const wake = async (kind: string, name: string) => {
		const rung = objects[kind]?.ring(name);
		if (rung) waitUntil(rung);
		await rung;
	};
	let ringing: Promise<void> | undefined;
	const ring = async (until: number): Promise<void> => {
		await ringing;
		ringing = alarms.ring(until, until + AGAIN_MS, wake, onError).catch(onError);
		waitUntil(ringing);
		await ringing;
		ringing = undefined;
	};
	const timer = setInterval(() => ringing ?? ring(now()), ALARMS_MS);
	const resting = setInterval(() => {
		for (const each of Object.values(objects)) each.rest().catch(onError);
	}, REST_MS);
	for (const each of [timer, resting]) each.unref();
	return {
		env,
		settle: () => ring(now() + SOON_MS),
		/** @param left how many answered calls are not recorded yet */
		async close(left: () => number) {
			for (const each of [timer, resting]) clearInterval(each);
			alarms.isOver = files.isOver = true;
			await finished(() => (left() > 0 ? RECORDS_MS : END_MS));
			if (left() > 0) onError(`${left()} answered calls are not recorded: their time was over`);
			await rows?.close();
			for (const each of Object.values(objects)) each.close();
			database.close();
		},
	};
}

/** Reaches a server outside; rejects as `fetch` does where there is no answer. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** Options for opening Loadline in a process; failures outside of requests go to `onError`. */
interface NodeOptions {
	readonly folder: string;
	/** Text of the configuration that is built in (loadline.yaml). */
	readonly file: string;
	/** Environment variables and secrets, as those of a deployment. */
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** Reaches servers; the runtime's own unless told. */
	readonly fetch?: Fetch;
	/** Starts servers that the configuration names by a command; absent: it may name none. */
	readonly processes?: Processes;
	/** Bytes of results kept. */
	readonly mostBytes?: number;
	readonly onError?: (error: unknown) => void;
}

interface NodeLoadline {
	fetch(request: Request): Promise<Response>;
	/** Lets objects do now what they would do later: what they know reaches those who tell it. */
	settle(): Promise<void>;
	close(): Promise<void>;
}

export type OpenLoadline = (options: NodeOptions) => Promise<NodeLoadline>;
