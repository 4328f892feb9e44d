// A refresh token is used once (OAuth 2.1, section 4.3.1; RFC 9700, section 4.14.2): one that comes again shows
// that two have it, and neither may go on. The library takes the former token until the newest is used, however
// late; here that is a matter of time.
import { digestHex } from '../crypto';

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
	/** Digest of what it was last exchanged for. */
	readonly next?: string;
	/** The token before it was used once more: what that gave counts instead. */
	readonly isOvertaken?: boolean;
}

/** Store of used refresh tokens, and the listener for reuse. */
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
	const markOf = async (digest: string): Promise<Mark | null> =>
		JSON.parse((await marks.get(`refresh:${digest}`)) ?? 'null') as Mark | null;
	const put = async (digest: string, mark: Mark) =>
		marks.put(`refresh:${digest}`, JSON.stringify(mark), { expirationTtl: life });
	const isLongAgo = (at: number) => now() - at > GRACE_MS;

	return async (form: URLSearchParams, serve: () => Promise<Response>): Promise<Response> => {
		const token = form.get('grant_type') === 'refresh_token' ? form.get('refresh_token') : null;
		const digest = token === null ? '' : await digestHex(token);
		const mark = token === null ? null : await markOf(digest);
		// Ended first, so that the library refuses it as it refuses any.
		if (token !== null && mark?.used !== undefined && isLongAgo(mark.used)) await reused(token);
		const response = await serve();
		const told = (await response
			.clone()
			.json()
			.catch(() => ({}))) as { readonly error?: unknown; readonly refresh_token?: unknown };
		if (response.ok) {
			if (typeof told.refresh_token !== 'string') return response;
			const next = await digestHex(told.refresh_token);
			await put(next, { given: now() });
			if (token === null) return response;
			await put(digest, { given: now(), used: now(), ...mark, next });
			const before = mark?.next && (await markOf(mark.next));
			if (mark?.next && before) await put(mark.next, { ...before, isOvertaken: true });
		} else if (token !== null && mark && told.error === 'invalid_grant')
			if (mark.isOvertaken || isLongAgo(mark.given))
				// It was given here and counts no more: overtaken by another's, or another client has it. Without the
				// mark, another location may not have seen yet that it was given.
				await reused(token);
		return response;
	};
}
