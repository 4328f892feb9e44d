// `loadline/mcp`: protection inside an MCP server (docs/library.md).
export { createKvSnapshotStore as kvStore } from '../adapters/cloudflare';
export { createMemorySnapshotStore as memoryStore } from '../adapters/local';
export { createFileSnapshotStore as fileStore } from '../adapters/node';
export {
	createObjectSnapshotStore as objectStore,
	SnapshotObject,
} from './object-store';
export {
	type Connectable,
	type ServerProtectionOptions,
	withContextProtection,
} from './server';
