// The admin and query API: what stands at which path.
import type { Hono } from 'hono';
import { auditRoutes } from './audit-routes';
import { configRoutes, upstreamRoutes } from './config-routes';
import type { HttpDeps, RouteState } from './deps';
import { findingRoutes } from './finding-routes';
import { memoryRoutes } from './memory-routes';
import { recordsRoutes } from './records-routes';
import { resultsRoutes } from './results-routes';
import { secretRoutes } from './secret-routes';
import { sessionRoutes } from './session-routes';
import { telemetryRoutes } from './telemetry-routes';
import { runRoutes, workflowRoutes } from './workflow-routes';
import { erasureRoutes, memberRoutes, tokenRoutes, workspaceRoutes } from './workspace-routes';

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
