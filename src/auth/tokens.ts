// Decides who is let in: in development mode, by static bearer tokens of the secret LOADLINE_TOKENS, by API tokens, or nobody.
// The secret is a JSON list of {name, sha256, workspace, scopes, id?}. Only digests are configured, and all are compared
// on every call, in constant time.
// API tokens are `ll_<workspace>_<secret>`: the text names the workspace whose directory knows it, so that nothing is asked
// that all tenants share; only a digest of the whole is kept.
import { hexToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/v4';
import { toHex } from '../shared/digits';
import { equalInConstantTime } from '../shared/hash';
import { isRecord, jsonIn } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { isPrincipalId, type Principal, principalId } from './principal';
import { SCOPES } from './scopes';
import { isWorkspaceName, workspaceName } from './workspace-name';

/** Outcome of authentication, before any route runs. */
export type Access =
	| { readonly kind: 'caller'; readonly principal: Principal }
	| { readonly kind: 'refused'; readonly fault: 'missing' | 'invalid' }
	/** Too many requests, or too many wrong tokens from there. */
	| { readonly kind: 'limited'; readonly retryAfterSeconds: number }
	/** No authentication is configured; `advice` says what to set. */
	| { readonly kind: 'closed'; readonly advice: string };

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
	'Loadline is closed: no authentication is configured. Open /claim here in a browser, set the secret LOADLINE_TOKENS (a JSON list of {name, sha256, workspace, scopes}), or run it on this machine with npm start.';
const HOW_TO =
	'Make a token with `openssl rand -hex 32`, its digest with `printf %s TOKEN | sha256sum`, then `wrangler secret put LOADLINE_TOKENS` with [{"name":"me","sha256":"DIGEST","workspace":"ws-main","scopes":["admin"]}]';

/** Returns whether a host name (of a URL, without port) is this machine and nothing else. */
export const isLoopbackHost = (hostname: string): boolean =>
	/^(?:localhost|::1|\[::1\]|127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3})$/i.test(hostname);

/**
 * Configured tokens always decide, in dev mode too; a list that cannot be used closes everything.
 * @returns `dev`: everybody is the local administrator; `token`: a bearer token decides; `closed`: only /health
 */
export const accessMode = ({ devMode, hostname, tokens }: AccessFacts) => {
	if (tokens !== 'absent') return tokens === 'valid' ? 'token' : 'closed';
	return devMode && isLoopbackHost(hostname) ? 'dev' : 'closed';
};

interface Token {
	readonly principal: Principal;
	/** SHA-256 of the token, 32 bytes. */
	readonly digest: Uint8Array;
}

/** The checked content of LOADLINE_TOKENS. */
export type TokenList = readonly Token[];

/** The issuer of those whom the list names. */
const ISSUER = 'loadline:tokens';
const MOST_TOKENS = 1000;
/** Characters of a token as a caller sends it. */
const LONGEST_TOKEN = 4096;

/** Reads LOADLINE_TOKENS; any fault refuses the whole list. */
export const parseTokens = (json: string): Result<TokenList, string> => {
	const known = new Set<string>();
	const isNew = (key: string) => !known.has(key) && known.add(key);
	const name = 'must be 1 to 128 letters, digits, _, ., @ or -';
	const digest = 'must be the SHA-256 of the token as 64 hexadecimal digits';
	const scopes = `must be a list of ${SCOPES.join(', ')}`;
	const id = 'must be a principal id, u-…, or the name of one from before';
	const entry = z
		.strictObject({
			name: z.string(name).regex(/^[A-Za-z0-9_.@-]{1,128}$/, name),
			sha256: z.string(digest).regex(/^[0-9a-fA-F]{64}$/, digest),
			workspace: workspaceName(),
			scopes: z.array(z.enum(SCOPES, scopes), scopes).max(50, scopes),
			id: z.string(id).refine(isPrincipalId, id).optional(),
		})
		.refine(({ workspace, name }) => isNew(`${workspace}/${name}`), {
			path: ['name'],
			message: 'is used twice in its workspace',
		})
		.refine(({ sha256 }) => isNew(sha256.toLowerCase()), {
			path: ['sha256'],
			message: 'is used twice',
		});
	const listed = { variable: 'LOADLINE_TOKENS', size: `1 to ${MOST_TOKENS} tokens`, entry };
	const read = readList(json, { ...listed, least: 1, most: MOST_TOKENS });
	if (!read.ok) return read;
	const tokens = read.value.map(({ name, sha256, workspace, scopes, id }): Token => {
		const facts = { name, workspace, scopes: [...new Set<string>(scopes)] };
		const principal = { id: id ?? principalId(ISSUER, name), ...facts };
		return { principal, digest: hexToBytes(sha256) };
	});
	return ok(tokens);
};

