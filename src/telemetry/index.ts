// The face of telemetry: all that other rooms may import.
export {
	type AlertRules,
	type Episode,
	judge,
	type Notice,
	noticeBody,
	noticeText,
	type RuleName,
	type RuleStanding,
	standingOf,
} from './alerts';
export { COLUMNS, type DataPoint, dataPointOf, recordOfRow } from './columns';
export { coarse } from './distribution';
export { type Group, groupOf } from './group';
export { inOrder, keyOf, PERIODS, periodKey } from './grouping';
export { type LogLine, logLines } from './log-lines';
export { type ParameterFault, readRequestsQuery, readTelemetryQuery } from './parameters';
export {
	GROUPINGS,
	type Grouping,
	MOST_GROUPS,
	type RecordFilter,
	type RequestsPage,
	type RequestsQuery,
	type TelemetryFault,
	type TelemetryQuery,
	type TelemetrySink,
	type TelemetrySource,
} from './ports';
export { type CallRecord, OUTCOMES, type Outcome, recordedName, VARIANTS } from './record';
export { ROLLED_UP, slicesOf } from './slices';
export { SUM_NAMES, type SumName, type Sums } from './sums';
export {
	add,
	MEASURES,
	type Measure,
	merge,
	noTally,
	type Percentiles,
	percentilesOf,
	type Tally,
} from './tally';
export { EstimatorTrust } from './trust';
