// Takes secrets out of what an upstream says in errors, before anyone sees it.

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

export type Redact = (text: string) => string;

/**
 * A redactor that also knows the configured secrets: header values, and the query of the upstream's URL.
 * @param headers resolved header values
 */
export function createRedact(headers: Readonly<Record<string, string>>, url: string): Redact {
	const secrets = new Set<string>();
	for (const value of Object.values(headers)) {
		for (const part of [value, ...value.split(/[\s,;=]+/)]) {
			if (part.length >= 6) secrets.add(part);
		}
	}
	const query = url.split('?')[1];
	if (query !== undefined && query.length >= 6) secrets.add(query);
	const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
	return (text) => {
		let out = text;
		for (const secret of longestFirst) out = out.replaceAll(secret, '[redacted]');
		for (const [pattern, replacement] of PATTERNS) out = out.replace(pattern, replacement);
		return out;
	};
}

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
	const clean = redact(json);
	try {
		return JSON.parse(clean);
	} catch {
		return undefined;
	}
}
