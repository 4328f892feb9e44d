// The public face of records: collections that agents search, and findings about them (docs/records.md).

// The service, its pages and faults.
export type { RecordsFault } from './fault';
// Imports: formats and the streaming parser.
export { IMPORT_FORMATS, importFormatOf, recordParser } from './import';
// Storage ports, searches and fields of models.
export { MAX_FIELDS, MAX_IMPORT_BYTES, MAX_LIMIT } from './limits';
export { type Field, mergeFields } from './record';
export type { Search } from './search';
export { type RecordList, RecordsService } from './service';
export type { FindingStore, RecordStore } from './store';
export { readWhere } from './where';
