// Takes secrets out of what an upstream says, before anyone sees it: from errors whatever looks like one,
// from results the very credentials that the upstream was called with.

import { jsonIn } from '../../../shared/json-values';
import { SECRETS, type SecretPattern, withoutSecretLooks } from '../../../shared/secret-looks';
import { type ToolResult, textResult } from '../../../shared/tool-result';

/** Longer error texts are cut, in characters. */
const MAX_MESSAGE = 500;
/** Larger error data is dropped, in characters of JSON. */
const MAX_DATA = 4_000;

/** Patterns redacted from faults in Loadline's own words. */
const QUERIES: SecretPattern = [
	/(https?:\/\/[^\s"'<>?\\]{0,500})\?[^\s"'<>\\]+/gi,
	'$1?[redacted]',
];
/** Words that name a scheme and tell nothing. */
const SCHEME = /^(?:bearer|basic|digest|token|apikey|api-key)$/i;

/** Gives a text without the secrets in it; what is none stays as it was. */
export type Redact = (text: string) => string;

/** Credentials of an upstream, redacted from texts. */
export interface Hidden {
	readonly headers: Readonly<Record<string, string>>;
	/** Secrets in clear. */
	readonly url: string;
	/** Values that came from secrets. */
	readonly secrets: readonly string[];
}

/** Headers whose value is a credential, whoever wrote it. */
const CREDENTIAL = /(?:authorization|token|key|secret|password|cookie|credential)(?!.*type$)/i;
/** Characters of a word in a credential, and of a part of a path, from which they are taken for secrets. */
const LEAST_WORD = 6;
const LEAST_PART = 16;
/** Of a secret that is taken out of data: a shorter one may be a word of it. */
const LEAST_IN_DATA = 12;

/** A redactor that knows what the upstream is called with, and nothing else. */
export function createHide({ headers, url, secrets }: Hidden): Redact {
	const [path = '', query = ''] = url.split('#')[0]?.split('?') ?? [];
	const parts = path.split('/').slice(3);
	return without([
		...[...Object.values(headers), ...secrets].flatMap(wordsOf),
		...[query, ...query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1))].filter(
			({ length }) => length >= LEAST_WORD,
		),
		...parts.filter(({ length }) => length >= LEAST_PART),
	]);
}

/** The credentials that may not stand in a result either, however JSON, addresses and base64 spell them. */
export function credentialsIn({ headers, secrets }: Hidden): readonly RegExp[] {
	const named = Object.entries(headers).flatMap(([name, value]) =>
		/^cookie$/i.test(name) ? cookiesIn(value) : CREDENTIAL.test(name) ? [value] : [],
	);
	const words = [...named, ...secrets]
		.flatMap((value) => [...wordsOf(value), ...pairIn(value)])
		.filter(({ length }) => length >= LEAST_IN_DATA);
	return longestFirst([...words, ...words.flatMap(coded)]).map(anySpelling);
}

/** Credentials, where texts of an answer say one: read, it is spelled in another way than as it came. */
export function echoedIn(texts: readonly string[], hidden: Hidden): readonly RegExp[] {
	if (hidden.secrets.length === 0 && Object.keys(hidden.headers).length === 0) return [];
	const credentials = credentialsIn(hidden);
	return credentials.some((one) => texts.some((each) => each.search(one) >= 0)) ? credentials : [];
}

/** Values that look like secrets: others are words of everyday, as `theme=dark-high-contrast`. */
const cookiesIn = (header: string): readonly string[] =>
	header
		.split(';')
		.map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())
		.filter((value) => value.length >= LEAST_PART && !/^[a-z]{1,15}(?:-[a-z]{1,15})*$/.test(value));

/** A text, each of its signs as it is, after backslashes, by its codes in JSON, or as an address has it. */
function anySpelling(text: string): RegExp {
	const signs = [...text].map(spellingsOf).join('');
	// A longer number is another, unless what stands before are the digits of a code.
	const isNumber = /^\d+$/.test(text);
	return new RegExp(
		isNumber ? `(?<!(?<!%[\\da-f]|\\\\u[\\da-f]{3})\\d)${signs}(?!\\d)` : signs,
		'g',
	);
}

const META = /[\\^$.*+?()[\]{}|/]/;

function spellingsOf(sign: string): string {
	const units = Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at));
	const code = units.map((unit) => `\\\\{1,8}u${anyCase(unit, 4)}`).join('');
	const inAddress = [...new TextEncoder().encode(sign)].map((byte) => `%${anyCase(byte, 2)}`);
	const escaped = /[\w-]/.test(sign) ? '' : '\\\\{0,8}';
	return `(?:${escaped}${sign.replace(META, '\\$&')}|${code}|${inAddress.join('')})`;
}

/** Hexadecimal digits, in letters of either case. */
const anyCase = (value: number, digits: number): string =>
	[...value.toString(16).padStart(digits, '0')]
		.map((one) => (/\d/.test(one) ? one : `[${one}${one.toUpperCase()}]`))
		.join('');

