// The public face of transient: results that may leave a context once used (docs/client.md).

// The ledger of a session: calls, and results that left.
export {
	EMPTY_LEDGER,
	type Ledger,
	type LedgerCall,
	type LedgerEvent,
	recordCall,
	recordRemovals,
} from './ledger';
// Marks on results, and the pairs of tools that announce them.
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
// Views of a ledger: the occupancy of the context, its heaviest tool.
export { heaviestTool, occupancyOf } from './occupancy';
// Prompt caches of providers, and removals that pay off under them.
export {
	type CachedPrompt,
	type CacheMark,
	type CacheRules,
	type CacheState,
	cacheRulesFor,
	NEW_CACHE,
} from './prompt-cache';
export {
	addCosts,
	costsOf,
	disagrees,
	NO_COSTS,
	type PromptCosts,
	type Usage,
} from './prompt-costs';
export { chooseRemovals } from './removals';
// Summaries that replace results.
export { recordSummary, summarizeList, textSummary } from './summary';
