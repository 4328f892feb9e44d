// `loadline/mcp`: protection inside an MCP server (docs/library.md).
export { createKvSnapshotStore as kvStore } from '../adapters/cloudflare/kv-snapshot-store';
export { createMemorySnapshotStore as memoryStore } from '../adapters/local/memory-snapshot-store';
export { createFileSnapshotStore as fileStore } from '../adapters/node/file-snapshot-store';
export {
	createObjectSnapshotStore as objectStore,
	SnapshotObject,
} from './object-store';
export {
	type Connectable,
	type ServerProtectionOptions,
	withContextProtection,
} from './server';
