// Everybody who comes to the deployment: callers with tokens, clients that log in, people at its pages.

import { createSealedBox, sha256 } from '../adapters/crypto';
import type { HttpDeps } from '../adapters/http';
import { createForeignFetch, createLoginServer, type LoginServer } from '../adapters/oauth';
import { type Access, createAccess, deploymentSecretFault, parseTokens } from '../auth';
import type { Config } from '../config';
import { defined } from '../shared/json-values';
import { err } from '../shared/result';
import type { Directories } from './directory-object';
import { type Env, handleSecrets, listed, log, set, tokenList } from './env';
import { parseClaimRules } from './memberships';
import { createPeople } from './people';
import type { SecretBook } from './secret-book';
import { protectedOf, type Vaults } from './upstream-logins';

interface FrontDoorParts {
	readonly directories: Directories;
	readonly vaults: Vaults;
	readonly book: SecretBook;
	configOf(workspace: string): Promise<Config>;
	fetch(url: string, init: RequestInit): Promise<Response>;
	readonly note: HttpDeps['note'];
}

const INVALID: Access = { kind: 'refused', fault: 'invalid' };

type LinkOwner = NonNullable<Parameters<HttpDeps['access']>[1]>;

export function createFrontDoor(env: Env, parts: FrontDoorParts) {
	const { directories, note } = parts;
	const devMode = env.LOADLINE_DEV === '1';
	const unsafe = devMode ? null : deploymentSecretFault(listed(env.LOADLINE_SECRET));
	const list = tokenList(env);
	const callers = parseTokens(list ?? '');
	const unusable =
		list === undefined || callers.ok ? null : `Loadline is closed: ${callers.error}.`;
	const closed = unsafe ?? unusable;
	const tokens = createAccess({
		apiToken: (workspace, digest) => directories.of(workspace).tokens.find(digest),
		devMode,
		tokens: list,
		unsafe,
		sha256: (text) => sha256(new TextEncoder().encode(text)),
	});
	const rules = parseClaimRules(set(env.LOADLINE_CLAIMS) ?? '[]');
	// Rules that cannot be read let in nobody.
	if (!rules.ok) log({ level: 'error', event: 'claims_unusable', reason: rules.error });
	const serverAt = createClientLogins({
		env,
		logins: directories.logins,
		registration: set(env.LOADLINE_REGISTRATION) !== 'off',
		note,
		log,
	});
	const people = createPeople({
		...settingsOf(env),
		claimRules: rules.ok ? rules.value : [],
		devMode,
		directories,
		box: createSealedBox(handleSecrets(env), 'people/1'),
		fetch: createForeignFetch({ fetch: parts.fetch, allowLoopback: devMode }),
		serverAt,
		tokens,
		note,
	});

	/** Tokens first: they cost least, and are most. */
	const access: HttpDeps['access'] = async (request, owner) => {
		if (owner) return accessOf(owner, request);
		const hostname = devMode ? new URL(request.url).hostname : '';
		const byToken = await tokens(hostname, request.headers.get('authorization'));
		if (byToken.kind === 'caller' || unsafe !== null) return byToken;
		// A list that cannot be read closes everything: who is on it is not known.
		if (byToken.kind === 'closed' && list !== undefined) return byToken;
		const person = await people.access(request);
		if (person) return person;
		if (byToken.kind !== 'closed' || !(await people.isOpen())) return byToken;
		const hasBearer = request.headers.has('authorization');
		return { kind: 'refused', fault: hasBearer ? 'invalid' : 'missing' };
	};

	/** Lets in the owner of a link: with their token again, as a member, or as the one of development. */
	const accessOf = async (owner: LinkOwner, { url }: Request): Promise<Access> => {
		const { id, workspace, token } = owner;
		const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
		const found = await access(new Request(url, { headers }));
		if (found.kind === 'closed') return found;
		if (found.kind === 'caller' && found.principal.id === id)
			return found.principal.workspace === workspace ? found : INVALID;
		const principal = token === undefined && (await people.principalOf(id, workspace));
		return principal ? { kind: 'caller', principal } : INVALID;
	};

	return {
		access,
		configured: (workspace: string) =>
			(callers.ok ? callers.value : []).flatMap(({ principal: { id, name = id, ...place } }) =>
				place.workspace === workspace ? [{ id, name }] : [],
			),
		...(closed !== null && { closed }),
		people,
		logins: serverAt,
		connections: createConnections(parts),
	};
}

