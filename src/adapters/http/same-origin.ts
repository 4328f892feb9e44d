// Web pages that may send requests: those of this very origin, scheme and port included, and those that
// are named. What is no browser sends neither Origin nor Sec-Fetch-Site, and passes.

const REFUSED = 'Requests from the web page of this origin are not allowed here.';

/**
 * Describes the fault of a request's page; null for an allowed one.
 * @param origins that are allowed besides the server's own, `https://app.example`
 */
export const pageFault = (request: Request, origins: readonly string[]): string | null => {
	const { headers } = request;
	const allowed = [new URL(request.url).origin, ...origins];
	const origin = headers.get('origin');
	if (origin !== null) return allowed.includes(origin) ? null : REFUSED;
	const site = headers.get('sec-fetch-site');
	if (site === null || site === 'none' || site === 'same-origin') return null;
	// Following a link is no request of the page that holds it.
	if (headers.get('sec-fetch-dest') === 'document' && isReading(request.method)) return null;
	const referer = headers.get('referer') ?? '';
	return URL.canParse(referer) && allowed.includes(new URL(referer).origin) ? null : REFUSED;
};

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** An origin as configuration names it: whole, or a host alone, which means https. */
export const originNamed = (text: string): string => {
	const whole = text.includes('://') ? text : `https://${text}`;
	return URL.canParse(whole) ? new URL(whole).origin : text;
};