/** Returns the decoded parts of `Basic …`: name and password, and the password alone. */
function pairIn(value: string): readonly string[] {
	const coded = /^Basic\s+([\w+/=-]{8,})$/i.exec(value)?.[1];
	try {
		const bytes = coded === undefined ? '' : atob(coded.replace(/-/g, '+').replace(/_/g, '/'));
		const text = new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
		return [bytes, text].flatMap((pair) => [pair, pair.slice(pair.indexOf(':') + 1)]);
	} catch {
		return [];
	}
}

/**
 * In base64 of either alphabet, wherever in it the word begins, without the signs that it shares with what stands beside
 * it; base64 itself, in the other alphabet; in hexadecimal digits of either case.
 */
function coded(word: string): readonly string[] {
	const utf8 = new TextEncoder().encode(word);
	const bytes = String.fromCharCode(...utf8);
	const hex = [...utf8].map((byte) => byte.toString(16).padStart(2, '0')).join('');
	const shifted = [0, 1, 2].map((by) =>
		btoa(' '.repeat(by) + bytes).slice(Math.ceil((by * 4) / 3), ((by + utf8.length) * 4) / 3),
	);
	const base64 = [btoa(bytes), ...shifted, word].map((text) => text.replace(/={1,2}$/, ''));
	const inAddresses = base64.map((text) => text.replace(/\+/g, '-').replace(/\//g, '_'));
	return [...base64, ...inAddresses, hex, hex.toUpperCase()];
}

/** A redactor of certain texts. */
export const without = (texts: readonly string[]): Redact => {
	const secrets = longestFirst(texts);
	return (text) => secrets.reduce((out, secret) => out.replaceAll(secret, '[redacted]'), text);
};

/** A redactor of whatever matches. */
export const withoutMatches =
	(patterns: readonly RegExp[]): Redact =>
	(text) =>
		patterns.reduce((out, pattern) => out.replace(pattern, '[redacted]'), text);

const longestFirst = (texts: readonly string[]): readonly string[] =>
	[...new Set(texts)].sort((a, b) => b.length - a.length);

const wordsOf = (value: string): readonly string[] =>
	[value, ...value.split(/\s+/), ...value.split(/[\s,;=]+/)].filter(
		(word) => word.length >= LEAST_WORD && !SCHEME.test(word),
	);

/** For faults: what the upstream is called with, whatever has the form of a secret, and queries of URLs. */
export const createRedact = (hidden: Hidden): Redact => redactor(hidden, [...SECRETS, QUERIES]);

/** For what a tool says of its failure: the same, but a query may be data. */
export const createClean = (hidden: Hidden): Redact => redactor(hidden, SECRETS);

function redactor(hidden: Hidden, patterns: readonly SecretPattern[]): Redact {
	const hide = createHide(hidden);
	const echoed = withoutMatches(credentialsIn(hidden));
	return (text) => withoutSecretLooks(echoed(hide(text)), patterns);
}

/** A result without what a redactor takes out of its JSON text. */
export function withoutSecrets(result: ToolResult, hide: Redact): ToolResult {
	const json = JSON.stringify(result);
	const clean = hide(json);
	if (clean === json) return result;
	const parsed = jsonIn(clean) as ToolResult | undefined;
	if (parsed === undefined) return textResult(UNREADABLE, true);
	// A number that was a secret would leave no JSON behind.
	const { structured, others = {}, ...rest } = parsed;
	const whole = Object.entries(others).filter(([, member]) => jsonIn(member) !== undefined);
	return {
		...rest,
		...(structured !== undefined && jsonIn(structured) !== undefined && { structured }),
		...(whole.length > 0 && { others: Object.fromEntries(whole) }),
	};
}

const UNREADABLE = 'The tool failed; what it says cannot be shown.';

/** One line of an upstream's words, redacted, without control characters, at most 500 characters. */
export function safeMessage(text: string, redact: Redact): string {
	// Redaction first: a cut could leave half a secret that no pattern knows.
	const clean = redact(text.slice(0, 20_000))
		.replace(/\s+/g, ' ')
		.replace(/\p{Cc}|\p{Cf}/gu, '')
		.trim();
	return clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE).toWellFormed()}…` : clean;
}

/** Longest message of a server's own error, in characters; beyond it a message is a result in disguise. */
const MAX_WORDS = 1500;
/** Characters that nobody sees, but for line breaks, tabs and the joiners of scripts and emoji. */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** Returns a server's own error message with its lines, shortened, without secrets and control characters. */
export const safeWords = (text: string, redact: Redact): string => {
	const clean = redact(text.slice(0, 20_000)).replace(UNSEEN, '');
	return clean.length > MAX_WORDS ? `${clean.slice(0, MAX_WORDS).toWellFormed()}…` : clean;
};

/** Error data with secrets taken out; undefined when there is none or too much. */
export function safeData(json: string, redact: Redact): unknown {
	if (json.length > MAX_DATA) return undefined;
	return jsonIn(redact(json));
}
