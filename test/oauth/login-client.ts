// An MCP client of either SDK that logs in by OAuth: what it would keep on disk is kept here, and the
// browser it would open is given the address.
import {
	Client,
	type OAuthClientProvider,
	StreamableHTTPClientTransport,
	UnauthorizedError,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as OldUnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export const REDIRECT = 'http://127.0.0.1:39499/callback';

/** Keeps what a client learns, as a program would on disk. */
export class Keeping {
	readonly redirectUrl: string;
	readonly clientMetadata;
	asked: URL | undefined;
	#verifier = '';
	#state: unknown;
	client: unknown;
	saved: Record<string, unknown> | undefined;

	constructor(name: string, scope?: string, redirectUrl = REDIRECT) {
		this.redirectUrl = redirectUrl;
		this.clientMetadata = {
			client_name: name,
			redirect_uris: [redirectUrl],
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
			token_endpoint_auth_method: 'none',
			...(scope !== undefined && { scope }),
		};
	}
	clientInformation() {
		return this.client;
	}
	saveClientInformation(client: unknown) {
		this.client = client;
	}
	tokens() {
		return this.saved;
	}
	saveTokens(tokens: Record<string, unknown>) {
		this.saved = tokens;
	}
	redirectToAuthorization(url: URL) {
		this.asked = url;
	}
	saveCodeVerifier(verifier: string) {
		this.#verifier = verifier;
	}
	codeVerifier() {
		return this.#verifier;
	}
	saveDiscoveryState(state: unknown) {
		this.#state = state;
	}
	discoveryState() {
		return this.#state;
	}
}

export type Kind = 'v1' | 'v2';

/** A transport that logs in with what is kept. */
const transportOf = (kind: Kind, url: string, keeping: Keeping) =>
	kind === 'v1'
		? new OldTransport(new URL(url), { authProvider: keeping as never })
		: new StreamableHTTPClientTransport(new URL(url), {
				authProvider: keeping as unknown as OAuthClientProvider,
			});

/** Connects; where a login is needed first, `browse` is given the address and gives where it ended. */
export async function logIn(
	kind: Kind,
	url: string,
	keeping: Keeping,
	browse: (address: string) => Promise<string>,
): Promise<Client> {
	const info = { name: `tests ${kind}`, version: '1' };
	const make = () =>
		kind === 'v1'
			? (new OldClient(info) as unknown as Client)
			: new Client(info, { versionNegotiation: { mode: 'auto' } });
	const transport = transportOf(kind, url, keeping);
	try {
		const client = make();
		await client.connect(transport as never);
		return client;
	} catch (error) {
		if (!(error instanceof UnauthorizedError || error instanceof OldUnauthorizedError)) throw error;
	}
	if (!keeping.asked) throw new Error('the client did not ask for a login');
	const ended = new URL(await browse(keeping.asked.href));
	const code = ended.searchParams.get('code');
	if (code === null) throw new Error(`no code: ${ended.search}`);
	// v2 checks `iss` where it is given the whole callback.
	await (transport as { finishAuth(code: unknown): Promise<void> }).finishAuth(
		kind === 'v2' ? ended.searchParams : code,
	);
	const client = make();
	await client.connect(transportOf(kind, url, keeping) as never);
	return client;
}
