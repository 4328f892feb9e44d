// The SDK's check against DNS rebinding (MCP "Streamable HTTP", security warning), for whoever
// serves the HTTP routes.
import { validateHostHeader } from '@modelcontextprotocol/server';

export { localhostAllowedHostnames as loopbackHostnames } from '@modelcontextprotocol/server';

/** What is wrong with the Host of a request, or null. Names without port, IPv6 in brackets. */
export const hostFault = (request: Request, allowed: readonly string[]): string | null => {
	const host = request.headers.get('host') ?? new URL(request.url).host;
	const checked = validateHostHeader(host, [...allowed]);
	return checked.ok ? null : 'The Host header names a host that is not served here.';
};
