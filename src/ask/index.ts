// The public face of ask: questions about kept documents (docs/ask.md).

// A long list of scalars in brief.
export { briefOf } from './brief';
// Files: a document or a long text in chunks.
export { chunkText, EXPORT_FORMATS, exportDocument } from './export';
// Questions: expressions of `select`, searches of `query`.
export { MAX_EXPRESSION_LENGTH } from './expression/lex';
export { find, finding } from './query/search';
// Documents: the port of a parsed one, a text as rows, a part by its JSON pointer.
// References to kept values in the arguments of a call.
export { findReferences, replaceReferences, resolvePointer } from './references';
export { textToRows } from './rows';
export { select, selecting, selectingAcross } from './select';
export type { Tree } from './value';
