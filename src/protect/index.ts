// Keeps tool results within a token budget (docs/protect.md).

// Tokens: what a text costs by the policy, at most, about, or exactly.
export {
	atMost,
	boundTokens,
	budgetOf,
	estimated,
	weigher,
	within,
} from './budget';
// A document: the content of a snapshot. Read at a handle's position, or asked.
export {
	type Excerpt,
	excerptDocument,
	isExcerpt,
	jsonDocument,
	objectDocument,
	passageOfDocument,
	shapeOf,
} from './document';
// A result as a model may be shown it.
export { blockText, REPORT_KEY, shown } from './frame';
export { passThrough, reportUntouched } from './pass-through';
// A result on its way out: sent as it is, reduced, begun, or kept to be read. An outcome says what is sent, and what is
// kept behind which handles.
export { beginText, keptWhole, protect } from './protect';
export { excerptFor, type ReadCall, read } from './read';
export { countingFor, countingToRead, isAsked } from './reduction';
export { stripResult, stripText } from './strip';
export { estimate, heuristic } from './tokens/estimate';
export { countExact } from './tokens/exact';
export type { Document } from './types';
export {
	HANDLE_LENGTH,
	type HostRoom,
	type Outcome,
	type Policy,
	type Upstream,
	type View,
} from './types';
