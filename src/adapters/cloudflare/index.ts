// The face of adapters/cloudflare: all that other rooms may import.
export { type AnalyticsBinding, analyticsSink } from './analytics-sink';
export { analyticsSource } from './analytics-source';
export { DATASET } from './analytics-sql';
export { defer, wait } from './defer';
export {
	type Host,
	type Hosted,
	type HostNamespace,
	hostedObject,
	objectNamed,
	remote,
} from './hosted-object';
export { type ConfigNamespace, createKvConfigStore } from './kv-config-store';
export { kvDraftBodies } from './kv-draft-bodies';
export { kvEndedSessions } from './kv-ended-sessions';
export { type Key, type KeyNamespace, keysOf } from './kv-keys';
export { createKvSnapshotStore, type SnapshotNamespace } from './kv-snapshot-store';
export type { OwnedTexts } from './owned-texts';
export { toldFetch } from './told-fetch';
