// The face of records: all that other rooms may import.
export type { RecordsFault } from './fault';
export type { Finding } from './findings';
export { IMPORT_FORMATS, type ImportFormat, importFormatOf, recordParser } from './import';
export type { ImportFault, ParsedRecords, ReadRecord } from './import-json';
export { MAX_FIELDS, MAX_IMPORT_BYTES, MAX_LIMIT } from './limits';
export type { NewRecord } from './record';
export { type Field, FieldCollector, mergeFields } from './record';
export type { Search } from './search';
export { type RecordList, RecordsService } from './service';
export type { FindingStore, RecordStore, StoredRecord } from './store';
export { type Condition, readWhere, type Scalar } from './where';
