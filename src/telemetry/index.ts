// Telemetry: records of calls, figures over them, alerts, the log.

// Alerts over a window, and the log.
export {
	type Episode,
	judge,
	noticeBody,
	noticeText,
	type RuleStanding,
	standingOf,
} from './alerts';
export { analyticsSource } from './analytics-source';
// Analytics Engine: a record as a data point, and its SQL.
export { DATASET } from './analytics-sql';
export { type DataPoint, dataPointOf } from './columns';
export { coarse } from './distribution';
// Figures: sums and percentiles of groups, rolled up by period.
export { type Group, groupOf } from './group';
export { inOrder, keyOf } from './grouping';
export { type LogLine, logLines } from './log-lines';
export { type ParameterFault, readRequestsQuery, readTelemetryQuery } from './parameters';
export {
	GROUPINGS,
	type RecordFilter,
	type RequestsPage,
	type RequestsQuery,
	type TelemetryFault,
	type TelemetryQuery,
	type TelemetrySource,
} from './ports';
// A record, where it goes and what is asked of many.
export { type CallRecord, OUTCOMES, recordedName, VARIANTS } from './record';
export { ROLLED_UP, slicesOf } from './slices';
export { add, merge, noTally, percentilesOf, type Tally } from './tally';
export { EstimatorTrust } from './trust';
