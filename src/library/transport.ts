// A place between an MCP server and its transport, by what both SDKs' transports have in common.

/** As much of a JSON-RPC message as is looked at. */
export interface Message {
	readonly jsonrpc?: '2.0';
	readonly id?: string | number | null | undefined;
	readonly method?: string;
	readonly params?: Readonly<Record<string, unknown>>;
	readonly result?: unknown;
	readonly error?: unknown;
}

/** As much of a transport of MCP as both SDKs have. */
export interface Transport {
	onmessage?: ((message: Message, extra?: unknown) => void) | undefined;
	send(message: Message, options?: unknown): Promise<void>;
}

/**
 * Answers a request in the server's place; undefined leaves it to the server.
 * @param ask hands a message to the server and gives its answer
 */
export type Intercept = (
	message: Message,
	extra: unknown,
	ask: (message: Message) => Promise<Message>,
) => Promise<Message> | undefined;

const CANCELLED = 'notifications/cancelled';
const INTERNAL_ERROR = { code: -32_603, message: 'Internal error' };

/** The transport for the server; what it does besides messages is the real one's. */
export function between(transport: Transport, intercept: Intercept): Transport {
	const asked = new Map<unknown, (answer: Message) => void>();
	let deliver: Transport['onmessage'];

	const incoming = (message: Message, extra?: unknown): void => {
		const ask = (question: Message) =>
			new Promise<Message>((resolve) => {
				asked.set(question.id, resolve);
				deliver?.(question, extra);
			});
		const answering = message.id === undefined ? undefined : intercept(message, extra, ask);
		if (!answering) {
			// A cancelled request is not answered, and nobody waits for it any more.
			if (message.method === CANCELLED) asked.delete(message.params?.requestId);
			deliver?.(message, extra);
			return;
		}
		const { id } = message;
		answering
			.catch((): Message => ({ jsonrpc: '2.0', id, error: INTERNAL_ERROR }))
			.then((answer) => transport.send({ ...answer, id }, { relatedRequestId: id }))
			.catch(() => {});
	};

	const send: Transport['send'] = async (message, options) => {
		const resolve = message.method === undefined ? asked.get(message.id) : undefined;
		if (!resolve) return transport.send(message, options);
		asked.delete(message.id);
		resolve(message);
	};

	return new Proxy(transport, {
		get(target, key) {
			if (key === 'send') return send;
			if (key === 'onmessage') return deliver;
			const value: unknown = Reflect.get(target, key, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
		set(target, key, value) {
			if (key !== 'onmessage') return Reflect.set(target, key, value, target);
			deliver = value as Transport['onmessage'];
			target.onmessage = incoming;
			return true;
		},
	});
}
