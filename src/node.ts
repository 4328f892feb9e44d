// The Worker's code in a process of Node: the same handlers, over SQLite files instead of KV and
// Durable Objects (docs/node.md).
import {
	Alarms,
	ClickHouse,
	Database,
	type Fetch,
	finished,
	KeyValue,
	type NodeLoadline,
	type NodeOptions,
	ObjectFiles,
	Objects,
} from './adapters/node';
import {
	conversationObject,
	createLoadline,
	Directory,
	type Env,
	Session,
	set,
	Telemetry,
	Vault,
	Workspace,
} from './app';

/** Milliseconds between looks at what is due. */
const ALARMS_MS = 1_000;
/** Milliseconds an alarm that a process took is another's, should the first have ended. */
const AGAIN_MS = 60_000;
/** Alarms within so many milliseconds belong to what was told already, and not to an end that is far off. */
const SOON_MS = 600_000;
/** Milliseconds between looks at objects that nobody calls. */
const REST_MS = 15_000;
/** Milliseconds that work nobody waits for may take at the end. */
const END_MS = 5_000;

/** Opens the ClickHouse exporter, if one is configured. @throws Error for what is no address */
const clickHouse = (address: string | undefined, report: (text: string) => void) => {
	const url = set(address);
	return url === undefined
		? undefined
		: new ClickHouse({ url, fetch: globalThis.fetch, now: Date.now, report });
};

/** Opens Loadline over the state in a folder. */
export function openLoadline({
	folder,
	file,
	variables,
	fetch = globalThis.fetch,
	mostBytes = 1_000_000_000,
	onError = () => {},
}: NodeOptions): NodeLoadline {
	const rows = clickHouse(variables.LOADLINE_CLICKHOUSE_URL, onError);
	const database = new Database(`${folder}/state.sqlite`);
	const alarms = new Alarms(database);
	const files = new ObjectFiles(`${folder}/objects`, database);
	const now = () => Date.now();
	const env: Record<string, unknown> = { ...variables };
	const Conversation = conversationObject(() => loadline.upstream);
	const objects = Object.fromEntries(
		Object.entries({ Workspace, Session, Telemetry, Conversation, Directory, Vault }).map(
			([kind, type]) => [kind, new Objects(kind, type as never, { files, alarms, env })],
		),
	);
	for (const [kind, each] of Object.entries(objects)) env[kind.toUpperCase()] = each;
	env.LOADLINE_KV = new KeyValue(database, { now, mostBytes });
	// Keys of the one begin with a workspace, those of the other never do.
	env.OAUTH_KV = env.LOADLINE_KV;
	if (rows) env.ANALYTICS = rows;
	const loadline = createLoadline(env as unknown as Env, file, { fetch: fetch as Fetch });

	const wake = async (kind: string, name: string) => objects[kind]?.ring(name);
	const ring = (until = now()) => alarms.ring(until, until + AGAIN_MS, wake, onError);
	let ringing = Promise.resolve();
	const timer = setInterval(() => {
		ringing = ringing.then(() => ring()).catch(onError);
	}, ALARMS_MS);
	const resting = setInterval(() => {
		for (const each of Object.values(objects)) each.rest();
	}, REST_MS);
	for (const each of [timer, resting]) each.unref();
	return {
		fetch: (request) => loadline.fetch(request),
		async settle() {
			ringing = ringing.then(() => ring(now() + SOON_MS)).catch(onError);
			await ringing;
		},
		async close() {
			for (const each of [timer, resting]) clearInterval(each);
			await finished(END_MS);
			await ringing;
			await rows?.close();
			for (const each of Object.values(objects)) each.close();
			database.close();
		},
	};
}
