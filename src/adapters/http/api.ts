// The admin and query API: what stands at which path.
import type { Hono } from 'hono';
import { auditRoutes } from './audit-routes';
import { configRoutes } from './config-routes';
import type { HttpDeps, RouteState } from './deps';
import { erasureRoutes } from './erasure-routes';
import { findingRoutes } from './finding-routes';
import { memberRoutes } from './member-routes';
import { memoryRoutes } from './memory-routes';
import { recordsRoutes } from './records-routes';
import { resultsRoutes } from './results-routes';
import { runRoutes } from './run-routes';
import { secretRoutes } from './secret-routes';
import { sessionRoutes } from './session-routes';
import { telemetryRoutes } from './telemetry-routes';
import { tokenRoutes } from './token-routes';
import { upstreamRoutes } from './upstream-routes';
import { workflowRoutes } from './workflow-routes';
import { workspaceRoutes } from './workspace-routes';

/** Routes by where they begin; those that are looked at first stand first. */
export const apiRoutes = (
	deps: HttpDeps,
): readonly (readonly [path: string, routes: Hono<RouteState>])[] => [
	['/api', secretRoutes(deps)],
	['/api/tokens', tokenRoutes(deps)],
	['/api/members', memberRoutes(deps)],
	['/api/workspaces', workspaceRoutes(deps)],
	['/api/audit', auditRoutes(deps)],
	['/api', erasureRoutes(deps)],
	['/api/memory', memoryRoutes(deps)],
	['/api/records', recordsRoutes(deps)],
	['/api/findings', findingRoutes(deps)],
	['/api/results', resultsRoutes(deps)],
	['/api/sessions', sessionRoutes(deps)],
	['/api/workflows', workflowRoutes(deps)],
	['/api/runs', runRoutes(deps)],
	['/api/config/upstreams', upstreamRoutes(deps)],
	['/api/config', configRoutes(deps)],
	['/api/telemetry', telemetryRoutes(deps)],
];
