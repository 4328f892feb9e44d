// A connection to one upstream, for one credential and principal: negotiated once, used by many calls.
import type { ToolDefinition, Wanted } from '../../../gateway';
import { isRecord, type JsonObject, jsonIn } from '../../../shared/json-values';
import { META } from '../meta-keys';
import { type Exchange, memberSource, type Outcome, parseMember } from './answer';
import { type Frame, modernFrame, REVISIONS } from './frame';
import { revisionsIn } from './read-answer';
import { type Target, type UpstreamSession, Wire } from './wire';

const [VERSION, ...OLDER] = REVISIONS;

/** The description that a server gives of itself, and the revision that it speaks. */
export interface Greeting {
	readonly era: 'legacy' | 'modern';
	readonly version: string;
	readonly capabilities: JsonObject;
	readonly instructions?: string | undefined;
	/** MCP Implementation. */
	readonly serverInfo?: JsonObject | undefined;
}

/** The handshake failed; `outcome` says how. */
export class ConnectFailed extends Error {
	override readonly name = 'ConnectFailed';
	constructor(readonly outcome: Outcome) {
		super(outcome.kind);
	}
}

/** A connection past its handshake; `greeting` is of that moment. */
export class Connection {
	readonly #envelope: ReturnType<typeof envelopeOf>;
	/** The server has no such stream. */
	#isDeaf = false;
	/** Tools whose arguments are mirrored into headers (`x-mcp-header`), by name. */
	readonly #mirrored = new Map<string, ToolDefinition>();

	private constructor(
		readonly wire: Wire,
		private readonly target: Target,
		readonly greeting: Greeting,
	) {
		this.#envelope = envelopeOf(target);
	}

