// Loadline as a protected resource (RFC 9728): its endpoints, in every spelling that clients use,
// and the WWW-Authenticate header of a refusal (RFC 6750, section 3).
import type { Scope } from './scopes';

export const METADATA = '/.well-known/oauth-protected-resource';
/** The scope that a client requests first. */
export const FIRST_SCOPE: Scope = 'mcp:use';

/** `/mcp`, `/mcp/<upstream>`, `/<upstream>/mcp` and the origin, each with or without a slash behind. */
export const isEndpoint = (pathname: string): boolean =>
	/^\/?$/.test(pathname) ||
	/^\/(?:mcp(?:\/[a-z0-9-]{1,32})?|[a-z0-9-]{1,32}\/mcp)\/?$/.test(pathname);

/** Returns the URL of the protected resource metadata (section 5). */
export const metadataUrl = (home: string, pathname: string): string =>
	`${home}${METADATA}${isEndpoint(pathname) ? pathname : '/mcp'}`;

export interface Challenge {
	/** Absent where no credentials came. */
	readonly error?: 'invalid_token' | 'insufficient_scope';
	readonly scope?: string;
}

/** Values are words of our own: none needs escaping. */
export const challenge = ({ error, scope }: Challenge): string =>
	[
		'Bearer realm="loadline"',
		...(error === undefined ? [] : [`error="${error}"`]),
		...(scope === undefined ? [] : [`scope="${scope}"`]),
	].join(', ');
