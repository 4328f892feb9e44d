// Decides who is let in: in development mode, by static bearer tokens of the secret LOADLINE_TOKENS, by API tokens, or nobody.
// The secret is a JSON list of {name, sha256, workspace, scopes, id?}. Only digests are configured, and all are compared
// on every call, in constant time.
import { hexToBytes } from '@noble/hashes/utils.js';
import { toHex } from '../shared/digits';
import { err, ok, type Result } from '../shared/result';
import { type TokenFacts, workspaceOfToken } from './api-token';
import { readList } from './configured-list';
import { isPrincipalId, type Principal, principalId } from './principal';
import { isScope, SCOPES } from './scopes';
import { isWorkspaceName, WORKSPACE_NAME_RULE } from './workspace-name';

/** Outcome of authentication, before any route runs. */
export type Access =
	| { readonly kind: 'caller'; readonly principal: Principal }
	| { readonly kind: 'refused'; readonly fault: 'missing' | 'invalid' }
	/** Too many requests, or too many wrong tokens from there. */
	| { readonly kind: 'limited'; readonly retryAfterSeconds: number }
	/** No authentication is configured; `advice` says what to set. */
	| { readonly kind: 'closed'; readonly advice: string };

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
const CLOSED_ADVICE =
	'Loadline is closed: no authentication is configured. Set the secret LOADLINE_TOKENS (a JSON list of {name, sha256, workspace, scopes}), or run it on this machine with npm start.';
const HOW_TO =
	'Make a token with `openssl rand -hex 32`, its digest with `printf %s TOKEN | sha256sum`, then `wrangler secret put LOADLINE_TOKENS` with [{"name":"me","sha256":"DIGEST","workspace":"ws-main","scopes":["admin"]}]';

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

interface Token {
	readonly principal: Principal;
	/** SHA-256 of the token, 32 bytes. */
	readonly digest: Uint8Array;
}

/** The checked content of LOADLINE_TOKENS. */
export type TokenList = readonly Token[];

const MEMBERS = ['name', 'sha256', 'workspace', 'scopes', 'id?'];
/** The issuer of those whom the list names. */
const ISSUER = 'loadline:tokens';
const MOST_TOKENS = 1000;
/** Characters of a token as a caller sends it. */
const LONGEST_TOKEN = 4096;

const matches = (value: unknown, pattern: RegExp): value is string =>
	typeof value === 'string' && pattern.test(value);

const readToken = (entry: Readonly<Record<string, unknown>>): Result<Token, string> => {
	const { name, sha256, workspace, scopes, id } = entry;
	if (!matches(name, /^[A-Za-z0-9_.@-]{1,128}$/))
		return err('name must be 1 to 128 letters, digits, _, ., @ or -');
	if (!matches(sha256, /^[0-9a-fA-F]{64}$/))
		return err('sha256 must be the SHA-256 of the token as 64 hexadecimal digits');
	if (!isWorkspaceName(workspace)) return err(`workspace must be ${WORKSPACE_NAME_RULE}`);
	if (!Array.isArray(scopes) || scopes.length > 50 || !scopes.every(isScope))
		return err(`scopes must be a list of ${SCOPES.join(', ')}`);
	if (id !== undefined && (typeof id !== 'string' || !isPrincipalId(id)))
		return err('id must be a principal id, u-…, or the name of one from before');
	const principal = {
		id: id ?? principalId(ISSUER, name),
		name,
		workspace,
		scopes: [...new Set<string>(scopes)],
	};
	return ok({ principal, digest: hexToBytes(sha256) });
};

/** Reads LOADLINE_TOKENS; any fault refuses the whole list. */
export const parseTokens = (json: string): Result<TokenList, string> => {
	const callers = new Set<string>();
	const digests = new Set<string>();
	return readList(json, {
		variable: 'LOADLINE_TOKENS',
		size: `1 to ${MOST_TOKENS} tokens`,
		least: 1,
		most: MOST_TOKENS,
		members: MEMBERS,
		readEntry(entry) {
			const token = readToken(entry);
			if (!token.ok) return token;
			const { principal, digest } = token.value;
			const caller = `${principal.workspace}/${principal.name}`;
			if (callers.has(caller)) return err('name is used twice in its workspace');
			if (digests.has(digest.join())) return err('sha256 is used twice');
			callers.add(caller);
			digests.add(digest.join());
			return token;
		},
	});
};

