// `loadline/mcp`: protection inside an MCP server (docs/library.md).
export { createKvSnapshotStore as kvStore } from '../adapters/cloudflare/kv-snapshot-store';
export { createMemorySnapshotStore as memoryStore } from '../adapters/local/memory-snapshot-store';
export {
	type Connectable,
	type ServerProtectionOptions,
	withContextProtection,
} from './server';
