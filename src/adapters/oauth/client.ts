// Loadline as a client of an authorization server: the configured one, the one that a document of
// its own describes (client ID metadata document), or one it registers (RFC 7591).
import * as oauth from 'oauth4webapi';
import { err, ok, type Result } from '../../shared/result';
import { requestOptions } from './discover';
import type { DiscoveryPorts } from './foreign-fetch';

/** A client as it is known to an authorization server; a type, because oauth4webapi takes any member. */
export type KnownClient = {
	readonly client_id: string;
	readonly client_secret?: string;
	readonly token_endpoint_auth_method?: string;
	/** Allowed destinations of a configured secret; one that the server itself gave is the server's. */
	readonly secret_origins?: string[];
};

/** An upstream as the configuration has it, with the client that was given for it, if any. */
export interface Protected {
	readonly upstream: string;
	readonly url: string;
	readonly issuer?: string;
	/** Scopes to ask for instead of those that the server names. */
	readonly scopes?: readonly string[];
	readonly client?: KnownClient;
}

/** Loadline's client metadata document. */
export interface ClientDocument {
	/** Public address of the document; absent in development. */
	readonly url?: string;
	readonly metadata: Readonly<Record<string, unknown>> & {
		readonly redirect_uris: readonly string[];
	};
}

/** Metadata of RFC 8414 that oauth4webapi does not name yet. */
type Server = oauth.AuthorizationServer & {
	readonly client_id_metadata_document_supported?: boolean;
};

/** @returns or what an administrator has to configure */
export async function clientFor(
	server: Server,
	given: KnownClient | undefined,
	document: ClientDocument,
	ports: DiscoveryPorts,
): Promise<Result<KnownClient, string>> {
	if (given) return ok(given);
	if (server.client_id_metadata_document_supported === true && document.url !== undefined)
		return ok({ client_id: document.url, token_endpoint_auth_method: 'none' });
	if (server.registration_endpoint === undefined)
		return err(
			`the authorization server ${server.issuer.slice(0, 200)} registers no clients by itself: an administrator has to register Loadline there, with the redirect URI ${document.metadata.redirect_uris[0]}, and set "auth.clientId"`,
		);
	try {
		const response = await oauth.dynamicClientRegistrationRequest(
			server,
			document.metadata as never,
			requestOptions(ports),
		);
		const registered = await oauth.processDynamicClientRegistrationResponse(response);
		const { client_id, client_secret, token_endpoint_auth_method } = registered;
		return ok({
			client_id,
			...(typeof client_secret === 'string' && { client_secret }),
			...(typeof token_endpoint_auth_method === 'string' && { token_endpoint_auth_method }),
		});
	} catch {
		return err(
			`the authorization server ${server.issuer.slice(0, 200)} did not register Loadline as a client`,
		);
	}
}

/**
 * An upstream, or its authorization server, names the endpoints: a configured secret goes to its own
 * origins all the same.
 * @returns what to do where the secret may not go there
 */
export function secretFault(
	{ client_secret, secret_origins: origins }: KnownClient,
	endpoint: string | undefined,
): string | undefined {
	if (client_secret === undefined || origins === undefined || endpoint === undefined)
		return undefined;
	const origin = URL.canParse(endpoint) ? new URL(endpoint).origin : 'no URL';
	if (origins.includes(origin)) return undefined;
	return `the token endpoint that it names is at ${origin.slice(0, 200)}, where the secret of "auth.clientSecret" may not be sent; if that server is the right one, set the secret with this origin too (loadline secret set NAME --origin …, or LOADLINE_GRANTS for one of the deployment), and "auth.issuer"`;
}

/** Returns the client authentication at the token endpoint. */
export const proofOf = (
	client: KnownClient,
	server: oauth.AuthorizationServer,
): oauth.ClientAuth => {
	const { client_secret: secret, token_endpoint_auth_method: method } = client;
	if (secret === undefined || method === 'none') return oauth.None();
	const offered = server.token_endpoint_auth_methods_supported;
	const isPost =
		method === 'client_secret_post' ||
		(method === undefined &&
			offered?.includes('client_secret_post') === true &&
			!offered.includes('client_secret_basic'));
	return isPost ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
};
