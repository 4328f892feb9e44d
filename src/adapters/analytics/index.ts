// Workers Analytics Engine: writes a data point a call, and answers the questions of telemetry by its SQL API.
export { type AnalyticsBinding, analyticsSink } from './sink';
export { analyticsSource } from './source';
export { DATASET } from './sql';
