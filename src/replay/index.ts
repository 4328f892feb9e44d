// The public face of replay: payloads of what must survive a change of context (docs/replay.md).
export { buildReplayPayload, createContextStore, type PayloadStore } from './build';
export { composePayload, readPayload, readTaskId, renderPromptContext } from './payload';
export type { ReplayPayload } from './types';
export { validated, validateReplayPayload } from './validate';
