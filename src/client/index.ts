// `loadline/client`: leaves results out of a conversation once they are used (docs/client.md).
// No dependencies; runs in Node, browsers and Workers.
export type { ContextAction, ContextHint } from '../shared/context-marks';
export type { Pairing } from '../shared/context-pairing';
export { applyCollapses } from './apply';
export type { Reaching } from './hosts';
export { opencodeHooks, type PiApi, piExtension } from './hosts';
export type { ObservedResult, ResultState } from './observed-result';
export {
	callModelInputFilter,
	contextEdit,
	languageModelMiddleware,
	messagesTransform,
	onContext,
	prepareStep,
} from './parts';
export type { Badge, Observation, StoredContext } from './stored-context';
export { TransientContext, type TransientContextOptions } from './transient-context';
