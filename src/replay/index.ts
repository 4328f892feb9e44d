// The face of replay: all that other rooms may import.
export { buildReplayPayload } from './build';
export { readTaskId } from './input';
export { composePayload, readPayload, renderPromptContext } from './payload';
export {
	type ContextStore,
	createContextStore,
	type PayloadStore,
	payloadText,
	type SavedContext,
} from './store';
export type { Edge, ReplayFault, ReplayIssue, ReplayPayload, ReplayValidation } from './types';
export { validateReplayPayload } from './validate';
