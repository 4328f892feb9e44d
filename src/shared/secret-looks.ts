// What a text shows of secrets: forms that nobody writes but as one, and names that one stands under.

export type SecretPattern = readonly [RegExp, string];

export const REDACTED = '[redacted]';

/** What nobody writes but as a secret. Without backslashes: in a JSON text one stands before what ends a string. */
export const SECRETS: readonly SecretPattern[] = [
	[/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, REDACTED],
	[/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
	[/\b(?:sk|pk|ghp|gho|ghs|github_pat|xox[abprs]|glpat|AKIA)[-_]?[A-Za-z0-9_-]{12,}/g, REDACTED],
	[/\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/"'<>@\\]{1,500}@/gi, `$1${REDACTED}@`],
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
	[
		/([?&][\w-]{0,40}(?:token|key|secret|signature|sig|password|auth|code)[\w-]{0,40}=)[^\s"'<>&#\\]+/gi,
		`$1${REDACTED}`,
	],
];

/** A text without what has the form of a secret. */
export const withoutSecretLooks = (
	text: string,
	patterns: readonly SecretPattern[] = SECRETS,
): string => patterns.reduce((out, [pattern, instead]) => out.replace(pattern, instead), text);

/** A `key` alone may be anything: that of an issue, of a record. */
const NAME =
	/authorization|passw|passphrase|pwd|bearer|secret|cookie|credential|(?:api|access|private|auth|signing|session)[-_]?key|token(?:[-_]?value)?$/i;

/** Whether what stands under this name is taken for a secret; of tokens, those that are no count. */
export const namesASecret = (name: string, value?: unknown): boolean =>
	NAME.test(name) ||
	(/tokens$/i.test(name) &&
		(typeof value === 'string' || Array.isArray(value)) &&
		/[a-z]/i.test(String(value)));
