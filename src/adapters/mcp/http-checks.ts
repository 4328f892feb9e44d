// The check against DNS rebinding (MCP "Streamable HTTP", security warning).

/** Describes the fault of a request's Host, or null. Names without port, IPv6 in brackets. */
export const hostFault = (request: Request, allowed: readonly string[]): string | null => {
	const host = request.headers.get('host') ?? new URL(request.url).host;
	const url = `http://${host}`;
	return URL.canParse(url) && allowed.includes(new URL(url).hostname)
		? null
		: 'The Host header names a host that is not served here.';
};
