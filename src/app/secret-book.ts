// Lends secrets to destinations: those of the deployment by its grants, those of a workspace and of users
// by the origins they were set for. Asked at every call, so that what is taken back is not sent again.
import { remote } from '../adapters/cloudflare';
import type { SecretStore } from '../adapters/sqlite';
import {
	type Config,
	type ConfigEditor,
	fillSecrets,
	headerTextFault,
	referencesIn,
	withoutReferences,
} from '../config';
import { err, ok, type Result } from '../shared/result';
import { type Env, isOpen, set } from './env';
import { grantsFor, parseSecretGrants } from './secret-grants';

type SecretReference = ReturnType<typeof referencesIn>[number];
type Issues = ConstructorParameters<typeof ConfigEditor>[1]['secretIssues'];
type Issue = Awaited<ReturnType<Issues>>[number];

const keyOf = ({ owner, name }: SecretReference): string => `${owner} ${name}`;

/** For whom a secret is wanted. */
export interface Borrower {
	readonly workspace: string;
	/** Principal id; absent where nobody calls, as for a webhook. */
	readonly principal?: string;
}

/** The reason why a secret cannot be used. */
export interface SecretFault {
	readonly reference: SecretReference;
	readonly why: 'missing' | 'ungranted' | 'origin' | 'unreadable';
	readonly origin: string;
}

/** An upstream's address and headers as they are sent. */
export interface Outfit {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** With where it may go: the token endpoint is known only once it was looked for. */
	readonly clientSecret?: { readonly value: string; readonly origins: readonly string[] };
	/** Values that came from secrets. */
	readonly secrets: readonly string[];
}

type Upstream = Config['upstreams'][number];
type LentValue = Extract<
	Awaited<ReturnType<SecretStore['lend']>>[number],
	{ readonly value: string }
>;
type Lent = LentValue | { readonly why: SecretFault['why'] };

/** Lends by the grants of the deployment, and from the stores of workspaces and users. */
export function createSecretBook(env: Env) {
	const grants = parseSecretGrants(set(env.LOADLINE_GRANTS) ?? '[]');
	/** Names and origins of the deployment's secrets that a workspace may use. */
	const granted = (workspace: string) =>
		grantsFor(grants.ok ? grants.value : [], workspace).map(({ secret: name, origins }) => ({
			...{ name, origins },
		}));
	/** The stores of a workspace's own secrets, or of a user's. */
	const store = (workspace: string, principal?: string) =>
		remote<SecretStore>(
			env.VAULT,
			JSON.stringify(principal === undefined ? [workspace] : [workspace, principal]),
			'secrets',
		);
	const deployments = (name: string, origin: string, workspace: string): Lent => {
		const ofName = granted(workspace).filter((grant) => grant.name === name);
		const origins = ofName.flatMap((grant) => grant.origins);
		if (isOpen(env)) origins.push(origin);
		const value = set(env[name]);
		// A caller that may not use a secret does not learn whether it exists.
		if (!origins.includes(origin)) return { why: ofName.length > 0 ? 'origin' : 'ungranted' };
		return value === undefined ? { why: 'missing' } : { value, origins };
	};

	const lend = async (
		references: readonly SecretReference[],
		origin: string,
		{ workspace, principal }: Borrower,
	): Promise<Result<ReadonlyMap<string, LentValue>, SecretFault>> => {
		const values = new Map<string, LentValue>();
		for (const owner of ['deployment', 'workspace', 'user'] as const) {
			const wanted = references.filter((one) => one.owner === owner);
			const names = [...new Set(wanted.map(({ name }) => name))];
			if (names.length === 0) continue;
			const lent: readonly Lent[] =
				owner === 'deployment'
					? names.map((name) => deployments(name, origin, workspace))
					: owner === 'workspace'
						? await store(workspace).lend(names, origin)
						: principal === undefined
							? names.map(() => ({ why: 'missing' }) as const)
							: await store(workspace, principal).lend(names, origin);
			for (const [at, name] of names.entries()) {
				const one = lent[at] ?? ({ why: 'missing' } as const);
				const reference = { owner, name };
				if (!('value' in one)) return err({ reference, why: one.why, origin });
				if (headerTextFault(one.value) !== null)
					return err({ reference, why: 'unreadable', origin });
				values.set(keyOf(reference), one);
			}
		}
		return ok(values);
	};

	const filledUrl = (url: string, values: ReadonlyMap<string, LentValue>): string => {
		const filled = fillSecrets(url, (one) => values.get(keyOf(one))?.value, encodeURIComponent);
		return filled.ok ? filled.value : url;
	};

	/** Upstreams without secrets, which are the same for every caller. */
	const plain = new WeakMap<Upstream, Outfit>();
	return {
		store,
		granted,
		async outfit(upstream: Upstream, borrower: Borrower): Promise<Result<Outfit, SecretFault>> {
			const known = plain.get(upstream);
			if (known) return ok(known);
			const { url, headers, auth } = upstream;
			const { clientSecret } = auth ?? {};
			const references = referencesIn([url, ...Object.values(headers)].join('\n'));
			const values = await lend(references, originOf(url), borrower);
			if (!values.ok) return values;
			const forClient = referencesIn(clientSecret ?? '');
			const client = await lend(forClient, originOf(auth?.issuer ?? url), borrower);
			if (!client.ok) return client;
			const filled = Object.entries(headers).map(([name, text]) => {
				const made = fillSecrets(text, (one) => values.value.get(keyOf(one))?.value);
				return [name, made.ok ? made.value : ''] as const;
			});
			// The configuration allows one reference there, and nothing beside it.
			const [secret] = client.value.values();
			const outfit: Outfit = {
				url: filledUrl(url, values.value),
				headers: Object.fromEntries(filled),
				...(secret && { clientSecret: secret }),
				secrets: [...values.value.values(), ...client.value.values()].map(({ value }) => value),
			};
			if (references.length + forClient.length === 0) plain.set(upstream, outfit);
			return ok(outfit);
		},
		/** One address with its secrets. */
		async fill(url: string, borrower: Borrower): Promise<Result<string, SecretFault>> {
			const values = await lend(referencesIn(url), originOf(url), borrower);
			return values.ok ? ok(filledUrl(url, values.value)) : values;
		},
		/** Lists references of a configuration that it may not use. */
		async issues(config: Config, workspace: string): Promise<readonly Issue[]> {
			const found = await Promise.all(
				placesIn(config).map(async ({ path, text, origin }): Promise<Issue[]> => {
					// A user's own secret is not there until they set it.
					const wanted = referencesIn(text).filter(({ owner }) => owner !== 'user');
					const values = await lend(wanted, origin, { workspace });
					// A secret may be set after the configuration that names it.
					if (values.ok || values.error.why === 'missing') return [];
					return [{ path, reason: faultText(values.error) }];
				}),
			);
			return found.flat();
		},
	};
}

