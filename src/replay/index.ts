// The face of replay: all that other rooms may import.
export { buildReplayPayload } from './build';
export { composePayload, readPayload } from './payload';
export { renderPromptContext } from './render';
export {
	type ContextStore,
	createContextStore,
	type PayloadStore,
	payloadText,
	type SavedContext,
} from './store';
export { readTaskId } from './task-id';
export type { Edge, ReplayFault, ReplayIssue, ReplayPayload, ReplayValidation } from './types';
export { validateReplayPayload } from './validate';
