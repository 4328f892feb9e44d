// The face of session: all that other rooms may import.
export { argumentsText } from './call-arguments';
export { SESSION_META_KEY, type SessionHandle, sessionHandle } from './handle';
export {
	comparableTexts,
	type FoundResult,
	KEPT_DAYS,
	type KeptResult,
	type KeptResults,
	MAX_KEPT,
	normalizeText,
	parseResult,
	serializeResult,
} from './kept-results';
export { promptWeight } from './prompt-weight';
export type { HeldHashes, ReplaySection } from './replay-section';
export {
	MAX_SAVED_LENGTH,
	principalKey,
	type SharedPayloads,
	savedPayloads,
} from './saved-payloads';
export { type Batch, type NotedCall, SessionService, type SessionView } from './service';
export { SessionList } from './session-list';
export type {
	Entry,
	ListedThrough,
	NumberedEntry,
	SavedLedger,
	SessionListStore,
	SessionStore,
	SessionSummary,
} from './store';
export { eventsOf, type TracedEvent, type TraceEvent } from './trace';
export {
	currentPayload,
	type ReplaySources,
	resume,
	type SessionCaller,
	saveBaseline,
} from './verified-action';
