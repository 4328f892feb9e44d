// The face of gateway: all that other rooms may import.
export type { Sha256 } from './arguments-digest';
export { type Exported, type ExportFault, readExportCall } from './asking/exporter';
export { Exports } from './asking/exports';
export { withQuestions } from './asking-source';
export { decodeBase64url, encodeBase64url } from './base64url';
export { unknownTool } from './call-arguments';
export { type CallFacts, Trail } from './call-facts';
export { recordOf, sampleOf } from './call-record';
export { Catalog } from './catalog';
export { addressedConversation, conversationOf } from './conversation';
export { type Credential, type Credentials, generationOf } from './credentials';
export { createDemoSource } from './demo/source';
export {
	type Gateway,
	type GatewayContext,
	PASSED_METHODS,
	type PassedMethod,
	type Scope,
} from './gateway';
export { type GenerationOf, grantedHandles, grantsOf, type Offers } from './grants';
export { createHandleStore } from './handle-store';
export type { Hmac } from './handles';
export { TurnOver } from './in-turns';
export { lateFault } from './late';
export { isLoginList } from './login-tool';
export { endpointOf, OWN_SOURCE, READ_RESULT } from './names';
export { isOffered } from './offered';
export { OwnSessions } from './own-session';
export { promptStore } from './prompt-store';
export { type ChunkedText, Protector } from './protector';
export { readResultDefinition } from './read-result';
export { recordsJson } from './record-json';
export { withSealedState } from './sealed-state';
export { GatewayService } from './service';
export { replaySources, type Services } from './services';
export type { PendingRecord, RecorderState } from './session-entries';
export { SessionRecorder } from './session-recorder';
export { placeOf } from './shared-lists';
export { MAX_SNAPSHOT_BYTES, type SnapshotStore, type Stored, type StoreFault } from './snapshots';
export { toldApart } from './told-apart';
export { ToolIndexes } from './tool-index';
export { ToolLedger, type ToolLedgerStore } from './tool-ledger';
export { PAGE_OF_TOOLS } from './tool-listing';
export { ToolMemory } from './tool-memory';
export { type SightStore, ToolSights } from './tool-sights';
export type {
	CallAnswer,
	CallContext,
	ClientReply,
	Declared,
	JsonObject,
	OwnSource,
	OwnToolFacts,
	SourceFault,
	ToolCall,
	ToolDefinition,
	ToolSource,
	Toolset,
	Wanted,
} from './tool-source';
export { pairsIn } from './transient';
export { checkUpstreamUrl, ipv6 } from './upstream-url';
export { isProtected } from './variant';
export { afterWaiting } from './waiting';
export { watched } from './watched-source';
export { withLogin } from './with-login';
