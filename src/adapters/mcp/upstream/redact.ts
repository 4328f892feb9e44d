// Takes secrets out of what an upstream says, before anyone sees it: from errors whatever looks like one,
// from results the very credentials that the upstream was called with.
import { SECRETS, type SecretPattern, withoutSecretLooks } from '../../../shared/secret-looks';
import { type ToolResult, textResult } from '../../../shared/tool-result';

/** Longer error texts are cut, in characters. */
const MAX_MESSAGE = 500;
/** Larger error data is dropped, in characters of JSON. */
const MAX_DATA = 4_000;

/** What a fault that Loadline tells in its own words can do without. */
const QUERIES: SecretPattern = [
	/(https?:\/\/[^\s"'<>?\\]{0,500})\?[^\s"'<>\\]+/gi,
	'$1?[redacted]',
];
/** Characters of a text in which what looks like a secret is looked for. */
const MOST_SEARCHED = 200_000;

/** Words that name a scheme and tell nothing. */
const SCHEME = /^(?:bearer|basic|digest|token|apikey|api-key)$/i;

export type Redact = (text: string) => string;

/** What an upstream is called with, and nobody is told. */
export interface Hidden {
	readonly headers: Readonly<Record<string, string>>;
	/** Secrets in clear. */
	readonly url: string;
	/** Values that came from secrets. */
	readonly secrets: readonly string[];
}

/** Headers whose value is a credential, whoever wrote it. */
const CREDENTIAL = /authorization|token|key|secret|password|cookie|credential/i;
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

/** The credentials that may not stand in a result either, however JSON and addresses spell them. */
export function credentialsIn({ headers, secrets }: Hidden): readonly RegExp[] {
	const named = Object.entries(headers).filter(([name]) => CREDENTIAL.test(name));
	const values = [...named.map(([, value]) => value), ...secrets];
	const words = values.flatMap((value) => [...wordsOf(value), ...passwordIn(value)]);
	return longestFirst(words.filter(({ length }) => length >= LEAST_IN_DATA)).map(
		(word) => new RegExp([...word].map(anySpelling).join(''), 'g'),
	);
}

const META = /[\\^$.*+?()[\]{}|/]/;

/** A sign as it is, after backslashes, by its code in JSON, or as an address has it. */
function anySpelling(sign: string): string {
	if (/[\w-]/.test(sign)) return sign;
	const hex = (sign.codePointAt(0) ?? 0).toString(16).padStart(2, '0');
	const code = [...hex].map((one) => `[${one}${one.toUpperCase()}]`).join('');
	return `(?:\\\\*${sign.replace(META, '\\$&')}|\\\\+u0*${code}|%${code})`;
}

/** What a server makes of `Basic …`: the name and the password, and the password alone. */
function passwordIn(value: string): readonly string[] {
	const coded = /^Basic\s+([\w+/=-]{8,})$/i.exec(value)?.[1];
	try {
		const pair = coded === undefined ? '' : atob(coded);
		return pair === '' ? [] : [pair, pair.slice(pair.indexOf(':') + 1)];
	} catch {
		return [];
	}
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
	return (text) => {
		const out = hide(text);
		return out.length > MOST_SEARCHED ? out : withoutSecretLooks(out, patterns);
	};
}

/** A result without what a redactor takes out of its JSON text. */
export function withoutSecrets(result: ToolResult, hide: Redact): ToolResult {
	const json = JSON.stringify(result);
	const clean = hide(json);
	if (clean === json) return result;
	const parsed = parse(clean) as ToolResult | undefined;
	if (parsed === undefined) return textResult(UNREADABLE, true);
	// A number that was a secret would leave no JSON behind.
	const { structured, ...rest } = parsed;
	return structured !== undefined && parse(structured) === undefined ? rest : parsed;
}

const UNREADABLE = 'The tool failed; what it says cannot be shown.';

const parse = (json: string): unknown => {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
};

/** One line of an upstream's words, redacted, without control characters, at most 500 characters. */
export function safeMessage(text: string, redact: Redact): string {
	// Redaction first: a cut could leave half a secret that no pattern knows.
	const clean = redact(text.slice(0, 20_000))
		.replace(/\s+/g, ' ')
		.replace(/\p{Cc}|\p{Cf}/gu, '')
		.trim();
	return clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE).toWellFormed()}…` : clean;
}

/** Error data with secrets taken out; undefined when there is none or too much. */
export function safeData(json: string, redact: Redact): unknown {
	if (json.length > MAX_DATA) return undefined;
	return parse(redact(json));
}
