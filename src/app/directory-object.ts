// The Durable Object that knows who may do what: one a workspace, with its members, API tokens and audit
// log; the one called `DEPLOYMENT` knows the workspaces, whose the deployment is and
// who is signed in, keeps the log of what concerns them all, and erases what is to be erased.
import { type Hosted, type HostNamespace, remote } from '../adapters/cloudflare';
import type { HttpDeps } from '../adapters/http';
import { keysOf } from '../adapters/kv';
import { createLoginServer } from '../adapters/oauth';
import {
	type DirectoryStores,
	directoryStores,
	Erasures,
	type Subject,
	type TelemetryStores,
} from '../adapters/sqlite';
import type { SessionList } from '../session';
import { jsonIn } from '../shared/json-values';
import { type Env, log, reasonOf } from './env';
import { type HeldSession, KEPT, objectAt, ownObject, type RowsQuery } from './objects';
import { conversationName } from './services';
import { createVaults } from './upstream-logins';

/** Bindings that hold objects. */
type Binding = 'WORKSPACE' | 'TELEMETRY' | 'DIRECTORY' | 'VAULT' | 'SESSION' | 'CONVERSATION';

export interface Place {
	readonly binding: Binding;
	readonly name: string;
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
async function* allRows(env: Env, place: Place, query: RowsQuery) {
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
export async function sessionsOf(env: Env, { workspace, principal }: Subject) {
	const query = { tables: ['listed_sessions'], ...(principal !== undefined && { principal }) };
	const found: HeldSession[] = [];
	for await (const { row } of allRows(env, { binding: 'TELEMETRY', name: workspace }, query))
		found.push({ principal: String(row.principal), session: String(row.session) });
	return found;
}

/** Keys of KV: results behind handles, drafts, ended sessions, and with the workspace whole its configuration. */
export async function* keysHeld({ LOADLINE_KV: kv }: Env, { workspace, principal }: Subject) {
	if (principal === undefined) {
		for await (const { name } of keysOf(kv, `${workspace}/`)) yield name;
		return;
	}
	for (const kind of ['snapshot', 'draft', 'ended'])
		for await (const key of keysOf(kv, `${workspace}/${kind}/`))
			if ((key.principal ?? (await writtenFor(kv, key, kind))) === principal) yield key.name;
}

/** Returns the owner of a snapshot of an earlier version, from its first line. */
async function writtenFor(kv: Env['LOADLINE_KV'], { name }: { name: string }, kind: string) {
	if (kind !== 'snapshot') return undefined;
	const text = (await kv.get(name, 'text')) ?? '';
	return (jsonIn(text.slice(0, text.indexOf('\n'))) as { principal?: string } | undefined)
		?.principal;
}

export class Directory extends ownObject<Env>(({ name, sql, wakeAt }, env): Hosted => {
	const now = () => Date.now();
	const erasures = name === DEPLOYMENT ? new Erasures(sql, { now, wakeAt }) : undefined;
	return {
		services: {
			...directoryStores(sql, now),
			...(erasures && { erasures }),
		},
		alarm: () => erasures?.goOn((subject) => eraseSome(env, subject)),
	};
}) {}

/** Objects and keys of one attempt: each takes a request or three of the thousand of an invocation. */
const MOST_AT_ONCE = 150;

/** Thrown where an attempt has done enough. */
const ENOUGH = Symbol('enough');

/** Takes away what a subject has. Rejects where storage fails; the next attempt goes on. */
async function eraseSome(env: Env, subject: Subject) {
	const attempt = new Attempt(env);
	try {
		await (subject.principal === undefined
			? attempt.workspace(subject.workspace)
			: attempt.principal(subject.workspace, subject.principal, subject.isKnown));
		return { found: attempt.found, more: false };
	} catch (stop) {
		if (stop === ENOUGH) return { found: attempt.found, more: true };
		throw stop;
	}
}

class Attempt {
	found = 0;
	#done = 0;

	constructor(private readonly env: Env) {}

	/** Access first: then nothing new begins. What leads to the rest goes last. */
	async principal(workspace: string, principal: string, isKnown = false): Promise<void> {
		const subject = { workspace, principal, isKnown };
		await this.#rows({ binding: 'DIRECTORY', name: workspace }, principal);
		await this.#alone(subject);
		await this.#keys(subject);
		for (const place of sharedPlaces(workspace)) await this.#rows(place, principal);
	}

	async workspace(workspace: string): Promise<void> {
		const principals = await principalsOf(this.env, { workspace });
		// Members and tokens are about to go; whose they were has to be known until all of theirs is gone.
		if (principals.length > 0)
			await remote<TelemetryStores['known']>(this.env.TELEMETRY, workspace, 'known').note({
				principals,
			});
		await this.#end({ binding: 'DIRECTORY', name: workspace });
		for (const principal of principals) {
			await this.#alone({ workspace, principal, isKnown: true });
			await this.#rows({ binding: 'TELEMETRY', name: workspace }, principal);
		}
		await this.#keys({ workspace });
		for (const place of sharedPlaces(workspace)) await this.#end(place);
		await createDirectories(this.env.DIRECTORY).workspaces.remove(workspace);
	}

	/** Erases one principal's own data: logins, sessions, snapshots, secrets. */
	async #alone(subject: Required<Subject>): Promise<void> {
		const { workspace, principal } = subject;
		await this.#logins(subject);
		const list = remote<SessionList>(this.env.TELEMETRY, workspace, 'sessions');
		for (const held of await sessionsOf(this.env, subject)) {
			for (const place of sessionPlaces(workspace, held)) await this.#end(place);
			await list.remove(held);
			this.#did(1);
		}
		for (const place of ownPlaces(workspace, principal)) await this.#end(place);
	}

	/** Of clients here, and of this principal elsewhere: who gave them is told, where that is possible. */
	async #logins({ workspace, principal, isKnown }: Required<Subject>): Promise<void> {
		const { env } = this;
		const { ownership, logins, workspaces, visits } = createDirectories(env.DIRECTORY);
		const home = (await ownership.get())?.home ?? 'https://loadline.invalid';
		const ended = async () => {};
		const server = createLoginServer({ home, env, logins, registration: false, ended, log });
		for (const grant of await server.granted(principal)) {
			if (grant.workspace !== workspace) continue;
			await server.withdraw(principal, grant.id);
			this.#did(1);
		}
		const vault = ownPlaces(workspace, principal).find(({ binding }) => binding === 'VAULT');
		if (vault)
			for await (const { row } of allRows(env, vault, { tables: ['grants'] }))
				await createVaults(env.VAULT)(workspace, principal)
					.disconnect(String(row.upstream))
					.catch(() => false);
		await workspaces.leave(principal, workspace);
		// A workspace has no say in what somebody is to others.
		const isLast = isKnown && (await workspaces.of(principal)).length === 0;
		this.#did(await visits.endOf(principal, workspace, isLast));
		if (isLast) await this.#rows({ binding: 'DIRECTORY', name: DEPLOYMENT }, principal);
	}