/** The one place where secrets are lent; a fault names the reference and the origin, never a value. */
export type SecretBook = ReturnType<typeof createSecretBook>;

/** Every text that may name secrets, with where they would be sent. */
function placesIn({ upstreams, alerts }: Config) {
	const ofUpstreams = upstreams.flatMap(({ url, headers, auth }, at) => [
		{ path: `upstreams.${at}.url`, text: url, origin: originOf(url) },
		...Object.entries(headers).map(([name, text]) => ({
			path: `upstreams.${at}.headers.${name}`,
			text,
			origin: originOf(url),
		})),
		{
			path: `upstreams.${at}.auth.clientSecret`,
			text: auth?.clientSecret ?? '',
			origin: originOf(auth?.issuer ?? url),
		},
	]);
	const { url = '' } = alerts.webhook ?? {};
	return [...ofUpstreams, { path: 'alerts.webhook.url', text: url, origin: originOf(url) }].filter(
		({ text }) => text.includes('${'),
	);
}

const originOf = (url: string): string => {
	const plain = withoutReferences(url);
	return URL.canParse(plain) ? new URL(plain).origin : '';
};

/** Describes a fault, and who mends it. */
export function faultText({ reference: { owner, name }, why, origin }: SecretFault): string {
	const what = owner === 'user' ? `your own secret ${name}` : `the secret ${name}`;
	const isGranted = why === 'missing' || why === 'unreadable';
	const mended = {
		deployment: isGranted
			? `set it in .dev.vars (npm start) or in the environment (loadline serve) and start again, or of a deployment its operator does: npx wrangler secret put ${name}`
			: `the deployment's operator grants it to a workspace with an origin (LOADLINE_GRANTS)`,
		workspace: `set it with: loadline secret set ${name} --origin ${origin}`,
		user: `set it with: loadline secret set ${name} --origin ${origin} --mine`,
	}[owner];
	const state = {
		missing: 'is not set',
		ungranted: 'may not be used by this workspace',
		origin: `may not be sent to ${origin}`,
		unreadable: 'cannot be read any more, or not be sent',
	}[why];
	return `${what} ${state}: ${mended}`;
}
