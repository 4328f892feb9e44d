// Directories, reached through their Durable Objects.
import { type HostNamespace, remote } from '../adapters/cloudflare';
import type { HttpDeps } from '../adapters/http';
import type { DirectoryStores, Erasures } from '../adapters/sqlite';
import { log, reasonOf } from './log';

/** No workspace has this name. */
export const DEPLOYMENT = 'deployment';

/** Creates clients of the directory objects: of each workspace, and of the deployment. */
export const createDirectories = (namespace: HostNamespace) => ({
	of: (workspace: string) => ({
		tokens: remote<DirectoryStores['tokens']>(namespace, workspace, 'tokens'),
		members: remote<DirectoryStores['members']>(namespace, workspace, 'members'),
		audit: remote<DirectoryStores['audit']>(namespace, workspace, 'audit'),
	}),
	workspaces: remote<DirectoryStores['workspaces']>(namespace, DEPLOYMENT, 'workspaces'),
	audit: remote<DirectoryStores['audit']>(namespace, DEPLOYMENT, 'audit'),
	ownership: remote<DirectoryStores['ownership']>(namespace, DEPLOYMENT, 'ownership'),
	visits: remote<DirectoryStores['visits']>(namespace, DEPLOYMENT, 'visits'),
	logins: remote<DirectoryStores['logins']>(namespace, DEPLOYMENT, 'logins'),
	erasures: remote<Erasures>(namespace, DEPLOYMENT, 'erasures'),
});

export type Directories = ReturnType<typeof createDirectories>;

/** Notes acts in the audit log they belong to. Never rejects. */
export const createNotes =
	(directories: Directories): HttpDeps['note'] =>
	async (where, act, { isRefused = false, isOnce = false } = {}) => {
		const { correlationId } = act;
		const audit = where === undefined ? directories.audit : directories.of(where).audit;
		try {
			const head = isRefused ? await audit.noteRefused(act) : await audit.note(act, { isOnce });
			// The platform's log keeps what the head was: whoever alters the chain would have to alter it too.
			if (head) log({ level: 'info', event: 'audit', correlationId, ...head, workspace: where });
		} catch (error) {
			log({ level: 'error', event: 'audit_lost', correlationId, error: reasonOf(error) });
		}
	};
