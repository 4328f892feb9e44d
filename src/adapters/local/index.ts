// Stores in memory: mailboxes, subscriptions and snapshots of a single process or test.
export { MemoryMailbox } from './memory-mailbox';
export { createMemorySnapshotStore } from './memory-snapshot-store';
export { MemorySubscriptions } from './memory-subscriptions';
