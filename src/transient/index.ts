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
export { CONSUMED, configuredPairs, pairMarks, transientMark, withMarks } from './marks';
// Views of a ledger: the occupancy of the context, its heaviest tool.
export { heaviestTool, occupancyOf } from './occupancy';
// Removals that pay off under prompt caching.
export { chooseRemovals } from './price';
// Summaries that replace results.
export { recordSummary, summarizeList, textSummary } from './summary';
