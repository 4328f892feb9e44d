// Clients that registered themselves (RFC 7591) and that nobody has let in yet: what a stranger sends is small, kept
// for a short time in a share of its own, and written to the namespace of logins only once somebody lets it in.
import { withoutUnseen } from '../../shared/shown-text';
import { readBoundedText } from '../fetch';
import { type Logins, NOT_KEPT } from './refresh-tokens';

/** The part of a KV namespace that is read and written here. */
export interface Namespace {
	get(key: string, options?: unknown): Promise<string | null>;
	put(key: string, value: string, options: { readonly expirationTtl: number }): Promise<void>;
}

/** Bytes of a registration. */
const MOST_BYTES = 8_192;
/** Characters of a client's name. */
const MOST_NAME = 200;
const CLIENT = 'client:';

export function withWaiting<Kv extends Namespace>(kv: Kv, waiting: Logins): Kv {
	const get = async (key: string, options?: { readonly type?: string } | string) => {
		const found = await kv.get(key, options);
		if (found !== null || !key.startsWith(CLIENT)) return found;
		const record = await waiting.registered(key.slice(CLIENT.length));
		const type = typeof options === 'object' ? options.type : options;
		return record !== null && type === 'json' ? JSON.parse(record) : record;
	};
	return overriding(kv, { get });
}

/** Serves a registration; the client waits, whatever address it came from. */
export async function registering(
	request: Request,
	kv: Namespace,
	waiting: Logins,
	serve: (request: Request, kv: Namespace) => Promise<Response>,
): Promise<Response> {
	const body = await readBoundedText(request, MOST_BYTES);
	if (!body.ok) return refused(413, 'invalid_client_metadata', `at most ${MOST_BYTES} bytes`);
	const source = request.headers.get('cf-connecting-ip') ?? '';
	let isFull = false;
	const put = async (key: string, value: string) => {
		isFull = !(await waiting.register(key.slice(CLIENT.length), value, source));
	};
	const { url, method, headers } = request;
	const asked = new Request(url, { method, headers, body: body.value });
	const answer = await serve(asked, overriding(kv, { put }));
	return isFull
		? refused(429, 'temporarily_unavailable', 'too many clients have registered today')
		: answer;
}

/** A client's name as people read it: bounded, nothing in it that is not seen or turns the rest round. */
export const clientNameShown = (name: string): string =>
	withoutUnseen(name.slice(0, MOST_NAME).toWellFormed()).slice(0, MOST_NAME);

/** An object whose methods are another's, but for some. */
const overriding = <Target extends object>(target: Target, methods: object): Target =>
	new Proxy(target, {
		get: (_, name) => {
			const found = Reflect.get(name in methods ? methods : target, name);
			return typeof found === 'function' ? found.bind(target) : found;
		},
	});

const refused = (status: number, error: string, description: string): Response =>
	Response.json(
		{ error, error_description: description },
		{ status, headers: { ...NOT_KEPT, ...(status === 429 && { 'Retry-After': '3600' }) } },
	);
