// The face of transient: all that other rooms may import.

export { type Heaviest, type Hull, heaviestOf, hullOf, type Run } from './hull';
export {
	EMPTY_LEDGER,
	type Ledger,
	type LedgerCall,
	type LedgerEvent,
	type LedgerTotals,
	type LeftResult,
	leave,
	ledger,
	type Proof,
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
export { type Leaving, type Prices, priced } from './price';
export { fetchedList, listSummary, recordSummary, textSummary } from './summary';
