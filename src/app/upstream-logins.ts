// Credentials at upstreams that want OAuth: a user's own login, or a service account, each from its
// vault (docs/gateway.md "Users' own logins").
import { type HostNamespace, remote } from '../adapters/cloudflare';
import type { Resealed } from '../adapters/crypto';
import type { HttpDeps } from '../adapters/http';
import type { Vault } from '../adapters/oauth';
import type { TelemetryStores } from '../adapters/sqlite';
import { parseTokens } from '../auth';
import type { Config } from '../config';
import {
	type CallContext,
	type Credential,
	type Credentials,
	generationOf,
	type grantsOf,
	type SourceFault,
} from '../gateway';
import { onceFor } from '../shared/once';
import type { Remote } from '../shared/remote';
import { err, ok, type Result } from '../shared/result';
import type { Directories } from './directory-object';
import { type Env, tokenList } from './env';
import type { Outfit, SecretBook } from './secret-book';

export type UpstreamConfig = Config['upstreams'][number];

/** The vault of a principal; of the workspace's service accounts where none is given. */
export const createVaults =
	(namespace: HostNamespace) =>
	(workspace: string, principal?: string): Remote<Vault> =>
		remote<Vault>(
			namespace,
			JSON.stringify(principal === undefined ? [workspace] : [workspace, principal]),
			'grants',
		);

export type Vaults = ReturnType<typeof createVaults>;
/** An upstream's address and headers with their secrets, for a caller. */
export type OutfitOf = (
	context: Pick<CallContext, 'principal'>,
) => Promise<Result<Outfit, SourceFault>>;

/** An upstream as a vault takes it. */
export function protectedOf(
	{ name, url, auth }: UpstreamConfig,
	{ clientSecret }: Pick<Outfit, 'clientSecret'>,
): Parameters<Vault['token']>[0] {
	const { clientId, scopes, issuer } = auth ?? {};
	const client = clientId !== undefined && {
		client: {
			client_id: clientId,
			...(clientSecret && {
				client_secret: clientSecret.value,
				secret_origins: [...clientSecret.origins],
			}),
		},
	};
	return { upstream: name, url, ...client, ...(scopes && { scopes }), ...(issuer && { issuer }) };
}

/** The headers of a user's own login at an upstream, renewed as they end. */
export function loginCredentials(
	upstream: UpstreamConfig,
	{ vaults, outfitOf }: { readonly vaults: Vaults; readonly outfitOf: OutfitOf },
): Credentials {
	const { name, auth } = upstream;
	const isService = auth?.type === 'client_credentials';
	const lend = async (
		context: CallContext,
		refused?: Parameters<Vault['token']>[1],
	): Promise<Result<Credential, SourceFault>> => {
		const outfit = await outfitOf(context);
		if (!outfit.ok) return outfit;
		const { url, headers, secrets } = outfit.value;
		const { workspace, id } = context.principal;
		const of = protectedOf(upstream, outfit.value);
		const lent = isService
			? await vaults(workspace).service(of, refused)
			: await vaults(workspace, id).token(of, refused);
		if (lent.kind === 'missing') return err(await loginFault(name, lent.why, context));
		if (lent.kind === 'failed')
			return err({
				code: 'unavailable',
				message: `Loadline could not log in at upstream "${name}": ${lent.message}. ${isService ? 'An administrator has to look at its "auth".' : 'Try again later.'}`,
			});
		const authorization = `Bearer ${lent.accessToken}`;
		const generation = `${isService ? 'service' : 'login'} ${lent.generation}`;
		return ok({ url, headers: { ...headers, authorization }, secrets, generation });
	};
	return {
		of: (context) => lend(context),
		refused: (context, { headers }, challenge) =>
			lend(context, { token: headers.authorization?.replace(/^Bearer /, '') ?? '', challenge }),
	};
}

const WHY = {
	none: 'needs your own login',
	ended: 'needs your login again: the former one has ended',
	scope: 'needs more rights than your login there has',
} as const;

/** Returns the fault for a user without a grant: the page to open, and that nothing was done. */
export async function loginFault(
	upstream: string,
	why: keyof typeof WHY,
	{ home: homeOf, principal }: Pick<CallContext, 'home' | 'principal'>,
): Promise<SourceFault> {
	const home = await homeOf?.();
	const said = `Upstream "${upstream}" ${WHY[why]}.`;
	if (home === undefined)
		return {
			code: 'unavailable',
			message: `${said} This server does not know its own address: an administrator has to set LOADLINE_URL.`,
		};
	const url = `${home}/connect/${upstream}?workspace=${encodeURIComponent(principal.workspace)}`;
	return {
		code: 'unavailable',
		message: `${said} Nothing was called. Ask the user to open ${url} in a browser and to allow access there; then make this call again.`,
		login: { upstream, url },
	};
}

const calledAs = onceFor(({ headers, url }: Outfit) => generationOf({ ...headers, url }));

/** Creates the digest of an upstream's address, secrets and login for a principal. */
export const createGeneration =
	(book: SecretBook, vaults: Vaults): Parameters<typeof grantsOf>[1] =>
	async (upstream, { workspace, id }) => {
		const { name, url, auth } = upstream;
		const outfit = await book.outfit(upstream, { workspace, principal: id });
		const called = outfit.ok ? calledAs(outfit.value) : 'unset';
		if (!auth) return called;
		const facts = `${called} ${generationOf({ auth: JSON.stringify(auth) })}`;
		if (auth.type === 'client_credentials') return facts;
		return `${facts} ${(await vaults(workspace, id).generation(name, url)) ?? 'no login'}`;
	};

/** Everybody who may have a vault: noted ones and, of earlier versions, members, token principals, the deployment's list. */
export const createResealing =
	(env: Env, directories: Directories, vaults: Vaults, book: SecretBook): HttpDeps['reseal'] =>
	async (workspace) => {
		const { members, tokens } = directories.of(workspace);
		const listed = parseTokens(tokenList(env) ?? '[]');
		const principals = new Set<string | undefined>([
			undefined,
			...(await remote<TelemetryStores['known']>(env.TELEMETRY, workspace, 'known').list({})),
			...(await members.list()).map(({ id }) => id),
			...(await tokens.list()).map(({ principal }) => principal),
			...(listed.ok ? listed.value : [])
				.filter(({ principal }) => principal.workspace === workspace)
				.map(({ principal }) => principal.id),
		]);
		let [resealed, unreadable] = [0, 0];
		const count = (done: Resealed) => {
			resealed += done.resealed;
			unreadable += done.unreadable;
		};
		for (const principal of principals) {
			count(await vaults(workspace, principal).reseal({}));
			count(await book.store(workspace, principal).reseal({}));
		}
		return { vaults: principals.size, resealed, unreadable };
	};