function settingsOf(env: Env) {
	const issuer = set(env.LOADLINE_OIDC_ISSUER);
	const clientId = set(env.LOADLINE_OIDC_CLIENT_ID);
	const clientSecret = set(env.LOADLINE_OIDC_CLIENT_SECRET);
	const team = set(env.LOADLINE_ACCESS_TEAM);
	const audience = set(env.LOADLINE_ACCESS_AUDIENCE);
	const url = set(env.LOADLINE_URL)?.replace(/\/+$/, '');
	return {
		url: url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined,
		openid:
			issuer && clientId ? { issuer, clientId, ...(clientSecret && { clientSecret }) } : undefined,
		team: team && audience ? { team, audience } : undefined,
		claimSecret: set(env.LOADLINE_CLAIM),
	};
}

// Users' own logins at servers behind, as the pages show and change them, and clients that log in here.

const DOCUMENT_PATH = '/.well-known/loadline-client.json';

/** Loadline as a client (RFC 7591; client ID metadata documents). */
function clientDocument(home: string) {
	const url = `${home}${DOCUMENT_PATH}`;
	// Only a public server can be asked for its document.
	const isPublic = home.startsWith('https://');
	const metadata = {
		client_name: 'Loadline',
		client_uri: home,
		redirect_uris: [`${home}/connect/callback`],
		grant_types: ['authorization_code', 'refresh_token'],
		response_types: ['code'],
		token_endpoint_auth_method: 'none',
	};
	return { ...(isPublic && { url }), metadata };
}

/** Users' own logins at servers behind: begun, finished, ended. */
function createConnections({
	vaults,
	configOf,
	book,
}: Pick<FrontDoorParts, 'vaults' | 'configOf' | 'book'>): HttpDeps['connections'] {
	const loginsOf = async (workspace: string) =>
		(await configOf(workspace)).upstreams.filter(({ auth }) => auth?.type === 'oauth');
	return {
		async list(workspace, principal) {
			const [upstreams, grants] = await Promise.all([
				loginsOf(workspace),
				vaults(workspace, principal).list(),
			]);
			return upstreams.map(({ name, url }) => {
				const grant = grants.find((one) => one.upstream === name && one.url === url);
				const since = grant && new Date(grant.createdAt).toISOString().slice(0, 10);
				return { name, host: new URL(url).host, ...defined({ since }) };
			});
		},
		async begin(home, name, { workspace, principal }) {
			const upstream = (await loginsOf(workspace)).find((one) => one.name === name);
			if (!upstream) return err('there is no server of this name that wants a login');
			const outfit = await book.outfit(upstream, { workspace, principal });
			if (!outfit.ok) return err('a secret that it names is not set, or may not be sent there');
			const of = protectedOf(upstream, outfit.value);
			return vaults(workspace, principal).begin(of, clientDocument(home), workspace);
		},
		async finish(query, { workspace, principal }) {
			const urls = (await loginsOf(workspace)).map(({ name, url }) => [name, url]);
			return vaults(workspace, principal).finish(query, Object.fromEntries(urls));
		},
		disconnect: (upstream, { workspace, principal }) =>
			vaults(workspace, principal).disconnect(upstream),
		document(home) {
			const { url, metadata } = clientDocument(home);
			return { client_id: url ?? `${home}${DOCUMENT_PATH}`, ...metadata };
		},
	};
}

type ServerOptions = Parameters<typeof createLoginServer>[0];

/** Creates the authorization servers of a deployment, one for each of its addresses. */
export function createClientLogins({
	note,
	...options
}: Omit<ServerOptions, 'home' | 'ended'> & Pick<HttpDeps, 'note'>) {
	const made = new Map<string, LoginServer>();
	const ended: ServerOptions['ended'] = (by, { workspace, name }, how) =>
		note(workspace, {
			...{ by, name: '', action: 'POST /token', target: name },
			...{ detail: { [how]: true }, correlationId: '' },
		});
	return (home: string): LoginServer => {
		const known = made.get(home) ?? createLoginServer({ ...options, home, ended });
		made.set(home, known);
		return known;
	};
}
