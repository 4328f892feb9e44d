// `loadline/mcp`: protection inside an MCP server (docs/library.md).

export { createFileSnapshotStore as fileStore } from '../adapters/files';
export { createKvSnapshotStore as kvStore } from '../adapters/kv';
export { createMemorySnapshotStore as memoryStore } from '../adapters/local';
export { createObjectSnapshotStore as objectStore, SnapshotObject } from './object-store';
export { type Connectable, type ServerProtectionOptions, withContextProtection } from './server';
