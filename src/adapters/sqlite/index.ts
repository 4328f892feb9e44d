// Stores over SQLite, the database of a Durable Object or a file of Node.
export { Erasures, type Subject } from './erasures';
export { ownedRows } from './owned-rows';
export { SecretStore } from './secret-store';
export {
	type DirectoryStores,
	directoryStores,
	type TelemetryStores,
	telemetryStores,
	workspaceStores,
} from './stores';
export { UpstreamSessionStore } from './upstream-session-store';
