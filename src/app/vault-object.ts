// The Durable Object of a vault: one a principal, with the grants it has at upstreams and its own secrets;
// one a workspace, with the tokens of its service accounts and the workspace's secrets.
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';
import { createForeignFetch } from '../adapters/oauth/foreign-fetch';
import { Vault as Grants } from '../adapters/oauth/vault';
import { createSealedBox } from '../adapters/sealed-box';
import { SecretStore } from '../adapters/sqlite/secret-store';
import { VaultStore } from '../adapters/sqlite/vault-store';
import { DEVELOPMENT_SECRET, randomCallId } from '../adapters/web-crypto';
import { type Env, handleSecrets } from '../env';

export class Vault extends hostedObject<Env>(({ name, sql, wakeAt }, env): Hosted => {
	const allowLoopback = env.LOADLINE_DEV === '1';
	const grants = new Grants({
		name,
		store: new VaultStore(sql),
		box: createSealedBox(handleSecrets(env, DEVELOPMENT_SECRET), 'vault/1'),
		fetch: createForeignFetch({ fetch: (url, init) => fetch(url, init), allowLoopback }),
		allowLoopback,
		now: () => Date.now(),
		newId: randomCallId,
		wakeAt,
	});
	const secrets = new SecretStore({
		...{ sql, name, now: () => Date.now() },
		box: createSealedBox(handleSecrets(env, DEVELOPMENT_SECRET), 'secrets/1'),
	});
	return { services: { grants, secrets }, alarm: () => grants.sweep() };
}) {}
