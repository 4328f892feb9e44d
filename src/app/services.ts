// The services of a workspace, and of conversations, reached through their Durable Objects; and handles of results, kept in
// KV behind a write-behind store, sealed with the deployment's secret.
import { defer, type Hosted, type HostNamespace, remote } from '../adapters/cloudflare';
import { createHandleHmac, createSealedBox, randomSnapshotId } from '../adapters/crypto';
import { inFlight, PAUSING } from '../adapters/fetch';
import { createKvSnapshotStore, kvDraftBodies } from '../adapters/kv';
import {
	MemoryHeldCalls,
	MemoryMailbox,
	MemorySubscriptions,
	type upstreamSource,
} from '../adapters/mcp';
import { UpstreamSessionStore } from '../adapters/sqlite';
import type { Principal } from '../auth';
import type { Config } from '../config';
import {
	contextAlone,
	createHandleStore,
	grantedHandles,
	grantsOf,
	type Services,
	type SessionRecorder,
	writeBehindStore,
} from '../gateway';
import type { KeptResults, SessionList } from '../session';
import { fromHex, toHex } from '../shared/digits';
import type { JsonObject } from '../shared/json-values';
import { remember } from '../shared/remember';
import { type Env, handleSecrets, log } from './env';
import { endSession, KEPT, ownObject } from './objects';
import { chargedFor, type Shares, withShares } from './shares';

const MOST_KNOWN = 500;

/** Returns the services of a workspace, made without asking anyone. @param recorded `settled`, `told` of `Services` */
export function createServices(
	env: Env,
	recorded: Pick<SessionRecorder, 'settled' | 'told'>,
	shares: Shares,
) {
	const known = new Map<string, Services>();
	const make = (workspace: string): Services => ({
		config: remote(env.WORKSPACE, workspace, 'config'),
		payloads: remote(env.WORKSPACE, workspace, 'payloads'),
		baselines: remote(env.WORKSPACE, workspace, 'baselines'),
		records: remote(env.WORKSPACE, workspace, 'records'),
		sessions: remote(env.TELEMETRY, workspace, 'sessions'),
		session: (principal, name) =>
			remote(env.SESSION, `${workspace}/${principal}/${name}`, 'session'),
		forwarding: (principal, name) =>
			remote(env.SESSION, `${workspace}/${principal}/${name}`, 'forwarding'),
		kept: (principal) => {
			const kept = remote<KeptResults>(env.SESSION, `${workspace}/${principal}/${KEPT}`, 'kept');
			return chargedFor(kept, workspace, shares);
		},
		prompts: (principal) => remote(env.SESSION, `${workspace}/${principal}/${KEPT}`, 'prompts'),
		async endSession(principal, name) {
			// A record on its way would make the session anew.
			await recorded.settled(workspace);
			const list = remote<SessionList>(env.TELEMETRY, workspace, 'sessions');
			await endSession(env, list, workspace, { principal, session: name });
		},
		settled: () => recorded.settled(workspace),
		told: () => recorded.told(workspace),
		sights: remote(env.WORKSPACE, workspace, 'sights'),
		workflow: remote(env.WORKSPACE, workspace, 'workflow'),
		learnt: remote(env.TELEMETRY, workspace, 'learnt'),
		tools: remote(env.WORKSPACE, workspace, 'tools'),
		memory: {
			hub: remote(env.WORKSPACE, workspace, 'memory'),
			bodies: kvDraftBodies(env.LOADLINE_KV, workspace),
			now: () => Date.now(),
		},
	});
	return (workspace: string): Services => {
		const services = known.get(workspace) ?? make(workspace);
		if (!known.has(workspace)) remember(known, workspace, services, MOST_KNOWN);
		return services;
	};
}

/** Creates the store of handles; `under` gives the one that keeps to the grants and lifetimes of a config. */
export function createHandles(
	env: Env,
	generation: Parameters<typeof grantsOf>[1],
	offers: Parameters<typeof grantedHandles>[3],
	shares: Shares,
) {
	const hmac = createHandleHmac(handleSecrets(env));
	const behind = writeBehindStore(createKvSnapshotStore(env.LOADLINE_KV), {
		defer,
		wait: PAUSING.wait,
		room: inFlight,
		now: () => Math.floor(Date.now() / 1000),
		lost: ({ message }) => log({ level: 'error', event: 'result_not_kept', error: message }),
	});
	const store = createHandleStore({
		store: withShares(behind, shares),
		hmac,
		randomId: randomSnapshotId,
		defer,
	});
	const under = (settings: Config) =>
		grantedHandles(store, grantsOf(settings, generation), settings.snapshotLifeSeconds, offers);
	const box = createSealedBox(handleSecrets(env), 'link/1');
	const links = {
		seal: async (text: string, place: string) => toHex(await box.seal(text, place)),
		open: (sealed: string, place: string) => box.open(fromHex(sealed), place),
	};
	return { hmac, links, store, under };
}

/** Names may hold anything: JSON keeps their ends apart. */
export const conversationName = (
	{ workspace, id }: Pick<Principal, 'workspace' | 'id'>,
	conversation: string,
): string => JSON.stringify([workspace, id, conversation]);

/** Creates clients of the services of conversations, each by its principal and its name. */
export const createConversations = (namespace: HostNamespace) => {
	const of =
		<Service extends object>(service: string) =>
		(principal: Principal, name: string) =>
			remote<Service>(namespace, conversationName(principal, name), service);
	return {
		mailbox: of<MemoryMailbox<JsonObject>>('mailbox'),
		subscriptions: of<MemorySubscriptions>('subscriptions'),
		upstreamSessions: of<UpstreamSessionStore>('upstreamSessions'),
		heldCalls: of<MemoryHeldCalls>('heldCalls'),
	};
};

/** The server of a workspace under the config in force; undefined when it has none of that name. */
export type FindUpstream = (
	workspace: string,
	name: string,
) => Promise<ReturnType<typeof upstreamSource> | undefined>;

/** Milliseconds until a conversation is looked at again that is still going on. */
const LOOKED_AGAIN = 3_600_000;

/** The class of the object. `upstreams` says how it reaches the servers behind. */
export const conversationObject = (upstreams: (env: Env) => FindUpstream) =>
	ownObject<Env>(({ name, sql, wakeAt }, env): Hosted => {
		const now = () => Date.now();
		const subscriptions = new MemorySubscriptions();
		const upstreamSessions = new UpstreamSessionStore({ sql, now, wakeAt });
		const principalOf = (): Principal => {
			const [workspace = '', id = ''] = (JSON.parse(name) as unknown[]).map(String);
			return { workspace, id, scopes: [] };
		};
		const find = (upstream: string) => upstreams(env)(principalOf().workspace, upstream);
		const mailbox = new MemoryMailbox<JsonObject>(now);
		const heldCalls = new MemoryHeldCalls({ source: ({ upstream }) => find(upstream) });
		/** @returns whether the conversation is over, as far as anybody can see */
		const endIdle = async (): Promise<boolean> => {
			// Removed, or not to be reached: it will end the session itself.
			for (const { upstream, ...session } of upstreamSessions.idle(subscriptions.isWatched))
				await find(upstream)
					.then((source) => source?.endSession(session, contextAlone(principalOf())))
					.catch(() => {});
			if (!upstreamSessions.isEmpty) return false;
			const isOver = mailbox.isIdle && heldCalls.isIdle && !subscriptions.isWatched;
			if (!isOver) wakeAt(now() + LOOKED_AGAIN);
			return isOver;
		};
		return {
			services: { mailbox, subscriptions, upstreamSessions, heldCalls },
			alarm: endIdle,
		};
	});
