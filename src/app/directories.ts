// Directories, reached through their Durable Objects.
import { type HostNamespace, remote } from '../adapters/cloudflare';
import type {
	ApiTokens,
	AuditLog,
	Erasures,
	Members,
	Ownership,
	Visits,
	Workspaces,
} from '../adapters/sqlite';

/** No workspace has this name. */
export const DEPLOYMENT = 'deployment';

/** Who may do what: of each workspace, and of the deployment. */
export const createDirectories = (namespace: HostNamespace) => ({
	/** Of one workspace. */
	of: (workspace: string) => ({
		tokens: remote<ApiTokens>(namespace, workspace, 'tokens'),
		members: remote<Members>(namespace, workspace, 'members'),
		audit: remote<AuditLog>(namespace, workspace, 'audit'),
	}),
	/** Of the deployment. */
	workspaces: remote<Workspaces>(namespace, DEPLOYMENT, 'workspaces'),
	audit: remote<AuditLog>(namespace, DEPLOYMENT, 'audit'),
	ownership: remote<Ownership>(namespace, DEPLOYMENT, 'ownership'),
	visits: remote<Visits>(namespace, DEPLOYMENT, 'visits'),
	erasures: remote<Erasures>(namespace, DEPLOYMENT, 'erasures'),
});

/** All of them. */
export type Directories = ReturnType<typeof createDirectories>;
