// Directories, reached through their Durable Objects.
import { type HostNamespace, remote } from '../adapters/cloudflare/hosted-object';
import type { ApiTokens } from '../adapters/sqlite/api-tokens';
import type { AuditLog } from '../adapters/sqlite/audit-log';
import type { Erasures } from '../adapters/sqlite/erasures';
import type { Members } from '../adapters/sqlite/members';
import type { Ownership } from '../adapters/sqlite/ownership';
import type { Visits } from '../adapters/sqlite/visits';
import type { Workspaces } from '../adapters/sqlite/workspaces';

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
