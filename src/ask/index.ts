// The face of ask: all that other rooms may import.
export { chunkText, EXPORT_FORMATS, type ExportFormat, exportDocument } from './export';
export { MAX_EXPRESSION_LENGTH } from './expression/lex';
export { find } from './query/find';
export { findLines } from './query/lines';
export { findReferences, type Reference, replaceReferences, resolvePointer } from './references';
export { type RowsKind, textToRows } from './rows';
export { type Over, type Selected, select, selectAcross } from './select';
export type { Node, Tree } from './value';
