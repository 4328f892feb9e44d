// Loadline as a protected resource (RFC 9728): its endpoints, in every spelling that clients use.
import type { Scope } from './scopes';

export const METADATA = '/.well-known/oauth-protected-resource';
/** What a client asks for first. */
export const FIRST_SCOPE: Scope = 'mcp:use';

/** `/mcp`, `/mcp/<upstream>`, `/<upstream>/mcp` and the origin, each with or without a slash behind. */
export const isEndpoint = (pathname: string): boolean =>
	/^\/?$/.test(pathname) ||
	/^\/(?:mcp(?:\/[a-z0-9-]{1,32})?|[a-z0-9-]{1,32}\/mcp)\/?$/.test(pathname);

/** Where a client that was not let in finds out how (section 5). */
export const metadataUrl = (home: string, pathname: string): string =>
	`${home}${METADATA}${isEndpoint(pathname) ? pathname : '/mcp'}`;
