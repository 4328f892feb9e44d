// A store of snapshots in memory, of a single process or test.
export { createMemorySnapshotStore } from './memory-snapshot-store';
