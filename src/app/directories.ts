// Directories, reached through their Durable Objects.
import { type HostNamespace, remote } from '../adapters/cloudflare';
import type { DirectoryStores, Erasures } from '../adapters/sqlite';

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

/** All of them. */
export type Directories = ReturnType<typeof createDirectories>;
