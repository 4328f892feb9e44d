// The open episodes of a workspace's alerts, so that none is told twice (docs/telemetry.md "Alerts").

import { insert } from '../../shared/rows';
import type { Sql } from '../../shared/sql';
import type { judge } from '../../telemetry';
import { makeTelemetryTables } from './telemetry-schema';

type Episode = Parameters<typeof judge>[2][number];

/** Open alerts of a workspace. */
export class TelemetryEpisodes {
	constructor(private readonly sql: Sql) {
		makeTelemetryTables(sql);
	}

	open(): Episode[] {
		return this.sql
			.all<{ episode: string }>('SELECT episode FROM telemetry_episodes ORDER BY rule')
			.map(({ episode }) => JSON.parse(episode) as Episode);
	}

	/** Opens an episode, or replaces what is known of it. */
	keep(episode: Episode): void {
		const row = { rule: episode.rule, episode: JSON.stringify(episode) };
		insert(this.sql, 'INSERT OR REPLACE INTO telemetry_episodes', row);
	}

	close(rule: Episode['rule']): void {
		this.sql.all`DELETE FROM telemetry_episodes WHERE rule = ${rule}`;
	}
}
