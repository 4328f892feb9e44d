// Reading an import piece by piece (docs/records.md "Import"): text in chunks of any size, records
// out, and never more kept than one record. The same for JSON, NDJSON and CSV.
import { csvParser } from './csv';
import { jsonArrayParser } from './json-array';
import { ndjsonParser } from './ndjson';
import type { RecordParser } from './record-parser';

export const IMPORT_FORMATS = ['json', 'ndjson', 'csv'] as const;
/** In which form records arrive. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Reads records of a format, chunk by chunk. */
export function recordParser(format: ImportFormat): RecordParser {
	switch (format) {
		case 'json':
			return jsonArrayParser();
		case 'ndjson':
			return ndjsonParser();
		case 'csv':
			return csvParser();
	}
}

const FORMATS: Readonly<Record<string, ImportFormat>> = {
	'application/json': 'json',
	'text/json': 'json',
	'application/x-ndjson': 'ndjson',
	'application/ndjson': 'ndjson',
	'application/jsonl': 'ndjson',
	'application/x-jsonlines': 'ndjson',
	'text/csv': 'csv',
	'application/csv': 'csv',
};

/** The format a Content-Type names. */
export const formatOf = (contentType: string | null): ImportFormat | undefined =>
	FORMATS[(contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase()];