/** 1 when the digests are equal, else 0; the time taken depends on nothing but their length. */
const equal = (a: Uint8Array, b: Uint8Array): number => {
	let difference = a.length ^ b.length;
	for (let i = 0; i < b.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
	return difference === 0 ? 1 : 0;
};

/** The bearer token of an Authorization header. */
export const bearerIn = (
	header: string | null | undefined,
): Result<string, 'missing' | 'invalid'> => {
	if (header === null || header === undefined || header.trim() === '') return err('missing');
	if (header.length > LONGEST_TOKEN + 16) return err('invalid');
	const token = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header)?.[1];
	return token === undefined ? err('invalid') : ok(token);
};

/** Authenticates the token of an Authorization header. @param sha256 digests the UTF-8 of a text to 32 bytes */
export const authenticate = async (
	header: string | null | undefined,
	tokens: TokenList,
	sha256: (text: string) => Promise<Uint8Array>,
): Promise<Result<Principal, 'missing' | 'invalid'>> => {
	const bearer = bearerIn(header);
	if (!bearer.ok) return bearer;
	const digest = await sha256(bearer.value);
	let found = -1;
	for (const [index, { digest: known }] of tokens.entries()) {
		const hit = -equal(digest, known);
		found = (found & ~hit) | (index & hit);
	}
	const principal = tokens[found]?.principal;
	return principal === undefined ? err('invalid') : ok(principal);
};

export interface AccessOptions {
	/** Finds an API token of a workspace by its digest. */
	apiToken(workspace: string, digest: string): Promise<TokenFacts | null>;
	/** Started by `npm start`. */
	readonly devMode: boolean;
	/** The secret LOADLINE_TOKENS. */
	readonly tokens: string | undefined;
	/** The advice where the deployment's own secret is none: nobody is let in then. */
	readonly unsafe: string | null;
	/** Digests the UTF-8 of a text to 32 bytes. */
	sha256(text: string): Promise<Uint8Array>;
}

/** Decides by the configured tokens, read once: by the host name of a request's URL, and its Authorization header. */
export const createAccess = ({ apiToken, devMode, tokens, unsafe, sha256 }: AccessOptions) => {
	const isAbsent = tokens === undefined || tokens.trim() === '';
	const parsed = parseTokens(tokens ?? '');
	const state = isAbsent ? 'absent' : parsed.ok ? 'valid' : 'malformed';
	const fault = isAbsent || parsed.ok ? '' : ` ${parsed.error}.`;
	return async (hostname: string, authorization: string | null): Promise<Access> => {
		const mode = accessMode({ devMode, hostname, tokens: state });
		if (mode !== 'closed' && unsafe !== null) return { kind: 'closed', advice: unsafe };
		const bearer = bearerIn(authorization);
		const workspace = bearer.ok ? workspaceOfToken(bearer.value) : undefined;
		// Whoever owns the deployment may have made some without a list.
		const isListless = isAbsent && unsafe === null;
		if (bearer.ok && workspace !== undefined && (mode !== 'closed' || isListless)) {
			const known = await apiToken(workspace, toHex(await sha256(bearer.value)));
			if (!known) return { kind: 'refused', fault: 'invalid' };
			const { principal: id, name, scopes } = known;
			return { kind: 'caller', principal: { id, name, workspace, scopes } };
		}
		if (mode === 'dev') return { kind: 'caller', principal: LOCAL_PRINCIPAL };
		if (mode === 'closed' || !parsed.ok)
			return { kind: 'closed', advice: `${CLOSED_ADVICE}${fault} ${HOW_TO}` };
		const caller = await authenticate(authorization, parsed.value, sha256);
		return caller.ok
			? { kind: 'caller', principal: caller.value }
			: { kind: 'refused', fault: caller.error };
	};
};
