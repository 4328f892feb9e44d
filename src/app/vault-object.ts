// The Durable Object of a vault: one a principal, with the grants it has at upstreams and its own secrets;
// one a workspace, with the tokens of its service accounts and the workspace's secrets.
import { type Hosted, remote } from '../adapters/cloudflare';
import { createSealedBox, randomCallId } from '../adapters/crypto';
import { createForeignFetch, Vault as Grants } from '../adapters/oauth';
import { SecretStore, type TelemetryStores, VaultStore } from '../adapters/sqlite';
import { type Env, handleSecrets } from './env';
import { ownObject } from './own-object';

const SOON_MS = 1_000;

/** Its name is a JSON list: the workspace, and the principal where it is a principal's. */
export class Vault extends ownObject<Env>(({ name, sql, wakeAt }, env): Hosted => {
	const [workspace = '', principal] = JSON.parse(name) as string[];
	/** Objects cannot be enumerated: an erasure learns here whose there are. */
	const noted = async () => {
		if (principal === undefined) return;
		const known = remote<TelemetryStores['known']>(env.TELEMETRY, workspace, 'known');
		await known.note({ principals: [principal] });
	};
	const allowLoopback = env.LOADLINE_DEV === '1';
	const grants = new Grants({
		name,
		store: new VaultStore(sql),
		box: createSealedBox(handleSecrets(env), 'vault/1'),
		fetch: createForeignFetch({ fetch: (url, init) => fetch(url, init), allowLoopback }),
		allowLoopback,
		now: () => Date.now(),
		newId: randomCallId,
		...{ wakeAt, noted },
	});
	const secrets = new SecretStore({
		...{ sql, name, noted, now: () => Date.now() },
		box: createSealedBox(handleSecrets(env), 'secrets/1'),
	});
	// While a secret of the deployment is being rotated, a vault that is used seals itself anew.
	const isRotating = handleSecrets(env).previous !== undefined;
	if (isRotating) wakeAt(Date.now() + SOON_MS);
	return {
		services: { grants, secrets },
		async alarm() {
			grants.sweep();
			if (!isRotating) return;
			await grants.reseal();
			await secrets.reseal();
		},
	};
}) {}