	/** Negotiates, or takes up a remembered outcome of that. @throws ConnectFailed; the signal's reason when it was given up */
	static async open(target: Target, prior: Greeting | undefined): Promise<Connection> {
		const { signal = new AbortController().signal, resumed } = target;
		const wire = new Wire(target);
		const isKnown = resumed !== undefined || prior?.era === 'legacy';
		const offered: string[] = [];
		const modern = isKnown
			? undefined
			: (prior ?? (await discovered(wire, target, signal, offered)));
		const connection = new Connection(
			wire,
			target,
			modern ?? (await initialized(wire, target, signal, offered)),
		);
		if (modern || resumed) return connection;
		const body = '{"method":"notifications/initialized","jsonrpc":"2.0"}';
		const trouble = await wire.tell({ body, headers: connection.#legacyHeaders() }, signal);
		if (signal.aborted) connection.end();
		signal.throwIfAborted();
		if (trouble) throw new ConnectFailed(trouble);
		return connection;
	}

	/** Remembers which tools mirror arguments into headers. */
	learn(tools: readonly ToolDefinition[]): void {
		if (this.greeting.era !== 'modern') return;
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
			this.greeting.era === 'legacy'
				? { method, params, headers: this.#legacyHeaders(), isCancelled: true }
				: modernFrame(method, params, this.#envelope, tool);
		return frame ? this.wire.request(frame, exchange) : { kind: 'unknown_method' };
	}

	/** Passes on what the server says without being asked, until the exchange's signal. */
	async listen(wanted: Wanted, exchange: Exchange): Promise<void> {
		if (this.greeting.era === 'modern') {
			const _meta = { [META.capabilities]: {} };
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
		return {
			...(this.session && { 'mcp-session-id': this.session.id }),
			'mcp-protocol-version': this.greeting.version,
		};
	}

	/** True if there is anything to {@link overhear}. */
	get mayAsk(): boolean {
		const canAsk = Object.keys(this.target.capabilities).length > 0;
		return this.greeting.era === 'legacy' && this.session !== undefined && canAsk && !this.#isDeaf;
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
		return this.greeting.era === 'modern' || this.session !== undefined;
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
		const init = { method: 'DELETE', headers: this.#legacyHeaders() };
		if (this.session) this.target.defer(this.wire.tell(init));
	}
}

/** Loadline as it presents itself with each request of the newer revision. */
const envelopeOf = ({ version, capabilities }: Target): Parameters<typeof modernFrame>[2] => ({
	...{
		[META.version]: VERSION,
		[META.client]: { name: 'loadline', version },
	},
	...{ [META.capabilities]: capabilities },
});

/** Capabilities that cross, and members of them that say yes or no. */
const CAPABILITIES = /^(?:tools|prompts|resources|logging|completions|(experimental|extensions))$/;
const FLAG = /^(?:subscribe|listChanged)$/;

/** Reads what a greeting says of its server; members that a client would not take say nothing. Undefined: it is none. */
function toldIn(result: unknown, serverInfo: unknown) {
	if (!isRecord(result) || !isRecord(result.capabilities)) return undefined;
	const { instructions } = result;
	const capabilities = Object.entries(result.capabilities).flatMap(([name, value]) => {
		const [isKnown, isOpen] = CAPABILITIES.exec(name) ?? [];
		if (isKnown === undefined || !(value === true || isRecord(value))) return [];
		const members = Object.entries(isRecord(value) ? value : {}).filter(([key, member]) =>
			isOpen ? isRecord(member) : !FLAG.test(key) || typeof member === 'boolean',
		);
		return [[name, Object.fromEntries(members)] as const];
	});
	const isNamed = isRecord(serverInfo) && typeof serverInfo.name === 'string';
	return {
		capabilities: Object.fromEntries(capabilities),
		...(typeof instructions === 'string' && { instructions }),
		...(isNamed && typeof serverInfo.version === 'string' && { serverInfo }),
	};
}

/** The exchange of a request of the handshake; a server may see whether anybody is there. */
const greetingExchange = (signal: AbortSignal): Exchange => ({
	...{ signal, maxBytes: 1_000_000, onNotification: () => {}, onSign: () => {} },
	onRequest: async (method) =>
		method === 'ping' ? { result: {} } : { error: { code: -32_601, message: 'Method not found' } },
});

/** Bounds of parsing a greeting: values and levels. */
const PARSED = { values: 100_000, depth: 100 };

/** True of a status that no other revision would change. */
const isShut = ({ status }: { readonly status: number }): boolean =>
	status === 401 || status === 403 || status > 499;

/** True of a status that says nothing of the request itself. */
const isBusy = ({ status }: { readonly status: number }): boolean =>
	isShut({ status }) || status === 408 || status === 429;

/** True of a server whose revisions are none of ours. */
const isForeign = (offered: readonly string[]): boolean =>
	!REVISIONS.some((each) => offered.includes(each));

/**
 * Asks in the newer revision; a server that does not answer in it speaks an older one.
 * @param offered receives the revisions that it names instead
 */
async function discovered(
	wire: Wire,
	target: Target,
	signal: AbortSignal,
	offered: string[],
): Promise<Greeting | undefined> {
	const frame = modernFrame('server/discover', {}, envelopeOf(target), undefined) as Frame;
	let outcome = await wire.request(frame, greetingExchange(signal));
	// Of several machines behind one address some may be older.
	if (outcome.kind === 'revision_lost' && outcome.supported.includes(VERSION))
		outcome = await wire.request(frame, greetingExchange(signal));
	signal.throwIfAborted();
	if (outcome.kind === 'revision_lost') offered.push(...outcome.supported);
	if (outcome.kind === 'revision_lost' || (outcome.kind === 'http' && !isShut(outcome)))
		return undefined;
	if (outcome.kind !== 'answer') throw new ConnectFailed(outcome);
	const parsed = parseMember(outcome.message, PARSED, 'result');
	const result = parsed.ok && isRecord(parsed.value) ? parsed.value : {};
	const { supportedVersions, _meta } = result;
	const told = toldIn(result, isRecord(_meta) ? _meta[META.server] : undefined);
	const versions = revisionsIn(supportedVersions);
	if (told && versions.includes(VERSION)) return { era: 'modern', version: VERSION, ...told };
	offered.push(...versions);
	return undefined;
}

/**
 * Begins a session of an older revision, or goes on with one that another isolate has begun.
 * @param offered revisions that the server has named
 */
async function initialized(
	wire: Wire,
	target: Target,
	signal: AbortSignal,
	offered: readonly string[],
): Promise<Greeting> {
	const { resumed, capabilities, version } = target;
	let result: unknown = jsonIn(resumed?.initialized);
	let code: string | undefined;
	if (!resumed) {
		const clientInfo = { name: 'loadline', version };
		const params = { protocolVersion: OLDER[0], capabilities, clientInfo };
		const frame = { method: 'initialize', params, headers: {}, isCancelled: false };
		const outcome = await wire.request(frame, greetingExchange(signal));
		signal.throwIfAborted();
		const isLost = outcome.kind === 'revision_lost';
		const named = isLost && outcome.supported.length > 0 ? outcome.supported : offered;
		const isRefused = outcome.kind === 'http' && !isBusy(outcome) && named.length > 0;
		if ((isLost || isRefused) && isForeign(named))
			throw new ConnectFailed({ kind: 'foreign', offered: named });
		if (isLost)
			throw new ConnectFailed({ kind: 'bad_answer', detail: 'a failed handshake (-32022)' });
		if (outcome.kind !== 'answer') throw new ConnectFailed(outcome);
		const parsed = parseMember(outcome.message, PARSED, 'result');
		result = parsed.ok ? parsed.value : undefined;
		code = memberSource(outcome.message, 'error', 'code');
	}
	const { serverInfo, protocolVersion } = isRecord(result) ? result : {};
	const told = toldIn(result, serverInfo);
	const spoken = OLDER.find((each) => each === protocolVersion);
	if (told && spoken) return { era: 'legacy', version: spoken, ...told };
	const others = told ? revisionsIn([protocolVersion]) : offered;
	if (others.length > 0 && isForeign(others))
		throw new ConnectFailed({ kind: 'foreign', offered: others });
	const detail = `a failed handshake (${code ?? 'no usable InitializeResult'})`;
	throw new ConnectFailed({ kind: 'bad_answer', detail });
}
