// The public face of records: collections that agents search, and findings about them (docs/records.md).

export { importFormatOf, recordParser } from './import';
export type { RecordList } from './record';
export { type Field, MAX_IMPORT_BYTES, PAGE_LIMIT, type RecordsFault, recordsJson } from './record';
export { readWhere } from './search';
export { RecordsService } from './service';
