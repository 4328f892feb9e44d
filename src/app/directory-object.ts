// The Durable Object that knows who may do what: one a workspace, with its members, API tokens and audit
// log; the one called `DEPLOYMENT` knows the workspaces, whose the deployment is and
// who is signed in, keeps the log of what concerns them all, and erases what is to be erased.
import { type Hosted, remote } from '../adapters/cloudflare';
import { createLoginServer } from '../adapters/oauth';
import { directoryStores, Erasures, type Subject, type TelemetryStores } from '../adapters/sqlite';
import type { SessionList } from '../session';
import { createDirectories, DEPLOYMENT } from './directories';
import type { Env } from './env';
import {
	allRows,
	keysHeld,
	ownPlaces,
	type Place,
	placed,
	principalsOf,
	sessionPlaces,
	sessionsOf,
	sharedPlaces,
} from './held-places';
import { log } from './log';
import { ownObject } from './own-object';
import { createVaults } from './upstream-logins';

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
async function eraseSome(
	env: Env,
	subject: Subject,
): Promise<{ readonly found: number; readonly more: boolean }> {
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
