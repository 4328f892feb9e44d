// OAuth logins at an upstream (docs/config.md "Upstreams and the demo").
import * as z from 'zod/v4';
import { choice, list, secretText, section, word } from './fields';
import { referenceFault } from './secret-reference';
import type { CheckUrl } from './upstream-schema';

const clientSecretFault = (value: string): string | null =>
	/^\$\{secret:[^}]+\}$/.test(value)
		? referenceFault(value)
		: `must name a secret, \${secret:NAME}, and nothing else`;

/** Scope tokens of RFC 6749, section 3.3. */
const scope = () => word(/^[!#-[\]-~]+$/, 'a scope without spaces or quotes', 200);

/** The key `auth` of an upstream; a name alone stands for `{type}`. */
export const upstreamAuth = (checkUrl: CheckUrl) =>
	z.preprocess(
		(value) => (typeof value === 'string' ? { type: value } : value),
		section({
			/** `oauth`: each user's own login; `client_credentials`: one service account for all. */
			type: choice(['oauth', 'client_credentials']),
			/** A client that was registered by hand. */
			clientId: word(/^[\x20-\x7e]+$/, 'a client id', 500).optional(),
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
