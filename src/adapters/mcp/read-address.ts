// The check against DNS rebinding (MCP "Streamable HTTP", security warning), and parsing of an MCP endpoint's address: `?toolsets=`, `?tools=`, `?host=` and
// `?session=`.
import { HOST_NAMES, type HostChoice, isHostChoice } from '../../config';
import { err, ok, type Result } from '../../shared/result';

export interface Address {
	/** `?toolsets=a,b`; absent: all. */
	readonly toolsets?: readonly string[];
	/** `?tools=`; absent: as configured. */
	readonly tools?: 'all' | 'search';
	/** `?host=`; absent: as the client says. */
	readonly host?: HostChoice;
	/** `?session=`: the conversation that all requests to this address belong to. */
	readonly session?: string;
}

const NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** The error names the parameter and what it takes. */
export function readAddress({ searchParams }: URL): Result<Address, string> {
	const toolsets = searchParams
		.get('toolsets')
		?.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	const tools = searchParams.get('tools') || undefined;
	if (tools !== undefined && tools !== 'all' && tools !== 'search')
		return err('tools: must be all or search.');
	const host = searchParams.get('host') || undefined;
	if (host !== undefined && !isHostChoice(host))
		return err(`host: must be one of ${[...HOST_NAMES, 'none'].join(', ')}.`);
	const session = searchParams.get('session') || undefined;
	if (session !== undefined && !NAME.test(session))
		return err('session: must be 1 to 128 letters, digits, _ or -.');
	const named = session === undefined ? {} : { session };
	return ok({
		...named,
		...(toolsets && { toolsets }),
		...(tools && { tools }),
		...(host && { host }),
	});
}

/** Describes the fault of a request's Host, or null. Names without port, IPv6 in brackets. */
export const hostFault = (request: Request, allowed: readonly string[]): string | null => {
	const host = request.headers.get('host') ?? new URL(request.url).host;
	const url = `http://${host}`;
	return URL.canParse(url) && allowed.includes(new URL(url).hostname)
		? null
		: 'The Host header names a host that is not served here.';
};
