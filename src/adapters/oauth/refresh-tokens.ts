// A refresh token is used once (OAuth 2.1, section 4.3.1; RFC 9700, section 4.14.2): one that comes again shows that
// two have it, and neither may go on. Within a grace its exchange gives the same answer again, to a client whose
// answer was lost and to several of its processes; one writer decides which of them exchanges it.
import type { Remote } from '../../shared/remote';
import { createSealedBox, digestHex } from '../crypto';
import type { DirectoryStores } from '../sqlite';

/** The writer of clients that wait and of tokens that were given: strongly consistent, one for all locations. */
export type Logins = Remote<DirectoryStores['logins']>;
type GivenToken = Parameters<Logins['give']>[0];

/** Milliseconds between two looks at an exchange that another request makes, and looks in all. */
const LOOK_EVERY_MS = 50;
const MOST_LOOKS = 200;

/** A request for tokens: its form, the client's own credentials in a header. */
export interface TokenRequest {
	readonly form: URLSearchParams;
	readonly authorization: string | null;
}

/** The writer of tokens, and the listener for reuse. */
export interface RefreshTokensOptions {
	readonly writer: Pick<Logins, 'exchange' | 'release' | 'give'>;
	/** Two have this token: all that was given with it ends. */
	reused(token: string): Promise<void>;
}

/** @returns what serves a request for tokens, and ends the login whose refresh token came again */
export function createRefreshTokens({ writer, reused }: RefreshTokensOptions) {
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
			return answer === undefined ? refused('invalid_client', 401) : tokensAre(answer);
		}
		if (turn?.kind === 'busy') return refused('temporarily_unavailable', 503);
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
async function turnOf(writer: RefreshTokensOptions['writer'], { digest, client }: GivenToken) {
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
export const NOT_KEPT = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

const refused = (error: string, status: number): Response =>
	Response.json({ error }, { status, headers: { ...NOT_KEPT, 'Retry-After': '1' } });

const tokensAre = (text: string): Response =>
	new Response(text, { headers: { ...NOT_KEPT, 'Content-Type': 'application/json' } });
