// The public face of records: collections that agents search, and findings about them (docs/records.md).
export type { RecordsFault } from './fault';
export { MAX_IMPORT_BYTES, PAGE_LIMIT } from './fault';
export { importFormatOf, recordParser } from './import';
export { type Field, recordsJson } from './record';
export { RecordsService } from './service';
export type { RecordList } from './store';
export { readWhere } from './where';
