// A refresh token is used once (OAuth 2.1, section 4.3.1; RFC 9700, section 4.14.2): one that comes again shows that
// two have it, and neither may go on. Within a grace its exchange gives the same answer again, to a client whose
// answer was lost and to several of its processes; one writer decides which of them exchanges it. Clients that
// registered themselves wait there, too, until somebody lets them in.
import type { Remote } from '../../shared/remote';
import { withoutUnseen } from '../../shared/shown-text';
import { createSealedBox, digestHex } from '../crypto';
import { readBoundedText } from '../fetch';
import type { DirectoryStores } from '../sqlite';

/** The writer of clients that wait and of tokens that were given: strongly consistent, one for all locations. */
export type Logins = Remote<DirectoryStores['logins']>;
type GivenToken = Parameters<Logins['give']>[0];

/** Milliseconds between two looks at an exchange that another request makes, and looks in all. */
const LOOK_EVERY_MS = 50;
const MOST_LOOKS = 200;

/** A request for tokens: its form, the client's own credentials in a header. */
interface TokenRequest {
	readonly form: URLSearchParams;
	readonly authorization: string | null;
}

type Writer = Pick<Logins, 'exchange' | 'release' | 'give'>;

/** @param reused ends all that was given with a token that two have @returns what serves a request for tokens */
export function createRefreshTokens(writer: Writer, reused: (token: string) => Promise<void>) {
	return async (asked: TokenRequest, serve: () => Promise<Response>): Promise<Response> => {
		const { form, authorization } = asked;
		const token = form.get('grant_type') === 'refresh_token' ? form.get('refresh_token') : null;
		const client = clientOf(asked);
		const given = async (text: string): Promise<GivenToken> => {
			return { digest: await digestHex(text), client, principal: text.split(':', 1)[0] ?? '' };
		};
		const former = token === null ? undefined : await given(token);
		// Whoever has neither the token nor the client's secret reads nothing of the answer.
		const current = JSON.stringify([token, form.get('client_secret'), authorization]);
		const box = createSealedBox({ current }, 'refresh/1');
		const turn = former && (await turnOf(writer, former));
		if (turn?.kind === 'again') {
			const answer = await box.open(turn.answer, former?.digest ?? '');
			return answer === undefined ? refused(401, 'invalid_client') : tokensAre(answer);
		}
		if (turn?.kind === 'busy') return refused(503, 'temporarily_unavailable');
		// Ended first, so that the library refuses it as it refuses any.
		if (turn?.kind === 'reused') await reused(token ?? '');
		const response = await serve();
		const text = response.ok ? await response.clone().text() : '';
		const next = text === '' ? undefined : (JSON.parse(text) as { refresh_token?: string });
		if (next?.refresh_token === undefined) {
			if (former && turn?.kind === 'first') await writer.release(former.digest);
			return response;
		}
		const sealed = former && (await box.seal(text, former.digest));
		await writer.give(await given(next.refresh_token), former, sealed);
		return response;
	};
}

/** Waits while another request exchanges the token. */
async function turnOf(writer: Writer, { digest, client }: GivenToken) {
	for (let looks = 0; ; looks++) {
		const turn = await writer.exchange(digest, client);
		if (turn.kind !== 'busy' || looks === MOST_LOOKS) return turn;
		await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
	}
}

/** The id of the client that asks, as the form or its header names it. */
export function clientOf({ form, authorization }: TokenRequest): string {
	const named = form.getAll('client_id').find(Boolean);
	const basic = /^Basic +(\S+) *$/i.exec(authorization ?? '')?.[1];
	if (named !== undefined || basic === undefined) return named ?? '';
	try {
		return decodeURIComponent(atob(basic).split(':', 1)[0] ?? '');
	} catch {
		return '';
	}
}

/** Headers of answers that any origin may read and nobody keeps. */
const NOT_KEPT = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

/** Seconds after which it may be tried again, by status. */
const RETRY_AFTER: Readonly<Record<number, string>> = { 401: '1', 429: '3600', 503: '1' };

const refused = (status: number, error: string, description?: string): Response => {
	const wait = RETRY_AFTER[status];
	const headers = { ...NOT_KEPT, ...(wait !== undefined && { 'Retry-After': wait }) };
	return Response.json({ error, error_description: description }, { status, headers });
};

const tokensAre = (text: string): Response =>
	new Response(text, { headers: { ...NOT_KEPT, 'Content-Type': 'application/json' } });

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
