// The public face of records: collections that agents search, and findings about them (docs/records.md).

// The service, its pages and faults.
export type { RecordsFault } from './fault';
// Bounds.
export { MAX_IMPORT_BYTES, PAGE_LIMIT } from './fault';
// Imports: formats and the streaming parser.
export { importFormatOf, recordParser } from './import';
export { type Field, recordsJson } from './record';
export { RecordsService } from './service';
export type { RecordList } from './store';
export { readWhere } from './where';