/** The bearer token of an Authorization header. */
export const bearerIn = (header?: string | null): Result<string, 'missing' | 'invalid'> => {
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
		const hit = -Number(equalInConstantTime(known, digest));
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
	const why = isAbsent || parsed.ok ? CLOSED_ADVICE : `Loadline is closed: ${parsed.error}.`;
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
		if (mode === 'closed' || !parsed.ok) return { kind: 'closed', advice: `${why} ${HOW_TO}` };
		const caller = await authenticate(authorization, parsed.value, sha256);
		return caller.ok
			? { kind: 'caller', principal: caller.value }
			: { kind: 'refused', fault: caller.error };
	};
};

/** @param secret 33 random bytes, base64url */
export const apiTokenText = (workspace: string, secret: string) => `ll_${workspace}_${secret}`;

/** The workspace that a bearer token names; undefined where it is no API token. */
export const workspaceOfToken = (token: string): string | undefined => {
	const workspace = /^ll_(ws-[a-z0-9-]{1,60})_[A-Za-z0-9_-]{44}$/.exec(token)?.[1];
	return isWorkspaceName(workspace) ? workspace : undefined;
};

/** An API token as lists show it; nothing in it grants access. */
export interface TokenFacts {
	readonly id: string;
	readonly name: string;
	/** Principal id for whom it acts. */
	readonly principal: string;
	readonly scopes: readonly string[];
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly createdBy: string;
	readonly expiresAt: number | null;
	/** To the minute. */
	readonly usedAt: number | null;
}

/** Rules for the JSON list in one variable. */
interface ConfiguredList<Entry extends z.ZodObject> {
	readonly variable: string;
	/** Size as an error says it: `1 to 1000 tokens`. */
	readonly size: string;
	readonly least?: number;
	readonly most: number;
	/** An entry, strict; each member's messages go on after its name. */
	readonly entry: Entry;
}

/** @returns the entries, or a message that begins with the variable's name */
export function readList<Entry extends z.ZodObject>(
	json: string,
	{ variable, size, least = 0, most, entry }: ConfiguredList<Entry>,
): Result<readonly z.output<Entry>[], string> {
	const entries = jsonIn(json);
	if (entries === undefined) return err(`${variable} is not valid JSON`);
	if (!Array.isArray(entries) || entries.length < least || entries.length > most)
		return err(`${variable} must be a JSON list of ${size}`);
	const names = Object.entries(entry.shape).map(
		([name, each]) => `${name}${(each as z.ZodType).isOptional() ? '?' : ''}`,
	);
	const items: z.output<Entry>[] = [];
	for (const [index, each] of entries.entries()) {
		const read = entry.safeParse(each);
		if (read.success) items.push(read.data);
		else return err(`${variable} entry ${index + 1}: ${faultOf(each, read.error, names)}`);
	}
	return ok(items);
}

function faultOf(entry: unknown, { issues }: z.ZodError, names: readonly string[]): string {
	if (!isRecord(entry)) return `must be an object {${names.join(', ')}}`;
	if (issues.some(({ code }) => code === 'unrecognized_keys'))
		return `has an unknown member; allowed are ${names.join(', ').replaceAll('?', '')}`;
	const [{ path: [member] = [], message = '' } = {}] = issues;
	return `${String(member)} ${message}`;
}
