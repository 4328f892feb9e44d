// The face of ask: all that other rooms may import.
export { EXPORT_FORMATS, type ExportFormat, pieces, written } from './export/format';
export { MOST_EXPRESSION_CHARACTERS } from './expression/lex';
export { nearestOf } from './nearest';
export { pointTo } from './pointer';
export { find } from './query/find';
export { findLines } from './query/lines';
export { type Reference, referencesIn, withValues } from './references';
export { type RowsKind, rowsOf } from './rows/rows';
export { type Over, type Selected, select, selectAcross } from './select';
export type { Node, Tree } from './tree';
