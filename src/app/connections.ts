// Users' own logins at servers behind, as the pages show and change them, and clients that log in here.
import type { HttpDeps } from '../adapters/http';
import { createLoginServer, type LoginServer, type Vault } from '../adapters/oauth';
import type { Config } from '../config';
import { err } from '../shared/result';
import type { Directories } from './directories';
import type { SecretBook } from './secret-book';
import { protectedOf, type Vaults } from './upstream-logins';

interface ConnectionPorts {
	readonly vaults: Vaults;
	configOf(workspace: string): Promise<Config>;
	readonly book: SecretBook;
}

const DOCUMENT_PATH = '/.well-known/loadline-client.json';

/** Loadline as a client (RFC 7591; client ID metadata documents). */
function clientDocument(home: string): Parameters<Vault['begin']>[1] {
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
export function createConnections({
	vaults,
	configOf,
	book,
}: ConnectionPorts): HttpDeps['connections'] {
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
				const { host } = new URL(url);
				return { name, host, ...(grant && { since: dayOf(grant.createdAt) }) };
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

/** `2026-11-22` */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

interface ClientLoginOptions {
	readonly env: { readonly OAUTH_KV: object };
	readonly logins: Directories['logins'];
	readonly registration: boolean;
	readonly note: HttpDeps['note'];
	log(entry: Readonly<Record<string, unknown>>): void;
}

/** Creates the authorization servers of a deployment, one for each of its addresses. */
export function createClientLogins({ note, ...options }: ClientLoginOptions) {
	const made = new Map<string, LoginServer>();
	const ended: Parameters<typeof createLoginServer>[0]['ended'] = (
		principal,
		{ workspace, name },
		how,
	) =>
		note(workspace, {
			...{ by: principal, name: '', action: 'POST /token', target: name },
			...{ detail: { [how]: true }, correlationId: '' },
		});
	const serverAt = (home: string): LoginServer => {
		const known = made.get(home) ?? createLoginServer({ ...options, home, ended });
		made.set(home, known);
		return known;
	};
	return serverAt;
}
