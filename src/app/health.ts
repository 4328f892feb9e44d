// Health of a workspace as callers see it: its upstreams, tools that changed, configuration and telemetry.
import type { HttpDeps } from '../adapters/http';
import type { ConfigService } from '../config';
import type { Env } from './env';
import type { createServices } from './services';
import { alertRulesOf, type createTelemetry } from './telemetry';
import { type createUpstreams, statesOf } from './upstreams';

/** Makes the reader of a workspace's health; changed tools are left out where that cannot be said. */
export const createHealth =
	(
		env: Env,
		config: ConfigService,
		services: ReturnType<typeof createServices>,
		upstreams: ReturnType<typeof createUpstreams>,
		telemetry: Pick<ReturnType<typeof createTelemetry>, 'health'>,
	): HttpDeps['health'] =>
	async (principal) => {
		const { workspace } = principal;
		const { config: settings, version, problem } = await config.current(workspace);
		const storage = env.LOADLINE_KV.troubles?.() ?? [];
		const unset = await upstreams.unset(settings, principal);
		const changed = await services(workspace)
			.sights.changes()
			.catch(() => []);
		return {
			upstreams: statesOf(settings, upstreams.of(settings, workspace), unset),
			...(changed.length > 0 && { changedTools: changed }),
			configVersion: version,
			...(problem && { configProblem: problem }),
			...(storage.length > 0 && { storage }),
			telemetry: await telemetry.health(workspace, alertRulesOf(settings)),
		};
	};
