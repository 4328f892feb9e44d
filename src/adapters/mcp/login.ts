// A program of somebody's own machine logs in at one MCP server (MCP 2026-07-28, "Authorization"): tokens on
// what goes there, renewed or asked for in a browser when it says 401. And a short visit to a server, as a client makes it:
// its tools, and the answers of some of them.
import {
	auth,
	Client,
	computeScopeUnion,
	extractWWWAuthenticateParams,
	type OAuthClientProvider,
	type OAuthDiscoveryState,
	SdkHttpError,
	type StoredOAuthClientInformation,
	type StoredOAuthTokens,
	StreamableHTTPClientTransport,
	UnauthorizedError,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Returns the environment of a process that speaks stdio: the variables that the SDK lets through. */
export { getDefaultEnvironment as stdioEnvironment } from '@modelcontextprotocol/client/stdio';

/** State kept between two runs. */
interface KeptLogin {
	readonly client?: StoredOAuthClientInformation;
	readonly tokens?: StoredOAuthTokens;
	readonly discovery?: OAuthDiscoveryState;
	/** Redirect address of the registered client. */
	readonly redirectUrl?: string;
}

/** Store of one login; several processes may share it. */
interface LoginKeeper {
	read(): KeptLogin;
	write(kept: KeptLogin): void;
	/** Runs `work` while no other process does. */
	alone<T>(work: () => Promise<T>): Promise<T>;
}

/** A place of this machine to which a browser returns. */
export interface Redirect {
	readonly url: string;
	/** Parameters of the redirect. */
	readonly answer: Promise<URLSearchParams>;
	close(): void;
}

/** The server to log in at, where its login is kept, and the way to the user's browser. */
interface LoginOptions {
	readonly url: string;
	readonly keeper: LoginKeeper;
	/** Takes the same place as before where it is free. */
	listen(before: string | undefined): Promise<Redirect>;
	show(address: URL): void;
	/** Hears why there is no login. */
	report(trouble: string): void;
	newState(): string;
	readonly fetch: Fetch;
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The login at one server, shared by all requests to it; those to other origins go without its token. */
export class Login {
	readonly #origin: string;
	#renewing: Promise<void> | undefined;

	constructor(private readonly options: LoginOptions) {
		this.#origin = new URL(options.url).origin;
	}

	/** Requests to the server with its token, once more when that was refused; others as they are. */
	readonly fetch: Fetch = async (url, init = {}) => {
		if (new URL(url).origin !== this.#origin) return this.options.fetch(url, init);
		return this.#send(url, init, (error) => this.options.report(error.message));
	};

	/** Logs in where the server wants that, before anything else is asked of it. */
	async begin(signal?: AbortSignal): Promise<void> {
		const body = '{"jsonrpc":"2.0","id":0,"method":"ping"}';
		const headers = {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		};
		const init = { method: 'POST', headers, body, ...(signal && { signal }) };
		const response = await this.#send(this.options.url, init, (error) => {
			throw error;
		});
		await response.body?.cancel();
	}

	/** Sends a request with the login; without one the refusal is the answer. */
	async #send(url: string | URL, init: RequestInit, failed: (error: Error) => void) {
		const { fetch, keeper } = this.options;
		const { tokens } = keeper.read();
		const response = await fetch(url, bearing(init, tokens));
		if (!asksForLogin(response)) return response;
		try {
			await this.#renew(response, tokens?.access_token);
		} catch (error) {
			failed(error as Error);
			return response;
		}
		await response.body?.cancel();
		return fetch(url, bearing(init, keeper.read().tokens));
	}

	/** Of calls that are refused at the same time, one asks. */
	#renew(refusal: Response, refused: string | undefined): Promise<void> {
		const { keeper } = this.options;
		this.#renewing ??= keeper
			.alone(async () => {
				const now = keeper.read().tokens?.access_token;
				if (now === undefined || now === refused) await this.#ask(refusal);
			})
			.finally(() => {
				this.#renewing = undefined;
			});
		return this.#renewing;
	}

	/** By the refresh token that is kept; else the user is asked. */
	async #ask(refusal: Response): Promise<void> {
		const { keeper, listen, url: serverUrl, fetch: fetchFn } = this.options;
		const before = keeper.read();
		const isMore = refusal.status === 403;
		const redirect = await listen(before.redirectUrl);
		try {
			// A client is known by where it returns to, and by the scopes it may ask for.
			const { client: _, ...rest } = before;
			if (isMore || before.redirectUrl !== redirect.url)
				keeper.write({ ...rest, redirectUrl: redirect.url });
			const state = this.options.newState();
			const provider = this.#provider(redirect.url, state);
			const { resourceMetadataUrl, scope: wanted } = extractWWWAuthenticateParams(refusal);
			const scope = isMore ? computeScopeUnion(before.tokens?.scope, wanted) : wanted;
			const about = {
				...{ serverUrl, fetchFn, forceReauthorization: isMore },
				...(resourceMetadataUrl && { resourceMetadataUrl }),
				...(scope !== undefined && { scope }),
			};
			if ((await auth(provider, about)) === 'AUTHORIZED') return;
			const answer = await redirect.answer;
			const [code, iss] = [answer.get('code'), answer.get('iss')];
			if (answer.get('state') !== state)
				throw new Error('the browser came back from another login');
			if (code === null)
				throw new Error(`the login was refused: ${answer.get('error') ?? 'no code'}`);
			await auth(provider, { ...about, authorizationCode: code, ...(iss !== null && { iss }) });
		} catch (error) {
			if (isMore) keeper.write(before);
			throw error;
		} finally {
			redirect.close();
		}
	}

	#provider(redirectUrl: string, state: string): OAuthClientProvider {
		const { keeper, show } = this.options;
		const keep = (more: { readonly [Key in keyof KeptLogin]: KeptLogin[Key] | undefined }) =>
			keeper.write(Object.assign({}, keeper.read(), more) as KeptLogin);
		let verifier = '';
		return {
			redirectUrl,
			clientMetadata: {
				client_name: 'Loadline',
				redirect_uris: [redirectUrl],
				grant_types: ['authorization_code', 'refresh_token'],
				response_types: ['code'],
				token_endpoint_auth_method: 'none',
			},
			state: () => state,
			clientInformation: () => keeper.read().client,
			saveClientInformation: (client) => keep({ client }),
			tokens: () => keeper.read().tokens,
			saveTokens: (tokens) => keep({ tokens }),
			saveCodeVerifier: (text) => {
				verifier = text;
			},
			codeVerifier: () => verifier,
			saveDiscoveryState: (discovery) => keep({ discovery }),
			discoveryState: () => keeper.read().discovery,
			redirectToAuthorization: show,
			invalidateCredentials: (what) =>
				keep(
					what === 'all'
						? { client: undefined, tokens: undefined, discovery: undefined }
						: { [what]: undefined },
				),
		};
	}
}

