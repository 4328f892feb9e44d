// Inventory of the data of a workspace or a principal: objects by name and keys of KV, for exports and
// erasures. Objects cannot be enumerated; who has one is known to the workspace's Telemetry object.
import type { HostNamespace } from '../adapters/cloudflare';
import { keysOf } from '../adapters/kv';
import type { Subject } from '../adapters/sqlite';
import { jsonIn } from '../shared/json-in';
import { conversationName } from './conversations';
import type { Env } from './env';
import { KEPT, objectAt, type RowsQuery } from './own-object';

/** Bindings that hold objects. */
export type Binding =
	| 'WORKSPACE'
	| 'TELEMETRY'
	| 'DIRECTORY'
	| 'VAULT'
	| 'SESSION'
	| 'CONVERSATION';

export interface Place {
	readonly binding: Binding;
	readonly name: string;
}

/** A session in which something of a principal is kept. */
export interface HeldSession {
	readonly principal: string;
	readonly session: string;
}

/** Objects of a workspace that hold rows of many. */
export const sharedPlaces = (workspace: string): readonly Place[] => [
	{ binding: 'WORKSPACE', name: workspace },
	{ binding: 'VAULT', name: JSON.stringify([workspace]) },
	{ binding: 'DIRECTORY', name: workspace },
	{ binding: 'TELEMETRY', name: workspace },
];

/** Objects that are one principal's alone, whatever was called. */
export const ownPlaces = (workspace: string, principal: string): readonly Place[] => [
	{ binding: 'VAULT', name: JSON.stringify([workspace, principal]) },
	{ binding: 'SESSION', name: `${workspace}/${principal}/${KEPT}` },
];

/** Objects of one session. */
export const sessionPlaces = (workspace: string, held: HeldSession): readonly Place[] => [
	{ binding: 'SESSION', name: `${workspace}/${held.principal}/${held.session}` },
	{
		binding: 'CONVERSATION',
		name: conversationName({ workspace, id: held.principal }, held.session),
	},
];

/** Returns the stub of the Durable Object at a place. */
export const placed = (env: Env, { binding, name }: Place) =>
	objectAt(env[binding] as HostNamespace, name);

/** All rows of an object that a query asks for. */
export async function* allRows(env: Env, place: Place, query: RowsQuery) {
	for (let { after } = query; ; ) {
		const page = await placed(env, place).rows({ ...query, ...(after && { after }) });
		yield* page.rows;
		if (!page.next) return;
		after = page.next;
	}
}

/** Tables that say who did anything in a workspace. */
const DID = ['known_principals', 'listed_sessions', 'api_tokens'];
/** And who has anything there; whom an administrator names as a member may never have been there. */
const KNOWING = [...DID, 'members'];
const KNOWN_BY = ['TELEMETRY', 'DIRECTORY'] as const;

/** Returns whether a principal ever did anything in a workspace; being named there is not enough. */
export async function wasActive(env: Env, { workspace, principal }: Subject): Promise<boolean> {
	const query = { tables: DID, ...(principal !== undefined && { principal }) };
	for (const binding of KNOWN_BY)
		for await (const _ of allRows(env, { binding, name: workspace }, query)) return true;
	return false;
}

/** Everybody who has anything in a workspace, by id. */
export async function principalsOf(env: Env, { workspace, principal }: Subject): Promise<string[]> {
	if (principal !== undefined) return [principal];
	const found = new Set<string>();
	for (const binding of KNOWN_BY)
		for await (const { table, row } of allRows(
			env,
			{ binding, name: workspace },
			{ tables: KNOWING },
		))
			found.add(String(table === 'members' ? row.id : row.principal));
	return [...found].sort();
}

/** Sessions that have told of themselves, by principal and name. */
export async function sessionsOf(
	env: Env,
	{ workspace, principal }: Subject,
): Promise<HeldSession[]> {
	const query = { tables: ['listed_sessions'], ...(principal !== undefined && { principal }) };
	const found: HeldSession[] = [];
	for await (const { row } of allRows(env, { binding: 'TELEMETRY', name: workspace }, query))
		found.push({ principal: String(row.principal), session: String(row.session) });
	return found;
}

/** Keys of KV: results behind handles, drafts, ended sessions, and with the workspace whole its configuration. */
export async function* keysHeld(
	{ LOADLINE_KV: kv }: Env,
	{ workspace, principal }: Subject,
): AsyncGenerator<string> {
	if (principal === undefined) {
		for await (const { name } of keysOf(kv, `${workspace}/`)) yield name;
		return;
	}
	for (const kind of ['snapshot', 'draft', 'ended'])
		for await (const key of keysOf(kv, `${workspace}/${kind}/`))
			if ((key.principal ?? (await writtenFor(kv, key, kind))) === principal) yield key.name;
}

/** Returns the owner of a snapshot of an earlier version, from its first line. */
async function writtenFor(
	kv: Env['LOADLINE_KV'],
	{ name }: { readonly name: string },
	kind: string,
): Promise<string | undefined> {
	if (kind !== 'snapshot') return undefined;
	const text = (await kv.get(name, 'text')) ?? '';
	return (jsonIn(text.slice(0, text.indexOf('\n'))) as { principal?: string } | undefined)
		?.principal;
}
