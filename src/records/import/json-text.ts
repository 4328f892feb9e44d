// One record's JSON text, read; a fault is told by the line it stands on.
import { scanJson } from '../../shared/json-span';
import { err, ok } from '../../shared/result';
import { readRecord } from '../record';
import type { ImportFault, ReadRecord, Records } from './record-parser';

/** @param line - of the text's first character */
export function readJsonRecord(source: string, line: number): Records {
	let value: unknown;
	try {
		value = JSON.parse(source);
	} catch {
		return faultAt(faultLine(source, line), 'this is not valid JSON');
	}
	const record = readRecord(value, source.trim());
	if (!record.ok) return faultAt(line, record.error);
	return ok([{ ...record.value, value: value as object } satisfies ReadRecord]);
}

/** Why an import stops, and at which line (from 1). */
export const faultAt = (line: number, message: string) => err<ImportFault>({ line, message });

/** JSON.parse does not always say where a fault is. */
function faultLine(source: string, line: number): number {
	const scanned = scanJson(source, new Set());
	const at = scanned.ok ? undefined : /at character (\d+)$/.exec(scanned.error)?.[1];
	return at === undefined ? line : line + countLines(source.slice(0, Number(at)));
}

/** Line feeds in a text. */
export function countLines(text: string): number {
	let count = 0;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
	return count;
}
