// Secrets in a text that is coded once more: in an address, in base64, in hexadecimal digits; and words drawn at
// random, wherever they stand in what names a secret: in a column, a question's parameters, the line below.
import { fromBase64 } from '../protect';
import { REDACTED } from '../shared/secret-looks';
import { AT_END_OF_NAME, IN_NAME } from './secret-names';
import { withoutSpelledSecrets } from './spelled-secrets';

/** How often an address stands in another. */
const MOST_TIMES = 3;

/** A text without what is spelled as a secret, as it stands or decoded; what had one is shown as it was found. */
export function withoutCodedSecrets(text: string): string {
	let decoded = withoutSpelledSecrets(text);
	const shown = decoded.replace(CODED, (run) => (hasSecret(inRun(run)) ? REDACTED : run));
	for (let times = 0; times < MOST_TIMES && decoded.includes('%'); times++) {
		decoded = inAddress(decoded);
		if (hasSecret(decoded)) return withoutSpelledSecrets(decoded);
	}
	return shown;
}

const hasSecret = (text: string): boolean => withoutSpelledSecrets(text) !== text;

const CODED = /[\w+/-]{16,}={0,2}/g;

function inRun(run: string): string {
	if (/^(?:[\da-f]{2})+$/i.test(run)) return inAddress(run.replace(/../g, '%$&'));
	const bytes = fromBase64(run.replace(/-/g, '+').replace(/_/g, '/'));
	return String.fromCharCode(...bytes);
}

const inAddress = (text: string): string =>
	text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
		try {
			return decodeURIComponent(run);
		} catch {
			return run;
		}
	});

const NAMES = new RegExp(`${IN_NAME}|(?:${AT_END_OF_NAME})(?![\\w-])`, 'i');

/** A JSON text that names a secret, without words that look drawn: of letters of both cases, and digits. */
export const withoutDrawnWords = (json: string): string =>
	NAMES.test(json)
		? json.replace(/\\(?:u[\da-f]{4}|.)|[\w+=!@#$%^&*~-]{8,}/g, (word) =>
				word[0] !== '\\' && /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word)
					? REDACTED
					: word,
			)
		: json;
