// Reads the frame that a host's text puts before a result, with the parts that differ from call to call (Codex), and
// whether it says that the call failed.
import { isRecord, jsonIn } from '../../shared/json-values';

const MEASURED = /^(?:Chunk ID: \w+\n)?Wall time: [\d.]+ seconds\n/;

/** Without what was measured of the call: two equal results are equal texts. */
export const unmeasured = (text: string): string => text.replace(MEASURED, '');

/** A text as it may have been sent: as it stands, and without what its host put before it. */
export const unframed = (text: string): readonly string[] =>
	MEASURED.test(text) ? [text, inner(text)] : [text];

const inner = (text: string): string => unmeasured(text).replace(/^Output:\n/, '');

/** Characters in which a failure is told. */
const BEGINNING = 240;
const NO_FAILURE = /\b(?:0|no|zero|without) (?:errors?|failures?|failed)\b/gi;
const EXITED = /\b(?:exited with code|exit code:?) (?!0\b)-?\d/i;
const FAILURE = new RegExp(
	[
		String.raw`^[45]\d\d\b`,
		String.raw`\b\w*(?:error|exception|failed|failure)s?\b`,
		String.raw`\b(?:traceback|fatal|denied|unauthorized|forbidden|timed out|timeout|not found|invalid|unknown|unable|unavailable|could not|couldn't|cannot|can't|must be|refused|rejected|cancell?ed|aborted)\b`,
	].join('|'),
	'i',
);

/**
 * Returns whether the answer of a consumer tells of a failure. Formats of APIs have no word for it, or hosts do not use
 * it; an answer that only sounds like one keeps what it could have used up.
 */
export function saysFailed(text: string): boolean {
	const plain = inner(text).trim();
	if (EXITED.test(plain.slice(0, BEGINNING))) return true;
	const value = plain.startsWith('{') ? jsonIn(plain) : undefined;
	if (isRecord(value)) return tellsFailure(value) || tellsFailure(value.metadata);
	const [line = ''] = plain
		.replace(/^Process exited with code 0\n(?:Output:\n)?/, '')
		.split('\n', 1);
	return FAILURE.test(line.slice(0, BEGINNING).replace(NO_FAILURE, ''));
}

/** Members that tell of a failure where they are there and not empty. */
const FAULTS = 'isError is_error error errors error_code error_message exit_code'.split(' ');

function tellsFailure(value: unknown): boolean {
	if (!isRecord(value)) return false;
	const { success, ok, status, type } = value;
	const isFault = FAULTS.some((name) => {
		const told = value[name];
		return Array.isArray(told) ? told.length > 0 : Boolean(told) && told !== '0';
	});
	const isBad = /^(?:error|failed|failure|[45]\d\d)$/i.test(String(status));
	return isFault || isBad || success === false || ok === false || type === 'error';
}
