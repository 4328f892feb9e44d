// Connections of callers with one upstream: kept in this isolate, resumed from another one,
// or new; and how the session of its conversation ends.
import { type CallContext, type Credential, checkUpstreamUrl } from '../../../gateway';
import { err, ok, type Result } from '../../../shared/result';
import { digestHex } from '../../crypto';
import type { Access } from './access';
import { type Call, PROMPT_MS } from './call';
import { ConnectFailed, Connection } from './connection';
import type { Outcome } from './exchange';
import type { Known, PoolKey, UpstreamPool } from './pool';
import type { Conversation } from './sessions';
import type { UpstreamConfig } from './source';
import { askable } from './target';
import type { UpstreamSession } from './wire';

/** Why there is no connection. */
export type ConnectFault =
	| { readonly kind: 'url'; readonly fault: string }
	/** The call was ended from our side. */
	| { readonly kind: 'ended' }
	| { readonly kind: 'failed'; readonly outcome: Outcome };

/** Milliseconds between two signs that a session is in use. */
const SIGN_MS = 300_000;

/** Connections of one upstream: taken from the isolate's pool, or from a session begun elsewhere. */
export class Connector {
	constructor(
		private readonly config: UpstreamConfig,
		private readonly pool: UpstreamPool,
	) {}

	/** Returns the caller's connection, with refreshed credentials. */
	async connect(
		access: Access,
		call: Call,
		context: CallContext,
	): Promise<Result<Connection, ConnectFault>> {
		const at = this.#address(access.credential);
		if (!at.ok) return err({ kind: 'url', fault: at.error });
		const open = (known: Known) => this.#open(at.value, access, context, known, call.signal);
		try {
			const connection = await call.until(this.pool.lease(access.key, open));
			if (connection === undefined) return err({ kind: 'ended' });
			connection.present(access.credential.headers);
			this.#sayInUse(connection, access.key, context);
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
		const { sessions, name } = this.config;
		const options = { ...this.#options(at, credential), capabilities: askable(context), signal };
		const conversation = conversationOf(context);
		if (!sessions || !conversation || sessionless || verdict?.kind === 'modern')
			return Connection.open(options, verdict);
		const digest = await digestHex(key.own);
		const begun = await sessions.get(conversation, digest);
		let connection = await Connection.open({ ...options, resumed: begun }, verdict);
		if (connection.session === undefined) return connection;
		if (begun === undefined) {
			const counts = await sessions.begun(conversation, digest, connection.session, name);
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
		const conversation = conversationOf(context);
		if (!conversation || connection.storedAt === undefined) return;
		if (now() - connection.storedAt < SIGN_MS) return;
		connection.storedAt = now();
		const { sessions } = this.config;
		defer(
			digestHex(key.own)
				.then((digest) => sessions?.get(conversation, digest))
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
		const conversation = conversationOf(context);
		if (lost === 'refused' || !connection.session || !conversation) return;
		const digest = await digestHex(key.own);
		await this.config.sessions?.ended(conversation, digest, connection.session.id);
	}

	/** Returns whether the caller's conversation has a session, wherever it was begun. */
	async hasSession({ key }: Access, context: CallContext): Promise<boolean> {
		if (this.pool.peek(key)?.session !== undefined) return true;
		const conversation = conversationOf(context);
		const { sessions } = this.config;
		if (!sessions || !conversation) return false;
		return (await sessions.get(conversation, await digestHex(key.own))) !== undefined;
	}

	/** Ends the session of the caller's conversation, wherever it was begun. */
	async endConversation(access: Access, context: CallContext): Promise<void> {
		const { sessions } = this.config;
		const kept = this.pool.take(access.key);
		const conversation = conversationOf(context);
		if (!conversation) return;
		if (!sessions) return kept?.end();
		const digest = await digestHex(access.key.own);
		const session = kept?.session ?? (await sessions.get(conversation, digest));
		if (session === undefined) return;
		await sessions.ended(conversation, digest, session.id);
		if (kept) kept.end();
		else await this.endSession(session, access.credential);
	}

	async endSession(session: UpstreamSession, credential: Credential): Promise<void> {
		const at = this.#address(credential);
		if (!at.ok) return;
		const options = this.#options(at.value, credential);
		(await Connection.open({ ...options, capabilities: {}, resumed: session }, undefined)).end();
	}

	#address({ url = this.config.url }: Credential): Result<URL, string> {
		return checkUpstreamUrl(url, { allowLoopback: this.config.allowLoopback });
	}

	#options(url: URL, { headers }: Credential) {
		const { timeoutMs = PROMPT_MS, allowLoopback } = this.config;
		const { version, defer = () => {}, fetch: pools } = this.pool.options;
		const { fetch = pools } = this.config;
		return { url, headers, timeoutMs, allowLoopback, fetch, version, defer };
	}
}

const conversationOf = ({ conversation, principal }: CallContext): Conversation | undefined =>
	conversation === undefined ? undefined : { principal, name: conversation };
