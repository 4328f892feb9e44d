// One upstream MCP server as config names it (docs/config.md "Upstreams and the demo").
import * as z from 'zod/v4';
import type { Result } from '../shared/result';
import { withoutSecretLooks } from '../shared/secret-looks';
import {
	choice,
	flag,
	fraction,
	isSecretName,
	list,
	mapping,
	measured,
	NO_HEADER_NAME,
	NO_VARIABLE_NAME,
	SECRET_NAME,
	secretText,
	section,
	whole,
	word,
} from './fields';
import { MASK, referenceFault, referencesIn, withoutReferences } from './mask';

/** Checks that a URL may be called; the error says why not. Implemented by the gateway. */
export type CheckUrl = (url: string) => Result<unknown, string>;

/** Names of sources that Loadline has itself. */
const RESERVED = ['demo', 'loadline'];

const PRINTABLE = /^[^\s\p{Cc}]+$/u;

/** A tool name, or a glob of `*` and `?`. */
export const toolPattern = () => word(PRINTABLE, 'a tool name, or a glob with * and ?');

const toolName = () => word(PRINTABLE, 'a tool name');

/** Pairs of tools of which the second uses up the first's results (Transient Context Protocol). */
export const transientPairs = (minRecords = 5) =>
	list(
		section({
			tool: toolName(),
			consumedBy: z.preprocess(
				(value) => (typeof value === 'string' ? [value] : value),
				list(toolName(), 50, 'tool names').min(1, 'must name at least one tool'),
			),
			/** Records from which a result is transient. */
			minRecords: whole(1, 1_000_000).default(minRecords),
		}),
		500,
		'pairs {tool, consumedBy, minRecords}',
	);

type Fault = (value: string) => string | null;

/** @param secretFault what is wrong with the secrets it names */
const checkedUrl = (checkUrl: CheckUrl, secretFault: Fault) =>
	secretText((url) => {
		if (url.length > 2000) return 'must have at most 2000 characters';
		if (url.includes(MASK)) return `holds the mask ${MASK} that stands for hidden values`;
		const checked = checkUrl(withoutReferences(url));
		return checked.ok ? secretFault(url) : checked.error;
	});

/** Nothing fills it in: a reference would be sent as it stands. */
const noReference: Fault = (url) => (url.includes('${') ? 'cannot name a secret' : null);

/** Refuses a host that depends on a secret. */
const referenceAfterHost: Fault = (url) =>
	/^[^/]*\/\/[^/?#]*\$\{/.test(url)
		? 'may name secrets in its path and query only'
		: referenceFault(url);

/** The base URL of a model provider: its key comes with each request, never from here. */
export const providerUrl = (checkUrl: CheckUrl) => checkedUrl(checkUrl, noReference);

/** Headers of the transport or of MCP itself; a configured one would break or forge a request. */
const FORBIDDEN = new Set([
	...'accept accept-encoding connection content-encoding content-length cookie'.split(' '),
	...'content-type expect forwarded host keep-alive last-event-id set-cookie te'.split(' '),
	...'trailer transfer-encoding upgrade via x-real-ip'.split(' '),
]);

/** The reason why a header may not be configured under this name (RFC 9110, 5.1); null when it may. */
const headerNameFault = (name: string): string | null => {
	if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name)) return NO_HEADER_NAME;
	if (isSecretName(name)) return SECRET_NAME;
	const lower = name.toLowerCase();
	if (FORBIDDEN.has(lower) || /^(?:cf|mcp|proxy|sec|x-forwarded)-/.test(lower))
		return 'may not be configured: the transport sets this header; credentials go in Authorization or a header of the upstream';
	return null;
};

/** The reason why a text cannot be a header's value (RFC 9110, 5.5); null when it can. Also for values with secrets filled in. */
export const headerTextFault = (value: string): string | null => {
	if (value === '') return 'must not be empty';
	if (value.length > 8192) return 'must have at most 8192 characters';
	if (!/^[\t\x20-\x7e]*$/.test(value))
		return 'must be printable ASCII on one line (no line breaks, no control characters)';
	if (value !== value.trim()) return 'must not begin or end with a space';
	return null;
};

/** The reason why a configured header value is refused; null when it is fine. */
const headerValueFault = (value: string): string | null => {
	if (value.includes(MASK))
		return `holds the mask ${MASK} that stands for hidden values: give the value itself, or \${secret:UPSTREAM_NAME}`;
	return headerTextFault(value) ?? referenceFault(value);
};

const headers = () =>
	mapping(
		z.string().refine((name) => headerNameFault(name) === null, {
			error: (issue) => headerNameFault(String(issue.input)) ?? '',
		}),
		secretText(headerValueFault),
		32,
		'headers',
	).superRefine((entries, context) => {
		const seen = new Set<string>();
		for (const name of Object.keys(entries)) {
			if (seen.has(name.toLowerCase()))
				context.addIssue({ code: 'custom', path: [name], message: 'names the same header twice' });
			seen.add(name.toLowerCase());
		}
	});

const name = () =>
	word(
		/^[a-z0-9][a-z0-9-]*$/,
		'a name of lower-case letters, digits and -, beginning with a letter or digit',
		32,
	).refine((value) => !RESERVED.includes(value) && !isSecretName(value), {
		error: ({ input }) =>
			isSecretName(String(input))
				? SECRET_NAME
				: `must not be ${String(input)}: that name is Loadline's own`,
	});

