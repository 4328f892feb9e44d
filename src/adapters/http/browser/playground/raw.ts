// A result before protection: the same text where nothing was cut, else the snapshot behind the
// result's handle, by the API.
import { isRecord, jsonIn } from '../../../../shared/json-values';
import { err, ok, type Result } from '../../../../shared/result';
import { type Answer, textsOf, waysOf } from './result-parts';

/** The error says why it cannot be had. */
export async function rawOf(answer: Answer): Promise<Result<string, string>> {
	const { handle } = waysOf(answer);
	if (handle === undefined) return ok(readable(textsOf(answer).join('\n\n')));
	try {
		const response = await fetch(`/api/results/${encodeURIComponent(handle)}`);
		const text = await response.text();
		return response.ok ? ok(readable(text)) : err(faultIn(text));
	} catch {
		return err('The server could not be reached.');
	}
}

/** JSON on one line is broken where lists and objects begin, byte for byte otherwise. */
const readable = (text: string): string =>
	text.includes('\n') ? text : text.replaceAll('},{', '},\n{');

const faultIn = (text: string): string => {
	const body = jsonIn(text);
	const error = isRecord(body) ? body.error : undefined;
	return isRecord(error) ? String(error.message) : 'What the tool gave is not kept.';
};
