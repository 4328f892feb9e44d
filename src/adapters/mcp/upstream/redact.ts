// Takes secrets out of what an upstream says in errors, before anyone sees it.
import { type ToolResult, textResult } from '../../../shared/tool-result';

/** Longer error texts are cut, in characters. */
const MAX_MESSAGE = 500;
/** Larger error data is dropped, in characters of JSON. */
const MAX_DATA = 4_000;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
	[/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, '[redacted]'],
	[/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
	[
		/\b(?:sk|pk|ghp|gho|ghs|github_pat|xox[abprs]|glpat|AKIA)[-_]?[A-Za-z0-9_-]{12,}/g,
		'[redacted]',
	],
	[/(https?:\/\/[^\s"'<>?]*)\?[^\s"'<>]+/gi, '$1?[redacted]'],
	[/(https?:\/\/)[^\s/"'<>@]+@/gi, '$1[redacted]@'],
];

/** Words that name a scheme and tell nothing. */
const SCHEME = /^(?:bearer|basic|digest|token|apikey|api-key)$/i;

export type Redact = (text: string) => string;

/**
 * A redactor that knows the configured secrets and nothing else: header values, and the query of the
 * upstream's URL. For what a tool says, where a pattern could hit data.
 * @param headers resolved header values
 */
export function createHide(headers: Readonly<Record<string, string>>, url: string): Redact {
	const secrets = new Set<string>();
	for (const value of Object.values(headers)) {
		for (const part of [value, ...value.split(/[\s,;=]+/)]) {
			if (part.length >= 6 && !SCHEME.test(part)) secrets.add(part);
		}
	}
	const query = url.split('?')[1];
	if (query !== undefined && query.length >= 6) secrets.add(query);
	const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
	return (text) => {
		let out = text;
		for (const secret of longestFirst) out = out.replaceAll(secret, '[redacted]');
		return out;
	};
}

/** A redactor of the configured secrets and of whatever has the form of one. */
export function createRedact(headers: Readonly<Record<string, string>>, url: string): Redact {
	const hide = createHide(headers, url);
	return (text) => {
		let out = hide(text);
		for (const [pattern, replacement] of PATTERNS) out = out.replace(pattern, replacement);
		return out;
	};
}

/** A failed result without the credentials that its upstream was called with. */
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
