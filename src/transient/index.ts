// The face of transient: all that other rooms may import.

export {
	EMPTY_LEDGER,
	type Ledger,
	type LedgerCall,
	type LedgerEvent,
	type LedgerTotals,
	ledger,
	type Proof,
	type RemovedResult,
	recordRemovals,
	type SessionClient,
} from './ledger';
export {
	CONSUMED,
	type ConfiguredPair,
	configuredPairs,
	pairMarks,
	transientMark,
	transientNote,
	usedMark,
	withMarks,
} from './marks';
export {
	type ContextOccupancy,
	type HeaviestTool,
	heaviestTool,
	occupancyOf,
	type Run,
} from './occupancy';
export { chooseRemovals, type Prices, type RemovalCandidate } from './price';
export { fetchedList, listSummary, recordSummary, textSummary } from './summary';
