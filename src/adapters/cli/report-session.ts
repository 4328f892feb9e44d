// `loadline report SESSION`: what one conversation's context held, as text, and as a picture to share.
import { writeFile } from 'node:fs/promises';
import { isRecord } from '../../shared/is-record';
import { err, ok, type Result } from '../../shared/result';
import type { LedgerCall } from '../../transient';
import { hullCard } from './hull-card';
import { hullText } from './hull-text';

/** What was asked for on the command line: text and no picture, unless told. */
export interface SessionReportOptions {
	/** Path of a picture to write. */
	readonly svg?: string;
	/** Tools are named in it. */
	readonly names?: boolean;
	readonly json?: boolean;
}

/** @param body of `GET /api/sessions/<id>`; the error is for the user */
export async function reportSession(
	body: unknown,
	{ svg, names = false, json = false }: SessionReportOptions,
): Promise<Result<string, string>> {
	const calls = isRecord(body) && Array.isArray(body.calls) ? (body.calls as LedgerCall[]) : [];
	if (calls.length === 0) return err('no call of this session is listed.');
	if (svg !== undefined) {
		try {
			await writeFile(svg, hullCard(calls, names));
		} catch (error) {
			return err(`--svg ${svg}: ${error instanceof Error ? error.message : 'cannot be written'}`);
		}
	}
	return ok(json ? JSON.stringify(body) : hullText(calls));
}