	async #keys(subject: Subject): Promise<void> {
		for await (const key of keysHeld(this.env, subject)) {
			await this.env.LOADLINE_KV.delete(key);
			this.#did(1);
		}
	}

	async #rows(place: Place, principal: string): Promise<void> {
		this.#did(await placed(this.env, place).eraseOf(principal));
	}

	async #end(place: Place): Promise<void> {
		this.#did((await placed(this.env, place).erase()) ? 1 : 0);
	}

	#did(found: number): void {
		this.found += found;
		this.#done += Math.sign(found);
		if (this.#done >= MOST_AT_ONCE) throw ENOUGH;
	}
}

/** No workspace has this name. */
const DEPLOYMENT = 'deployment';

/** Creates clients of the directory objects: of each workspace, and of the deployment. */
export const createDirectories = (namespace: HostNamespace) => ({
	of: (workspace: string) => ({
		tokens: remote<DirectoryStores['tokens']>(namespace, workspace, 'tokens'),
		members: remote<DirectoryStores['members']>(namespace, workspace, 'members'),
		audit: remote<DirectoryStores['audit']>(namespace, workspace, 'audit'),
	}),
	workspaces: remote<DirectoryStores['workspaces']>(namespace, DEPLOYMENT, 'workspaces'),
	audit: remote<DirectoryStores['audit']>(namespace, DEPLOYMENT, 'audit'),
	ownership: remote<DirectoryStores['ownership']>(namespace, DEPLOYMENT, 'ownership'),
	visits: remote<DirectoryStores['visits']>(namespace, DEPLOYMENT, 'visits'),
	logins: remote<DirectoryStores['logins']>(namespace, DEPLOYMENT, 'logins'),
	erasures: remote<Erasures>(namespace, DEPLOYMENT, 'erasures'),
});

export type Directories = ReturnType<typeof createDirectories>;

/** Notes acts in the audit log they belong to. Never rejects. */
export const createNotes =
	(directories: Directories): HttpDeps['note'] =>
	async (where, act, { isRefused = false, isOnce = false } = {}) => {
		const { correlationId } = act;
		const audit = where === undefined ? directories.audit : directories.of(where).audit;
		try {
			const head = isRefused ? await audit.noteRefused(act) : await audit.note(act, { isOnce });
			// The platform's log keeps what the head was: whoever alters the chain would have to alter it too.
			if (head) log({ level: 'info', event: 'audit', correlationId, ...head, workspace: where });
		} catch (error) {
			log({ level: 'error', event: 'audit_lost', correlationId, error: reasonOf(error) });
		}
	};
