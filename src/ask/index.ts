// The public face of ask: questions about kept documents (docs/ask.md).

// A long list of scalars in brief.
export { briefOf } from './brief';
// Files: a document or a long text in chunks.
export { chunkText, EXPORT_FORMATS, exportDocument } from './export';
// Questions: expressions of `select`, searches of `query`.
export { MAX_EXPRESSION_LENGTH } from './expression/lex';
export { finding } from './query/lines';
// References to kept values in the arguments of a call.
export { findReferences, replaceReferences } from './references';
// Documents: a text as rows, a parsed one.
export { readingRows, readingTableRows } from './rows';
export { type Selected, selecting, selectingAcross } from './select';
export { treeIn } from './value';
