// The Durable Object of a workspace's telemetry: its newest records, roll-ups and open alerts. The
// one called `TELEMETRY_INDEX` knows which workspaces there are.
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';
import { TelemetryEpisodes } from '../adapters/sqlite/telemetry-episodes';
import { TelemetryStore } from '../adapters/sqlite/telemetry-store';
import { TelemetryWorkspaces } from '../adapters/sqlite/telemetry-workspaces';

export class Telemetry extends hostedObject(({ sql, wakeAt }): Hosted => {
	const telemetry = new TelemetryStore(sql, { now: () => Date.now(), wakeAt });
	return {
		services: {
			telemetry,
			episodes: new TelemetryEpisodes(sql),
			workspaces: new TelemetryWorkspaces(sql),
		},
		alarm: () => telemetry.clear(),
	};
}) {}
