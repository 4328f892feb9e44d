// Telemetry: records of calls, figures over them, alerts, the log.

// Alerts over a window.
export { judge, noticeBody, noticeText, standingOf } from './alerts';
// Analytics Engine: a record as a data point, and its SQL.
export { analyticsSource, DATASET } from './analytics-source';
export { dataPointOf } from './columns';
export type { Group } from './group';
// Tallies, as a store keeps them: by group, and rolled up by period.
export { ROLLED_UP, slicesOf } from './group';
export {
	type AnswerPlan,
	type Learnt,
	type LearntService,
	type LearntTool,
	learn,
	NOTHING_LEARNT,
	planOf,
} from './learnt';
export { logLines } from './log-lines';
export { readRequestsQuery, readTelemetryQuery } from './parameters';
// Figures of many records: the source of them, its queries, and groups.
// A record, and the line of the log for it.
export {
	type CallRecord,
	GROUPINGS,
	OUTCOMES,
	recordedName,
	type TelemetrySource,
	VARIANTS,
} from './record';
export { merge, rollUpsOf, Tallies } from './tallies';
export { EstimatorTrust } from './trust';
