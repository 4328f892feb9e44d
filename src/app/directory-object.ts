// The Durable Object that knows who may do what: one a workspace, with its members, API tokens and audit
// log; the one called `DEPLOYMENT` knows the workspaces, whose the deployment is and
// who is signed in, and keeps the log of what concerns them all.
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';
import { ApiTokens } from '../adapters/sqlite/api-tokens';
import { AuditLog } from '../adapters/sqlite/audit-log';
import { Members } from '../adapters/sqlite/members';
import { Ownership } from '../adapters/sqlite/ownership';
import { Visits } from '../adapters/sqlite/visits';
import { Workspaces } from '../adapters/sqlite/workspaces';

export class Directory extends hostedObject(({ sql }): Hosted => {
	const now = () => Date.now();
	return {
		services: {
			tokens: new ApiTokens(sql, now),
			members: new Members(sql, now),
			audit: new AuditLog(sql, now),
			workspaces: new Workspaces(sql, now),
			ownership: new Ownership(sql, now),
			visits: new Visits(sql, now),
		},
	};
}) {}
