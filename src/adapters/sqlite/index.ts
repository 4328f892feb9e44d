// Stores over SQLite, the database of a Durable Object or a file of Node.

// The stores of an object that holds one.
export { Erasures, type Subject } from './erasures';
// Rows by owner, for exports and erasures.
export { ownedRows } from './owned-rows';
export { SecretStore } from './secret-store';
// The stores of one object, made together.
export {
	type DirectoryStores,
	directoryStores,
	type TelemetryStores,
	telemetryStores,
	workspaceStores,
} from './stores';
export { UpstreamSessionStore } from './upstream-session-store';
export { type GrantRow, VaultStore } from './vault-store';
