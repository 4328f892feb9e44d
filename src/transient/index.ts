// The public face of transient: results that may leave a context once used (docs/client.md).

export type { CacheRules } from './cache-rules';
// Prompt caches of providers, and removals that pay off under them.
export { cacheRulesFor } from './cache-rules';
// The ledger of a session: calls, and results that left.
export {
	EMPTY_LEDGER,
	type Ledger,
	type LedgerCall,
	type LedgerEvent,
	recordCall,
	recordRemovals,
} from './ledger';
// Marks by their form.
export { markFaults, marksIn, type NamedMarks } from './mark-forms';
// Marks on results, and the pairs of tools that announce them.
export { CONSUMED, configuredPairs, pairMarks, transientMark, withMarks } from './marks';
// Views of a ledger: the occupancy of the context, its heaviest tool.
export { heaviestTool, occupancyOf } from './occupancy';
export type { CachedPrompt, CacheMark } from './prompt-cache';
export {
	addCosts,
	costsOf,
	disagrees,
	NO_COSTS,
	type PromptCosts,
	type Usage,
} from './prompt-costs';
export { type CacheState, chooseRemovals, NEW_CACHE } from './removals';
// Summaries that replace results.
export { recordSummary, summarizeList, textSummary } from './summary';
