// Records into Analytics Engine (docs/telemetry.md "Analytics Engine"). Writing returns at once and
// needs no network; in local development it does nothing.
import { dataPointOf, type TelemetrySink } from '../../telemetry';

/** What is used of an Analytics Engine binding. */
export interface AnalyticsBinding {
	writeDataPoint(point: { indexes?: string[]; blobs?: string[]; doubles?: number[] }): void;
}

/** @param binding absent where a deployment has none: then nothing is written */
export const analyticsSink = (binding: AnalyticsBinding | undefined): TelemetrySink => ({
	write: async (records) => {
		for (const record of records) binding?.writeDataPoint(dataPointOf(record));
	},
});
