// The gateway: offers the tools, resources and prompts of all upstreams as one server and shortens their results (docs/gateway.md).

export { type ExportFault, Exports, type LinkOwner, readExportCall } from './asking/exports';
export { readResultDefinition } from './asking/read-result';
export { createTurns } from './asking/result-store';
export { unknownTool } from './calling/call-arguments';
export { forecast } from './calling/forecast';
export { Protector } from './calling/protector';
export { type CallFacts, isProtected, Trail } from './contract/call-facts';
export {
	addressedConversation,
	contextAlone,
	conversationOf,
	type GatewayContext,
	hostSession,
	PASSED_METHODS,
} from './contract/gateway';
export { afterWaiting, TurnOver } from './contract/limit-concurrency';
export { endpointOf, OWN_SOURCE, READ_RESULT } from './contract/names';
export {
	type CallAnswer,
	type CallContext,
	type ClientReply,
	type Declared,
	invalidParams,
	type OwnSource,
	type OwnToolFacts,
	type SourceFault,
	type ToolCall,
	type ToolDefinition,
	type ToolSource,
	type Toolset,
	timeoutFault,
	type Wanted,
} from './contract/tool-source';
export {
	grantedHandles,
	grantsOf,
} from './handles/grants';
export { createHandleStore } from './handles/handle-store';
export {
	type SnapshotStore,
	type StoreFault,
	sizeFault,
} from './handles/snapshots';
export { writeBehindStore } from './handles/write-behind-store';
export { Catalog } from './listing/catalog';
export { ToolIndexes } from './listing/tool-index';
export { PAGE_OF_TOOLS } from './listing/tool-listing';
export { placeOf } from './resources/shared-lists';
export { type Gateway, GatewayService } from './service';
export { CallTelemetry } from './sessions/call-record';
export { EphemeralSessions } from './sessions/ephemeral-session';
export { LearntPlans } from './sessions/learnt-plans';
export { replaySources, type Services } from './sessions/recorded-call';
export { SessionRecorder } from './sessions/session-recorder';
export { pairsIn } from './sessions/transient';
export { guarded } from './upstream/guarded-source';
export { straightCalls } from './upstream/label-server-text';
export { ToolFingerprints } from './upstream/tool-fingerprints';
export { type ToolLedger, ToolMemory } from './upstream/tool-memory';
export { checkUpstreamUrl, type Inside, ipv6 } from './upstream/upstream-url';
export {
	type Credential,
	type Credentials,
	generationOf,
	isLoginList,
} from './upstream/with-login';
