// `loadline/client`: leaves results out of a conversation once they are used (docs/client.md).
// No dependencies; runs in Node, browsers and Workers.
export type { ContextAction, ContextHint } from '../shared/context-marks';
export type { Pairing } from '../shared/context-pairing';
export { applyCollapses } from './apply';
export { opencodeHooks } from './hosts/opencode';
export { type PiApi, piExtension } from './hosts/pi';
export type { Reaching } from './hosts/reaching';
export {
	callModelInputFilter,
	contextEdit,
	languageModelMiddleware,
	messagesTransform,
	onContext,
	prepareStep,
} from './parts';
export type { StoredContext } from './stored-context';
export {
	type Badge,
	type Observation,
	type ObservedResult,
	type ResultState,
	TransientContext,
	type TransientContextOptions,
} from './transient-context';
