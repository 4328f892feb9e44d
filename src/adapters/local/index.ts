// The face of adapters/local: all that other rooms may import.
export { MemoryMailbox } from './memory-mailbox';
export { createMemorySnapshotStore } from './memory-snapshot-store';
export { MemorySubscriptions } from './memory-subscriptions';
