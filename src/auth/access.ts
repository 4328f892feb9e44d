// Access of a deployment: development, tokens, or closed. Dev mode exists only
// under `npm start` on a loopback host; everything else without authentication is closed.
import type { Principal } from './principal';

/** `dev`: everybody is the local administrator; `token`: a bearer token decides; `closed`: only /health. */
export type AccessMode = 'dev' | 'token' | 'closed';

export interface AccessFacts {
	/** Started by `npm start`. */
	readonly devMode: boolean;
	/** The host name of the request's URL, without port. */
	readonly hostname: string;
	/** `malformed`: LOADLINE_TOKENS is set but cannot be used. */
	readonly tokens: 'absent' | 'valid' | 'malformed';
}

/** The caller in development mode. */
export const LOCAL_PRINCIPAL: Principal = {
	id: 'local',
	name: 'local',
	workspace: 'ws-local',
	scopes: ['admin', 'operator'],
};

/** Advice in the 503 of a closed deployment. */
export const CLOSED_ADVICE =
	'Loadline is closed: no authentication is configured. Set the secret LOADLINE_TOKENS (a JSON list of {name, sha256, workspace, scopes}), or run it on this machine with npm start.';

/** Returns whether a host name (of a URL, without port) is this machine and nothing else. */
export const isLoopbackHost = (hostname: string): boolean => {
	const host = hostname.toLowerCase();
	if (host === 'localhost' || host === '[::1]' || host === '::1') return true;
	const octets = host.split('.');
	return (
		octets.length === 4 &&
		octets[0] === '127' &&
		octets.every((octet) => /^(?:0|[1-9]\d{0,2})$/.test(octet) && Number(octet) < 256)
	);
};

/** Configured tokens always decide, in dev mode too; a list that cannot be used closes everything. */
export const accessMode = ({ devMode, hostname, tokens }: AccessFacts): AccessMode => {
	if (tokens === 'valid') return 'token';
	if (tokens === 'malformed') return 'closed';
	return devMode && isLoopbackHost(hostname) ? 'dev' : 'closed';
};
