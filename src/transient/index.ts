// The public face of transient: results that may leave a context once used (docs/client.md).
export { type CacheRules, cacheRulesFor } from './cache-rules';
export {
	EMPTY_LEDGER,
	givesRules,
	type Ledger,
	type LedgerCall,
	type LedgerEvent,
	recordCall,
	recordRemovals,
} from './ledger';
export {
	CONSUMED,
	configuredPairs,
	markFaults,
	marksIn,
	type NamedMarks,
	pairMarks,
	transientMark,
	withMarks,
} from './marks';
export { heldByTool, occupancyOf } from './occupancy';
export { type CachedPrompt, type CacheMark, type CacheState, NEW_CACHE } from './prompt-cache';
export {
	addCosts,
	costsOf,
	costWords,
	disagrees,
	NO_COSTS,
	type PromptCosts,
	type Usage,
} from './prompt-costs';
export { chooseRemovals } from './removals';
export { recordSummary, summarizeList, textSummary } from './summary';