/** Texts that are given to a process: they may hold secrets of the deployment, by name or as they are. */
const processText = () =>
	secretText((value) => {
		if (value.length > 10_000) return 'must have at most 10000 characters';
		if (value.includes('\0')) return 'must not have a character 0';
		if (value.includes(MASK)) return `holds the mask ${MASK} that stands for hidden values`;
		return referencesIn(value).some(({ owner }) => owner !== 'deployment')
			? `may name secrets of the deployment only, \${secret:UPSTREAM_NAME}`
			: null;
	});

/** Keys of a server that is a process of this machine, which only `loadline serve` starts. */
const localServer = () => ({
	command: word(/^\P{Cc}+$/u, 'a program', 1000, measured).optional(),
	args: list(processText(), 200, 'arguments').optional(),
	/** Beside the variables that every process gets. */
	env: mapping(
		z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, NO_VARIABLE_NAME),
		processText(),
		200,
		'variables',
	).optional(),
	cwd: word(/^\P{Cc}+$/u, 'a folder', 1000, measured).optional(),
	/** One process for all; else one a conversation. */
	shared: flag().optional(),
});

const clientSecretFault = (value: string): string | null =>
	/^\$\{secret:[^}]+\}$/.test(value)
		? referenceFault(value)
		: `must name a secret, \${secret:NAME}, and nothing else`;

/** Scope tokens of RFC 6749, section 3.3. */
const scope = () => word(/^[!#-[\]-~]+$/, 'a scope without spaces or quotes', 200, measured);

/** The key `auth` of an upstream; a name alone stands for `{type}`. */
const upstreamAuth = (checkUrl: CheckUrl) =>
	z.preprocess(
		(value) => (typeof value === 'string' ? { type: value } : value),
		section({
			/** `oauth`: each user's own login; `client_credentials`: one service account for all. */
			type: choice(['oauth', 'client_credentials'], {}, measured),
			/** A client that was registered by hand. */
			clientId: word(/^[\x20-\x7e]+$/, 'a client id', 500, measured)
				.refine((id) => withoutSecretLooks(id) === id, { error: SECRET_NAME })
				.optional(),
			clientSecret: secretText(clientSecretFault).optional(),
			/** Instead of those that the server names. */
			scopes: list(scope(), 50, 'scopes').optional(),
			/** The authorization server, where the upstream names several. */
			issuer: secretText((url) => {
				const checked = checkUrl(url);
				return checked.ok ? null : checked.error;
			}).optional(),
		}).superRefine(({ type, clientId, clientSecret }, context) => {
			const issue = (path: string, message: string) =>
				context.addIssue({ code: 'custom', path: [path], message });
			if (clientSecret !== undefined && clientId === undefined)
				issue('clientId', 'is missing; a secret is that of a client');
			if (type !== 'client_credentials') return;
			if (clientId === undefined) issue('clientId', 'is missing; a service account needs one');
			else if (clientSecret === undefined)
				issue('clientSecret', 'is missing; a service account needs one');
		}),
	);

/** An entry of `upstreams`. @param checkUrl refuses addresses that may not be called */
export const upstreamSchema = (checkUrl: CheckUrl) =>
	section({
		name: name(),
		url: checkedUrl(checkUrl, referenceAfterHost).default(''),
		...localServer(),
		headers: headers().default({}),
		/** OAuth there: each user's own login, or a service account. */
		auth: upstreamAuth(checkUrl).optional(),
		tools: section({
			allow: list(toolPattern(), 500, 'tool names or globs').optional(),
			deny: list(toolPattern(), 500, 'tool names or globs').optional(),
		}).prefault({}),
		/** Of silence in a call; unset: as long as the caller waits. */
		timeoutMs: whole(100, 3_600_000, 'milliseconds').optional(),
		/** In all, however much progress is reported. */
		maxTimeoutMs: whole(100, 3_600_000, 'milliseconds').default(3_600_000),
		/** Hold back tools whose definition is not the one that was first seen. */
		pin: flag().default(false),
		transient: transientPairs().default([]),
	}).superRefine(({ auth, headers: given }, context) => {
		const name = Object.keys(given).find((header) => header.toLowerCase() === 'authorization');
		if (auth === undefined || name === undefined) return;
		const message = 'cannot be set beside "auth", which sends its own';
		context.addIssue({ code: 'custom', path: ['headers', name], message });
	});

/** Thresholds of alerts and their webhook (context window protection, "Observability"). */
export const alertsSchema = (checkUrl: CheckUrl) =>
	section({
		webhook: section({
			url: checkedUrl(checkUrl, referenceAfterHost),
			format: choice(['json', 'slack'], {}, measured).default('json'),
		}).optional(),
		windowMinutes: whole(1, 1440, 'minutes').default(60),
		/** Requests in the window below which no rule is judged. */
		minRequests: whole(1, 1_000_000).default(20),
		/** Share of requests over budget before protection. */
		oversizedRate: fraction(0, 1).default(0.05),
		errorRate: fraction(0, 1).optional(),
		/** Share of sampled estimates within 20 %, at least. */
		accuracy: fraction(0, 1).optional(),
		p95LatencyMs: whole(1, 600_000, 'milliseconds').optional(),
	});
