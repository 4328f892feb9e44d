// A refresh token is used once (OAuth 2.1, section 4.3.1; RFC 9700, section 4.14.2): one that comes again shows
// that two have it, and neither may go on. The library takes the former token until the newest is used, however
// late; here that is a matter of time.
import { digestHex } from '../web-crypto';

/** Milliseconds for which a lost answer may be asked for again, and in which all locations have seen a write. */
const GRACE_MS = 90_000;

/** Of the namespace of grants: what is kept of a token, under its digest. */
export interface RefreshMarks {
	get(key: string): Promise<string | null>;
	put(key: string, value: string, options: { expirationTtl: number }): Promise<void>;
}

/** Milliseconds since the epoch. */
interface Mark {
	readonly given: number;
	readonly used?: number;
}

export interface RefreshTokensOptions {
	readonly marks: RefreshMarks;
	/** Seconds that a login lasts. */
	readonly life: number;
	now(): number;
	/** Two have this token: all that was given with it ends. */
	reused(token: string): Promise<void>;
}

/** @returns what serves a request for tokens, and ends the login whose refresh token came again */
export function createRefreshTokens({ marks, life, now, reused }: RefreshTokensOptions) {
	const keyOf = async (token: string) => `refresh:${await digestHex(token)}`;
	const markOf = async (token: string): Promise<Mark | null> =>
		JSON.parse((await marks.get(await keyOf(token))) ?? 'null') as Mark | null;
	const put = async (token: string, mark: Mark) =>
		marks.put(await keyOf(token), JSON.stringify(mark), { expirationTtl: life });
	const isLongAgo = (at: number) => now() - at > GRACE_MS;

	return async (form: URLSearchParams, serve: () => Promise<Response>): Promise<Response> => {
		const token = form.get('grant_type') === 'refresh_token' ? form.get('refresh_token') : null;
		const mark = token === null ? null : await markOf(token);
		// Ended first, so that the library refuses it as it refuses any.
		if (token !== null && mark?.used !== undefined && isLongAgo(mark.used)) await reused(token);
		const response = await serve();
		const told = (await response
			.clone()
			.json()
			.catch(() => ({}))) as { readonly error?: unknown; readonly refresh_token?: unknown };
		if (response.ok) {
			if (token !== null && mark?.used === undefined)
				await put(token, { given: mark?.given ?? now(), used: now() });
			if (typeof told.refresh_token === 'string') await put(told.refresh_token, { given: now() });
		} else if (token !== null && mark && told.error === 'invalid_grant' && isLongAgo(mark.given))
			// It was given here and counts no more: overtaken by another's, or another client has it.
			await reused(token);
		return response;
	};
}
