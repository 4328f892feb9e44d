// The admin and query API: what stands at which path.
import type { Hono } from 'hono';
import { auditRoutes } from './audit-routes';
import { configRoutes } from './config-routes';
import type { HttpDeps, RouteState } from './deps';
import { erasureRoutes } from './erasure-routes';
import { findingRoutes } from './finding-routes';
import { memberRoutes } from './member-routes';
import { evidenceRoutes } from './memory-evidence-routes';
import { objectRoutes } from './memory-object-routes';
import { draftRoutes } from './memory-review-routes';
import { syncRoutes } from './memory-sync-routes';
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

export const memoryRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	objectRoutes(app, deps);
	draftRoutes(app, deps);
	syncRoutes(app, deps);
	evidenceRoutes(app, deps);
};

/** Add the routes of the API; those that are looked at first stand first. */
export const API: readonly ((app: Hono<RouteState>, deps: HttpDeps) => void)[] = [
	secretRoutes,
	tokenRoutes,
	memberRoutes,
	workspaceRoutes,
	auditRoutes,
	erasureRoutes,
	memoryRoutes,
	recordsRoutes,
	findingRoutes,
	resultsRoutes,
	sessionRoutes,
	workflowRoutes,
	runRoutes,
	upstreamRoutes,
	configRoutes,
	telemetryRoutes,
];
