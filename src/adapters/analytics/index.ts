// Analytics Engine: writes records to its binding (docs/telemetry.md "Analytics Engine"). In local development that
// does nothing.
import { dataPointOf } from '../../telemetry';

/** The part of an Analytics Engine binding that is used. */
export interface AnalyticsBinding {
	writeDataPoint(point: { indexes?: string[]; blobs?: string[]; doubles?: number[] }): void;
}

/** Writes records; a binding takes them at once, or throws. */
export function writeDataPoints(
	binding: AnalyticsBinding,
	records: readonly Parameters<typeof dataPointOf>[0][],
): void {
	for (const record of records) binding.writeDataPoint(dataPointOf(record));
}
