// `loadline report SESSION`: what one conversation's context held, as text, and as a picture to share.
import { writeFile } from 'node:fs/promises';
import { isRecord } from '../../shared/is-record';
import { err, ok, type Result } from '../../shared/result';
import type { LedgerCall } from '../../transient';
import { hullCard } from './hull-card';
import { hullText } from './hull-text';

export interface SessionReportOptions {
	/** Path of an SVG file to write. */
	readonly svg?: string;
	/** True to name tools in the picture. */
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
