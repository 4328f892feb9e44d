// Connections of callers with one upstream: kept in this isolate, resumed from another one,
// or new; and how the session of its conversation ends.
import {
	type CallContext,
	type Credential,
	checkUpstreamUrl,
	type SourceFault,
} from '../../../gateway';
import { isRecord, type JsonObject } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';
import { digestHex } from '../../crypto';
import { untilAborted } from '../mailbox';
import type { Outcome } from './answer';
import { type Call, PROMPT_MS } from './call';
import { ConnectFailed, Connection } from './connection';
import type { FaultContext } from './fault';
import type { Known, PoolKey, UpstreamPool } from './pool';
import { createClean, createRedact, type Hidden } from './redact';
import type { UpstreamConfig } from './source';
import type { UpstreamSession, UpstreamSessions } from './wire';

/** One caller's way in at one upstream: its credential, and the connection it shares. */
export interface Access {
	readonly credential: Credential;
	readonly key: PoolKey;
}

/**
 * Ways in at one upstream, credentials asked for anew at each call and never kept here; and connections, taken from the
 * isolate's pool, or from a session begun elsewhere.
 */
export class Connector {
	#checked: { readonly url: string; readonly at: Result<URL, string> } | undefined;

	constructor(
		private readonly config: UpstreamConfig,
		private readonly pool: UpstreamPool,
	) {}

	/** With what a caller is let in, and what follows from it. */
	async accessOf(context: CallContext): Promise<Result<Access, SourceFault>> {
		const credential = await this.config.credentials.of(context);
		return credential.ok ? ok(this.#with(credential.value, context)) : credential;
	}

	/** Another way in after a refusal; undefined where there is none. */
	async renewed({ credential }: Access, outcome: Outcome, context: CallContext) {
		if (outcome.kind !== 'http' || (outcome.status !== 401 && outcome.status !== 403)) return;
		const { status, challenge } = outcome;
		if (status === 403 && challenge === undefined) return;
		const other = await this.config.credentials.refused?.(context, credential, challenge);
		return other?.ok ? ok(this.#with(other.value, context)) : other;
	}

	/** Details that errors may tell; redacts this credential. @param maxBytes of an answer */
	limits(maxBytes: number, credential?: Credential): FaultContext {
		const { name } = this.config;
		const redact = (text: string) => createRedact(this.hidden(credential))(text);
		const clean = (text: string) => createClean(this.hidden(credential))(text);
		return { name, maxBytes, redact, clean };
	}

	hidden({ headers = {}, url = this.config.url, secrets = [] }: Partial<Credential> = {}): Hidden {
		return { headers, url, secrets };
	}

	#with(credential: Credential, context: CallContext): Access {
		const { name, url } = this.config;
		const key = poolKey(JSON.stringify([name, url, credential.generation]), context);
		return { credential, key };
	}

	/** Returns the caller's connection, with refreshed credentials. */
	async connect(
		access: Access,
		call: Call,
		context: CallContext,
	): Promise<Result<Connection, ConnectFault>> {
		const at = this.#address(access.credential);
		if (!at.ok) return err({ kind: 'url', fault: at.error });
		if (call.signal.aborted) return err({ kind: 'ended' });
		const open = (known: Known) => this.#open(at.value, access, context, known, call.signal);
		try {
			const connection =
				this.pool.kept(access.key) ??
				(await untilAborted(this.pool.lease(access.key, open), call.signal));
			if (connection === undefined) return err({ kind: 'ended' });
			// A refreshed token is another header of the same grant.
			connection.wire.headers = access.credential.headers;
			if (connection.storedAt !== undefined) this.#sayInUse(connection, access.key, context);
			return ok(connection);
		} catch (error) {
			if (call.signal.aborted) return err({ kind: 'ended' });
			const outcome =
				error instanceof ConnectFailed
					? error.outcome
					: ({ kind: 'bad_answer', detail: 'a failed handshake' } as const);
			return err({ kind: 'failed', outcome });
		}
	}

	/** The connection that is needed: of a session another isolate has begun, or a new one. */
	async #open(
		at: URL,
		{ key, credential }: Access,
		context: CallContext,
		{ verdict, sessionless }: Known,
		signal: AbortSignal,
	): Promise<Connection> {
		const options = { ...this.#options(at, credential), capabilities: askable(context), signal };
		const sessions = this.#sessionsOf(context);
		if (!sessions || sessionless || verdict?.era === 'modern')
			return Connection.open(options, verdict);
		const digest = await digestHex(key.own);
		const begun = await sessions.get(digest);
		let connection = await Connection.open({ ...options, resumed: begun }, verdict);
		if (connection.session === undefined) return connection;
		if (begun === undefined) {
			const counts = await sessions.begun(digest, connection.session, this.config.name);
			if (counts.id !== connection.session.id) {
				connection.end();
				connection = await Connection.open({ ...options, resumed: counts }, verdict);
			}
		}
		connection.storedAt = this.pool.options.now();
		return connection;
	}

	/** Whoever remembers sessions ends those that are idle: it hears of use, now and then. */
	#sayInUse(connection: Connection, key: PoolKey, context: CallContext): void {
		const { now, defer = () => {} } = this.pool.options;
		const sessions = this.#sessionsOf(context);
		if (!sessions || connection.storedAt === undefined) return;
		if (now() - connection.storedAt < SIGN_MS) return;
		connection.storedAt = now();
		defer(
			digestHex(key.own)
				.then((digest) => sessions.get(digest))
				.catch(() => {}),
		);
	}

