// The face of transient: all that other rooms may import.
export { fetchedList } from './fetched-list';
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
export { CONSUMED, transientMark, transientNote, usedMark, withMarks } from './marks';
export { type ConfiguredPair, configuredPairs, pairMarks } from './pairs';
export { type Leaving, type Prices, priced } from './price';
export { textSummary } from './single-summary';
export { listSummary, recordSummary } from './summary';
