// Stores on Workers KV: the runtime configuration, result snapshots, bodies of drafts, ended sessions.
export { type ConfigNamespace, createKvConfigStore } from './config-store';
export { kvDraftBodies } from './draft-bodies';
export { kvEndedSessions } from './ended-sessions';
export { type Key, type KeyNamespace, keysOf } from './keys';
export type { OwnedTexts } from './owned-texts';
export { createKvSnapshotStore, type SnapshotNamespace } from './snapshot-store';
