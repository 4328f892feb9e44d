// Seals the secrets and logins of a workspace anew, when the deployment's secret is being rotated.
import { remote } from '../adapters/cloudflare';
import type { Resealed } from '../adapters/crypto';
import type { HttpDeps } from '../adapters/http';
import type { TelemetryStores } from '../adapters/sqlite';
import { parseTokens } from '../auth';
import type { Directories } from './directories';
import { type Env, tokenList } from './env';
import type { SecretBook } from './secret-book';
import type { Vaults } from './upstream-logins';

interface ResealingPorts {
	readonly directories: Directories;
	readonly vaults: Vaults;
	readonly book: SecretBook;
}

/**
 * Everybody who may have a vault: who is known to, and, since earlier versions noted nobody, members, those for
 * whom tokens act, and those on the deployment's list.
 */
export const createResealing =
	(env: Env, { directories, vaults, book }: ResealingPorts): HttpDeps['reseal'] =>
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
