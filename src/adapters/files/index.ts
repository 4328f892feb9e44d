// Result snapshots as files of a folder, for servers that run on Node.
export { createFileSnapshotStore } from './snapshot-store';
