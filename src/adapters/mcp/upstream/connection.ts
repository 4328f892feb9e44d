// A connection to one upstream, for one credential and principal: negotiated once by the SDK, used by many calls.
import type {
	Client,
	ConnectOptions,
	StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { ToolDefinition, Wanted } from '../../../gateway';
import type { JsonObject } from '../../../shared/json-values';
import {
	CLIENT_CAPABILITIES_META_KEY,
	CLIENT_INFO_META_KEY,
	PROTOCOL_VERSION_META_KEY,
} from '../meta-keys';
import type { Exchange, Outcome } from './answer';
import { modernFrame } from './frame';
import { type Target, type UpstreamSession, Wire } from './wire';

/** Loads the SDK's client, which builds every schema of the protocol when it is loaded: not at start-up. */
const sdk = () => import('./sdk-client');

/** A remembered outcome of the version negotiation. */
export type Verdict = NonNullable<ConnectOptions['prior']>;

/** The handshake failed; `outcome` says how. */
export class ConnectFailed extends Error {
	override readonly name = 'ConnectFailed';
	constructor(readonly outcome: Outcome) {
		super(outcome.kind);
	}
}

/** The SDK's own timer is a second line behind the exchange's signal. */
const SDK_GRACE_MS = 5_000;

/** A connection past its handshake; what it says of the server is of that moment. */
export class Connection {
	readonly era: 'legacy' | 'modern';
	readonly capabilities: JsonObject;
	readonly instructions: string | undefined;
	/** MCP Implementation, as the server gave it. */
	readonly serverInfo: JsonObject;
	readonly verdict: Verdict;
	/** Loadline as it presents itself with each request of the newer revision. */
	readonly #envelope: Parameters<typeof modernFrame>[2];
	/** The server has no such stream. */
	#isDeaf = false;
	/** Tools whose arguments are mirrored into headers (`x-mcp-header`), by name. */
	readonly #mirrored = new Map<string, ToolDefinition>();

	private constructor(
		client: Client,
		readonly wire: Wire,
		private readonly transport: StreamableHTTPClientTransport,
		private readonly target: Target,
	) {
		this.#envelope = {
			[PROTOCOL_VERSION_META_KEY]: client.getNegotiatedProtocolVersion() ?? '',
			...{ [CLIENT_INFO_META_KEY]: { name: 'loadline', version: target.version } },
			...{ [CLIENT_CAPABILITIES_META_KEY]: target.capabilities },
		};
		this.era = client.getProtocolEra() === 'modern' ? 'modern' : 'legacy';
		this.capabilities = { ...client.getServerCapabilities() };
		this.instructions = client.getInstructions();
		this.serverInfo = { ...client.getServerVersion() };
		const discover = client.getDiscoverResult();
		this.verdict =
			this.era === 'modern' && discover ? { kind: 'modern', discover } : { kind: 'legacy' };
	}

	/** Negotiates, or takes up a remembered verdict. @throws ConnectFailed; the signal's reason when it was given up */
	static async open(target: Target, prior: Verdict | undefined): Promise<Connection> {
		const { url, timeoutMs } = target;
		const { Client, StreamableHTTPClientTransport } = await sdk();
		const wire: Wire = new Wire(target, (message) => transport.onmessage?.(message as never));
		const transport = new StreamableHTTPClientTransport(url, {
			fetch: wire.fetch,
			redirectPolicy: 'follow',
			onInsufficientScope: 'throw',
		});
		const client = new Client(
			{ name: 'loadline', version: target.version },
			{
				capabilities: { ...target.capabilities },
				versionNegotiation: { mode: 'auto', probe: { timeoutMs: timeoutMs + SDK_GRACE_MS } },
				inputRequired: { autoFulfill: false },
			},
		);
		client.onerror = () => {};
		try {
			const known: Verdict | undefined = target.resumed ? { kind: 'legacy' } : prior;
			const timeout = timeoutMs + SDK_GRACE_MS;
			await client.connect(transport, { timeout, ...(known && { prior: known }) });
		} catch (error) {
			if (target.signal?.aborted) {
				if (wire.session && !target.resumed) void transport.terminateSession().catch(() => {});
				throw target.signal.reason;
			}
			const detail = `a failed handshake (${(error as { readonly code?: string | number }).code})`;
			throw new ConnectFailed(wire.trouble ?? { kind: 'bad_answer', detail });
		}
		wire.givenUp = undefined;
		return new Connection(client, wire, transport, target);
	}

	/** Remembers which tools mirror arguments into headers. */
	learn(tools: readonly ToolDefinition[]): void {
		if (this.era !== 'modern') return;
		for (const tool of tools) {
			const { name, inputSchema } = tool;
			if (JSON.stringify(inputSchema).includes('"x-mcp-header"')) {
				this.#mirrored.set(name, { name, inputSchema });
			} else {
				this.#mirrored.delete(name);
			}
		}
	}

	/** Sends one request; never throws. */
	async send(method: string, params: JsonObject, exchange: Exchange): Promise<Outcome> {
		const tool = method === 'tools/call' ? this.#mirrored.get(String(params.name)) : undefined;
		const frame =
			this.era === 'legacy'
				? { method, params, headers: this.#legacyHeaders(), isCancelled: true }
				: modernFrame(method, params, this.#envelope, tool);
		return frame ? this.wire.request(frame, exchange) : { kind: 'unknown_method' };
	}

	/** Passes on what the server says without being asked, until the exchange's signal. */
	async listen(wanted: Wanted, exchange: Exchange): Promise<void> {
		if (this.era === 'modern') {
			const _meta = { [CLIENT_CAPABILITIES_META_KEY]: {} };
			await this.send('subscriptions/listen', { notifications: { ...wanted }, _meta }, exchange);
			return;
		}
		const stream = await this.wire.stream(this.#legacyHeaders(), exchange);
		if (!stream) return;
		// Whoever is told on a stream of the newer revision has not asked by request.
		for (const uri of wanted.resourceSubscriptions ?? [])
			await this.send('resources/subscribe', { uri }, exchange);
		await stream.ended;
	}

	#legacyHeaders(): Readonly<Record<string, string>> {
		const { protocolVersion: version } = this.transport;
		return {
			...(this.session && { 'mcp-session-id': this.session.id }),
			...(version !== undefined && { 'mcp-protocol-version': version }),
		};
	}

	/** True if there is anything to {@link overhear}. */
	get mayAsk(): boolean {
		const canAsk = Object.keys(this.target.capabilities).length > 0;
		return this.era === 'legacy' && this.session !== undefined && canAsk && !this.#isDeaf;
	}

	/**
	 * A server that may ask the client does it on the stream of a GET as well as on that of the call: one
	 * is open while a call runs, unless the client's own is. Resolves once it is.
	 */
	async overhear(exchange: Exchange): Promise<void> {
		const stream = await this.wire.stream(this.#legacyHeaders(), exchange);
		if (!stream && !exchange.signal.aborted) this.#isDeaf = true;
	}

	/** True if `listen` is likely to hear anything: a server without sessions knows nobody. */
	get pushes(): boolean {
		return this.era === 'modern' || this.session !== undefined;
	}

	/** The legacy session, if the server began one: it remembers who calls. */
	get session(): UpstreamSession | undefined {
		return this.wire.session;
	}

	/**
	 * Time at which the session was last reported in use, milliseconds since the epoch; undefined where only
	 * this isolate knows it. Others go on with a stored one: it is not ours to end.
	 */
	storedAt: number | undefined;

	/** No longer used here. */
	release(): void {
		if (this.storedAt === undefined) this.end();
	}

	/** Ends a legacy session, if there is one; nobody waits for it. */
	end(): void {
		void this.transport.terminateSession().catch(() => {});
	}
}
