// The replay tools, in the order of their use.
import type { OwnTool } from '../tool';
import { buildReplayPayload } from './build-replay-payload';
import { loadContext } from './load-context';
import { renderPromptContext } from './render-prompt-context';
import { saveContext } from './save-context';
import { validateReplayPayload } from './validate-replay-payload';

export const REPLAY_TOOLSET: readonly OwnTool[] = [
	buildReplayPayload,
	renderPromptContext,
	validateReplayPayload,
	saveContext,
	loadContext,
];
