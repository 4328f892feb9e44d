// The face of protect: all that other rooms may import.

export { beginText } from './begin-text';
export {
	atMost,
	budgetOf,
	CEILING_MARGIN,
	estimated,
	isDoubtful,
	minus,
	NOTHING,
	type Weigh,
	type Weight,
	weigher,
	within,
} from './budget';
export type { Excerpt } from './document';
export { excerptDocument, isExcerpt, jsonDocument, passageOfDocument, shapeOf } from './document';
export { REPORT_KEY, sizeOf } from './draft';
export { fairShare } from './fair-share';
export { blockText, budgetNumbers, type Frame, keptUnder, shown } from './frame';
export { KEY_END, KEY_ESCAPED, KEY_START, META, STRIDE, type Tape } from './json/layout';
export { resolvePointer } from './json/pointer';
export { parseFields, planFields, project } from './json/project';
export { containerTape } from './json/stream';
export {
	allItems,
	childCount,
	children,
	compactLength,
	endOf,
	firstChild,
	hasEscapes,
	isArray,
	isContainer,
	isObject,
	isString,
	keyOf,
	kind,
	member,
	members,
	type Node,
	parentOf,
	parseJson,
	rawText,
	startOf,
	stringValue,
	subtreeEnd,
} from './json/tape';
export { compact } from './json/write';
export { keptWhole } from './kept';
export { passThrough } from './pass-through';
export { protect } from './protect';
export { excerptFor, type ReadCall, read } from './read';
export { stripResult, stripText } from './strip';
export { ceiling } from './tokens/ceiling';
export { estimate } from './tokens/estimate';
export { countExact, quickCounter } from './tokens/exact';
export { heuristic } from './tokens/measure';
export {
	type Document,
	type FirstAnswer,
	HANDLE_LENGTH,
	type HostRoom,
	type Outcome,
	type Policy,
	type Position,
	type Report,
	type Upstream,
	type View,
} from './types';
export { isAsked } from './view';
