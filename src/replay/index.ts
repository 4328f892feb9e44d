// The public face of replay: payloads of what must survive a change of context (docs/replay.md).

// Payloads: built from a recorded run, composed, read from JSON and rendered for a prompt.
export { buildReplayPayload, createContextStore, type PayloadStore } from './build';
export { readTaskId } from './input';
export { composePayload, readPayload, renderPromptContext } from './payload';
// Storage by task.
export type { ReplayPayload } from './types';
// Proof: validation alone and against a baseline.
export { validated, validateReplayPayload } from './validate';