const asksForLogin = ({ status, headers }: Response): boolean =>
	status === 401 ||
	(status === 403 && (headers.get('www-authenticate') ?? '').includes('insufficient_scope'));

function bearing(init: RequestInit, tokens: StoredOAuthTokens | undefined): RequestInit {
	if (!tokens) return init;
	const headers = new Headers(init.headers);
	headers.set('authorization', `Bearer ${tokens.access_token}`);
	return { ...init, headers };
}

/** A tool as the server lists it, unchanged. */
type VisitedTool = Awaited<ReturnType<Client['listTools']>>['tools'][number];

/** A process of this machine, or an endpoint. */
type Visitable =
	| {
			readonly command: readonly string[];
			readonly env: Readonly<Record<string, string>>;
			readonly cwd?: string | undefined;
	  }
	| { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** Returns whether a visit failed because nobody let it in. */
export const wantsLogin = (error: unknown): boolean =>
	UnauthorizedError.isInstance(error) || (SdkHttpError.isInstance(error) && error.status === 401);

/** Visits a server; a tool that failed or was not called has no answer. @throws if it does not connect or list in time */
export async function visit({
	at,
	calls,
	timeoutMs,
}: {
	readonly at: Visitable;
	/** Selects the tools to call, without arguments. */
	readonly calls: (tools: readonly VisitedTool[]) => readonly string[];
	/** Milliseconds that each step may take. */
	readonly timeoutMs: number;
}) {
	const client = new Client({ name: 'loadline-analyze', version: '1' });
	const timeout = { timeout: timeoutMs };
	try {
		await client.connect(transportTo(at), timeout);
		const { tools } = await client.listTools(undefined, timeout);
		/** `binaries`: images, sounds and files in base64, which cost by size and not by the letter: none of the text. */
		const answers = new Map<string, { readonly text: string; readonly binaries: number }>();
		for (const name of calls(tools)) {
			const answer = await client.callTool({ name, arguments: {} }, timeout).catch(() => undefined);
			if (!answer || answer.isError === true) continue;
			const { content, structuredContent } = answer;
			// A host shows one or the other: the larger counts.
			const blocks = (Array.isArray(content) ? content : []) as readonly Block[];
			const readable = blocks.filter(
				({ data, resource }) => (data ?? resource?.blob) === undefined,
			);
			const shown = readable.map((block) => block.text ?? JSON.stringify(block)).join('\n');
			const texts = [JSON.stringify(structuredContent ?? ''), shown];
			const text = texts.sort((a, b) => b.length - a.length)[0] ?? '';
			answers.set(name, { text, binaries: blocks.length - readable.length });
		}
		return { tools, answers };
	} finally {
		await client.close().catch(() => {});
	}
}

function transportTo(at: Visitable) {
	if ('url' in at)
		return new StreamableHTTPClientTransport(new URL(at.url), {
			requestInit: { headers: at.headers },
		});
	const { env, cwd } = at;
	const [command = '', ...args] = at.command;
	return new StdioClientTransport({
		...{ command, args, env, stderr: 'ignore' },
		...(cwd !== undefined && { cwd }),
	});
}

interface Block {
	readonly text?: string;
	readonly data?: string;
	readonly resource?: { readonly blob?: string };
}
