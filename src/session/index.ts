// The face of session: all that other rooms may import.
export { askedText } from './call-arguments';
export { SESSION_META_KEY, type SessionHandle, sessionHandle } from './handle';
export {
	type FoundResult,
	KEPT_DAYS,
	type KeptResult,
	type KeptResults,
	MOST_KEPT,
	normalText,
	readResultText,
	resultText,
	shownTexts,
} from './kept-results';
export { SessionList } from './list-service';
export { promptWeight } from './prompt-weight';
export type { Held, ReplaySection } from './replay-section';
export { LONGEST_SAVED, ownKey, type SharedPayloads, savedPayloads } from './saved-payloads';
export { type Batch, type NotedCall, SessionService, type SessionView } from './service';
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
	payloadNow,
	type ReplaySources,
	resume,
	type SessionCaller,
	saveBaseline,
} from './verified-action';