	/** The upstream no longer knows the connection: the next call opens another one. */
	async forget(
		{ key }: Access,
		connection: Connection,
		context: CallContext,
		lost: 'session' | 'revision' | 'refused',
	): Promise<void> {
		this.pool.forget(key, connection, lost !== 'session');
		const sessions = this.#sessionsOf(context);
		if (lost === 'refused' || !connection.session || !sessions) return;
		await sessions.ended(await digestHex(key.own), connection.session.id);
	}

	/** Returns whether the caller's conversation has a session, wherever it was begun. */
	async hasSession(context: CallContext): Promise<boolean> {
		const access = await this.accessOf(context);
		if (!access.ok) return false;
		const { key } = access.value;
		if (this.pool.peek(key)?.session !== undefined) return true;
		return (await this.#sessionsOf(context)?.get(await digestHex(key.own))) !== undefined;
	}

	/** Ends the session of the caller's conversation, wherever it was begun. */
	async endConversation(context: CallContext): Promise<void> {
		const access = await this.accessOf(context);
		if (!access.ok) return;
		const { key } = access.value;
		const kept = this.pool.take(key);
		if (context.conversation === undefined) return;
		const sessions = this.#sessionsOf(context);
		if (!sessions) return kept?.end();
		const digest = await digestHex(key.own);
		const session = kept?.session ?? (await sessions.get(digest));
		if (session === undefined) return;
		await sessions.ended(digest, session.id);
		if (kept) kept.end();
		else await this.#endAt(access.value, session);
	}

	/** Ends a session of the caller's that nobody uses any more. */
	async endSession(session: UpstreamSession, context: CallContext): Promise<void> {
		const access = await this.accessOf(context);
		if (access.ok) await this.#endAt(access.value, session);
	}

	async #endAt({ credential }: Access, session: UpstreamSession): Promise<void> {
		const at = this.#address(credential);
		if (!at.ok) return;
		const options = this.#options(at.value, credential);
		(await Connection.open({ ...options, capabilities: {}, resumed: session }, undefined)).end();
	}

	/** Sessions of the caller's conversation beyond this isolate. */
	#sessionsOf({ conversation: name, principal }: CallContext): UpstreamSessions | undefined {
		return name === undefined ? undefined : this.config.sessions?.({ principal, name });
	}

	/** The address of a credential, checked; the latest is remembered. */
	#address({ url = this.config.url }: Credential): Result<URL, string> {
		if (this.#checked?.url === url) return this.#checked.at;
		const at = checkUpstreamUrl(url, { allowLoopback: this.config.allowLoopback });
		this.#checked = { url, at };
		return at;
	}

	#options(url: URL, { headers }: Credential) {
		const { timeoutMs = PROMPT_MS, allowLoopback } = this.config;
		const { version, defer = () => {}, fetch: pools } = this.pool.options;
		const { fetch = pools } = this.config;
		return { url, headers, timeoutMs, allowLoopback, fetch, version, defer };
	}
}

/** The client a caller needs; see {@link PoolKey}. */
function poolKey(target: string, context: CallContext): PoolKey {
	const { workspace, id } = context.principal;
	const capabilities = askable(context);
	const isAskable = Object.keys(capabilities).length > 0;
	const facts = [target, workspace, id, ...(isAskable ? [capabilities] : [])];
	const shared = JSON.stringify(facts);
	const { conversation } = context;
	const own = conversation === undefined ? shared : JSON.stringify([...facts, conversation]);
	return { target, workspace, shared, own };
}

/** Returns capabilities of the caller's client that can be passed on to a 2025 server, in one form for one client. */
export function askable({ ask, clientCapabilities }: CallContext): JsonObject {
	if (!ask || !clientCapabilities) return {};
	const { elicitation, roots, sampling } = clientCapabilities;
	return {
		...(isRecord(elicitation) && { elicitation: flags(elicitation, ['form', 'url']) }),
		...(isRecord(roots) && { roots: {} }),
		...(isRecord(sampling) && { sampling: flags(sampling, ['context', 'tools']) }),
	};
}

const flags = (capability: JsonObject, names: readonly string[]): JsonObject =>
	Object.fromEntries(names.filter((name) => isRecord(capability[name])).map((name) => [name, {}]));

/** The reason why there is no connection. */
export type ConnectFault =
	| { readonly kind: 'url'; readonly fault: string }
	/** The call was ended from our side. */
	| { readonly kind: 'ended' }
	| { readonly kind: 'failed'; readonly outcome: Outcome };

/** Milliseconds between two signs that a session is in use. */
const SIGN_MS = 300_000;
