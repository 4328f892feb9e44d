// The public face of session: one conversation, its ledger, trace and verified context actions.

// Adds to a call the part that concerns its session.
export { argumentsText } from './call-arguments';
// The handle by which a call names its session.
export { NAMELESS, SESSION_META_KEY, type SessionHandle, sessionHandle } from './handle';
// Prompts as they were sent to a model.
export { KeptPrompts } from './kept-prompts';
// Kept results, by what a host shows of them.
export {
	comparableTexts,
	KeptResults,
	parseResult,
	serializeResult,
	spellings,
} from './kept-results';
// A session and the list of a workspace's sessions, with their storage.
export { SessionService } from './service';
export { eventsOf, SessionList, type SessionSummary, type TracedEvent } from './store';
// Verified context actions: payloads before and after (docs/replay.md).
export {
	currentPayload,
	principalKey,
	resume,
	saveBaseline,
	savedPayloads,
} from './verified-action';
