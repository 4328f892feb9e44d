// What each format's parser is: text in chunks of any size, records out (docs/records.md "Import").
import type { Result } from '../../shared/result';
import type { NewRecord } from '../record';

/** What is wrong with an import. */
export interface ImportFault {
	/** Counted from 1. */
	readonly line: number;
	readonly message: string;
}

/** A record as it was read. */
export interface ReadRecord extends NewRecord {
	/** Its fields and their values, for `FieldCollector`. */
	readonly value: object;
}

/** Records that are complete, or why the import stops. */
export type Records = Result<readonly ReadRecord[], ImportFault>;

/** After a fault the parser is of no further use. */
export interface RecordParser {
	/** The records that this text completes. */
	push(text: string): Records;
	/** The last record; a fault if the text ends in the middle of one. */
	end(): Records;
}
