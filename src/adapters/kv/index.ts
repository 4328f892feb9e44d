// Stores on Workers KV: the runtime configuration, result snapshots, bodies of drafts, ended sessions.
export { createKvConfigStore } from './config-store';
export { kvDraftBodies } from './draft-bodies';
export { kvEndedSessions } from './ended-sessions';
export { type KvNamespace, keysOf } from './namespace';
export { createKvSnapshotStore } from './snapshot-store';
