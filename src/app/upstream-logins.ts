// Credentials at upstreams that want OAuth: a user's own login, or a service account, each from its
// vault (docs/gateway.md "Users' own logins").
import { type HostNamespace, remote } from '../adapters/cloudflare/hosted-object';
import type { Lent, Protected, Vault } from '../adapters/oauth/vault';
import type { Principal } from '../auth/principal';
import type { Config } from '../config/schema';
import { fillSecrets } from '../config/secret-reference';
import type { Credential, Credentials } from '../gateway/credentials';
import type { CallContext, SourceFault } from '../gateway/tool-source';
import type { Remote } from '../shared/remote';
import { err, ok, type Result } from '../shared/result';

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
type Lookup = (name: string) => string | undefined;

/** An upstream as a vault takes it; undefined when the secret of its client is not set. */
export function protectedOf(
	{ name, url, auth }: UpstreamConfig,
	secret: Lookup,
): Protected | undefined {
	const { clientId, clientSecret, scopes, issuer } = auth ?? {};
	const filled = clientSecret === undefined ? ok(undefined) : fillSecrets(clientSecret, secret);
	if (!filled.ok) return undefined;
	const client = clientId !== undefined && {
		client: { client_id: clientId, ...(filled.value && { client_secret: filled.value }) },
	};
	return { upstream: name, url, ...client, ...(scopes && { scopes }), ...(issuer && { issuer }) };
}

/** @param headers sent besides the token */
export function loginCredentials(
	upstream: UpstreamConfig,
	headers: Readonly<Record<string, string>>,
	{ vaults, secret }: { readonly vaults: Vaults; readonly secret: Lookup },
): Credentials {
	const { name, auth } = upstream;
	const isService = auth?.type === 'client_credentials';
	const given = (lent: Lent, context: CallContext): Result<Credential, SourceFault> => {
		switch (lent.kind) {
			case 'token': {
				const authorization = `Bearer ${lent.accessToken}`;
				const generation = `${isService ? 'service' : 'login'} ${lent.generation}`;
				return ok({ headers: { ...headers, authorization }, generation });
			}
			case 'missing':
				return err(loginFault(name, lent.why, context));
			case 'failed':
				return err({
					code: 'unavailable',
					message: `Loadline could not log in at upstream "${name}": ${lent.message}. ${isService ? 'An administrator has to look at its "auth".' : 'Try again later.'}`,
				});
		}
	};
	const unset = () =>
		err({
			code: 'unavailable',
			message: `Upstream "${name}" is not set up: its "auth" names a secret that is missing. An administrator must set it.`,
		} as const);
	return {
		async of(context) {
			const of = protectedOf(upstream, secret);
			if (!of) return unset();
			const { workspace, id } = context.principal;
			const lent = isService
				? await vaults(workspace).service(of)
				: await vaults(workspace, id).token(of);
			return given(lent, context);
		},
		async refused(context, credential, challenge) {
			const of = protectedOf(upstream, secret);
			if (!of) return unset();
			const { workspace, id } = context.principal;
			const token = (credential.headers.authorization ?? '').replace(/^Bearer /, '');
			const lent = isService
				? await vaults(workspace).serviceRefused(of, token)
				: await vaults(workspace, id).refused(of, token, challenge);
			return given(lent, context);
		},
	};
}

const WHY = {
	none: 'needs your own login',
	ended: 'needs your login again: the former one has ended',
	scope: 'needs more rights than your login there has',
} as const;

/** What a user without a grant is told: where to go, and that nothing was done. */
export function loginFault(
	upstream: string,
	why: keyof typeof WHY,
	{ home, principal }: Pick<CallContext, 'home' | 'principal'>,
): SourceFault {
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

/** Which grant a principal has at an upstream of this kind now; undefined without one. */
export async function generationAt(
	{ name, url, auth }: UpstreamConfig,
	{ workspace, id }: Principal,
	vaults: Vaults,
): Promise<string | undefined> {
	if (auth?.type === 'client_credentials') return 'service';
	const generation = await vaults(workspace, id).generation(name, url);
	return generation && `login ${generation}`;
}
