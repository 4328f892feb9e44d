// Stores on Workers KV: the runtime configuration, result snapshots, bodies of drafts, ended sessions.
export { createKvConfigStore } from './config-store';
export { kvDraftBodies } from './draft-bodies';
export { kvEndedSessions } from './ended-sessions';
// The binding, and all of its keys under a prefix, for exports and erasures.
export { type KvNamespace, keysOf } from './namespace';
export { createKvSnapshotStore } from './snapshot-store';
