// The face of ask: all that other rooms may import.
export { EXPORT_FORMATS, type ExportFormat, pieces, written } from './export';
export { MOST_EXPRESSION_CHARACTERS } from './expression/lex';
export { find } from './query/find';
export { findLines } from './query/lines';
export { pointTo, type Reference, referencesIn, withValues } from './references';
export { type RowsKind, rowsOf } from './rows';
export { type Over, type Selected, select, selectAcross } from './select';
export type { Node, Tree } from './value';
