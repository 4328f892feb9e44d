// Telemetry: records of calls, figures over them, alerts, the log.

// Alerts over a window.
export { EstimatorTrust, noticeOf } from './alerts';
// Analytics Engine: a record as a data point.
export { DATASET, dataPointOf, logLines } from './columns';
export { type Group, isTrialOf, readFilter, readTelemetryQuery } from './group';
export type { AnswerPlan, LearntStore } from './learnt';
// A record, and the source of figures of many.
export {
	type CallRecord,
	CHOICES,
	isFound,
	recordedName,
	type TelemetryFault,
	type TelemetrySource,
} from './record';
// The stores of the calls of a workspace.
export { callStores } from './store';
