// Patterns of secrets in texts: forms that are written for nothing else.

/** A pattern and its replacement: `$1` stands for the part that is no secret. */
export type SecretPattern = readonly [RegExp, string];

export const REDACTED = '[redacted]';

/** Patterns of secrets. Without backslashes: in a JSON text one stands before the end of a string. */
export const SECRETS: readonly SecretPattern[] = [
	// Inside a longer word the search ends at a header's length, so that a text of `eyJ-eyJ-…` is read once.
	[/(?:(?<![\w-])eyJ[\w-]{8,}|\beyJ[\w-]{8,300})\.[\w-]{8,}(?:\.[\w-]*)?/g, REDACTED],
	[/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
	[
		/\b(?:sk|pk|rk|gh[opsur]|github_pat|xox[abeprs]|xapp|glpat|npm|hf|lin_api|shpat|dop_v1|ya29\.|SG\.|A[KS]IA|AIza)[-_]?[A-Za-z0-9_-]{12,}[\w.-]*/g,
		REDACTED,
	],
	// Addresses that are a secret.
	[
		/(\bhooks\.slack\.com\/services\/|\/api\/webhooks\/\d+\/|\/bot(?=\d+:))[\w:/-]{8,}/g,
		`$1${REDACTED}`,
	],
	// A slash belongs to no user's name and should be escaped in a password; `host:8080/@scope` has neither.
	[
		/\b([a-z][a-z0-9+.-]{0,30}:\/\/)(?!(?:[\w-]+\.[\w.-]+|localhost|\[[\da-f:.]+\]):\d{1,5}[/?#])[^\s/:"'<>@\\]{0,100}:[^\s"'<>\\]{1,500}@/gi,
		`$1${REDACTED}@`,
	],
	[/\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/"'<>\\]{1,500}@/gi, `$1${REDACTED}@`],
	// The same in a query of another address.
	[
		/(%3A%2F%2F)(?:(?!%2F|%40|%3A)[^\s"'<>&\\]){0,200}(?:%3A(?!\d{1,5}%2F)[^\s"'<>&\\]{1,500})?%40/gi,
		`$1${REDACTED}%40`,
	],
	[
		/(-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)[^"]*?(?:-----END [A-Z ]{0,30}-----|(?=\\{0,9}"|$))/g,
		`$1${REDACTED}`,
	],
	// On a command line, and in its environment.
	[
		/((?:^|[\s"'`;])--?[\w-]{0,40}(?:passw(?:or)?d|pwd|passphrase|secret|token|api-?key)[ =]["']?)[^\s"'<>\\]+/gi,
		`$1${REDACTED}`,
	],
	[
		/(\b\w{0,40}(?:passw(?:or)?d|PASSW(?:OR)?D|_PWD|PASSPHRASE|SECRET|TOKEN|_KEY)=["']?)(?!\$)[^\s"'<>&\\]+/g,
		`$1${REDACTED}`,
	],
	// In small letters too, where the value is no word and no number: `secret=abc123`, but `token=end`.
	[
		/(\b[\w-]{0,40}(?:secret|passphrase|api[-_]?key|(?<!(?:page|next|continuation|sync)[-_]?)token)=["']?)(?=[^\s"'<>&\\]{0,200}\d)(?=[^\s"'<>&\\]{0,200}[a-z])[^\s"'<>&\\]{6,}/gi,
		`$1${REDACTED}`,
	],
	[
		/([?&](?:(?:auth(?:orization)?[-_]?)?code|[\w-]{0,40}(?:(?<!(?:page|next)[-_]?)token|key(?!word)|secret|signature|sig|password|auth)[\w-]{0,40})=)[^\s"'<>&#\\]+/gi,
		`$1${REDACTED}`,
	],
];

/** A text without what has the form of a secret. */
export const withoutSecretLooks = (
	text: string,
	patterns: readonly SecretPattern[] = SECRETS,
): string => patterns.reduce((out, [pattern, instead]) => out.replace(pattern, instead), text);
