// Patterns of secrets in texts: forms that are written for nothing else.

/** A pattern and its replacement: `$1` stands for the part that is no secret. */
export type SecretPattern = readonly [RegExp, string];

export const REDACTED = '[redacted]';

/** Names of secrets, anywhere in a longer one; a bare `key` is ambiguous. */
export const IN_NAME = [
	'authorization', // Proxy-Authorization
	'passw(?:or[dt]|d)?|passphrase|passcode', // DB_PASSWORD_2, Passwort
	'mot[-_ ]?de[-_ ]?passe|kennwort|contrase(?:ñ?a)?|senha|wachtwoord|lösenord|hasło|парол[ья]?|密[码碼]|パスワード|비밀번호',
	'(?:mfa|2fa|verification|recovery|security)[-_ ]?code|(?:seed|recovery)[-_ ]?phrase|mnemonic',
	'pwd', // DB_PWD
	'bearer', // bearerToken
	'secret(?!ar)', // client_secret, but secretary
	'cookie(?![-_ ]?(?:policy|consent|banner|notice))', // Set-Cookie, but cookie_policy
	'credential', // aws_credentials
	'(?:api|access|account|private|auth|signing|session|encryption|license)[-_ ]?key', // X-API-Key
].join('|');

/** The name of a token that is none of a place in a list: of a page, or to go on from. */
export const TOKEN = '(?<!(?:page|next|continuation|sync|resume|delta|cursor|start)[-_ ]?)token';
/** A place in a list, which servers call a token, too. */
const PLACE = '(?:page|offset|cursor|chunk|part)[-_:]?\\d{1,9}(?:[-_]?of[-_]?\\d{1,9})?';

/** Returns whether a value is a place in a list, `page2of10`. */
export const isPlace = (value: string): boolean => new RegExp(`^${PLACE}$`, 'i').test(value);

/** Before a value: a word that begins a sentence about it instead. */
const NO_SENTENCE =
	"(?!\\$\\{[\\w.:-]{1,80}\\}|(?:true|false|null|none|undefined|string|required|optional|invalid|missing|expired|unknown|incorrect|wrong|empty|not|no|must|is|should|cannot|can't|may|has|needs|please|the|this|too)(?![\\w-]))";
const QUOTE = '\\\\{0,4}["\']';
const BLANKS = '[ \\t]{0,4}';
const VALUE = '[^\\s"\'<>&\\\\]';
/** A name, whole or the end of a longer one. */
const named = (name: string) => `\\b[\\w.-]{0,40}(?:${name})(?:[-_ ]?(?:s|key|value|\\d{1,3}))?`;

/** Words of a label, and what is filled in where it is used: no secret. */
const NO_LABEL =
	'(?![^"\'`\\\\\\n]{0,80}(?:passw|secret|token|credential|\\bkey\\b))(?!\\{\\{|<|(?:user(?:_?name|_?id)?|name|id|login|e-?mail)["\'`])';

/** Secrets in quotes as programs and their sources write them, with nothing but the end of a value behind. */
const IN_QUOTES: SecretPattern = [
	new RegExp(
		`(${named(IN_NAME)}(?:${QUOTE})?${BLANKS}(?:=>|:=|[:=])${BLANKS}(\\\\{0,4}["'\`]))(?!(?<=pwd\\W{0,9})[/~.])${NO_SENTENCE}${NO_LABEL}(?:(?!\\2)[^"\\\\\\n]){1,200}(?=\\2\\s{0,4}(?:[,;.)}\\]\\\\"/#]|$))`,
		'gim',
	),
	`$1${REDACTED}`,
];

/** Assignments to the name of a secret, as servers tell them: the value is masked where it is no word about it. */
const ASSIGNED: readonly SecretPattern[] = [
	// secret=abcdef, but pwd=/tmp
	`(${named(IN_NAME)}=["']?)(?!\\$|(?<=(?<![a-z])(?:old)?pwd=)[/~.])${NO_SENTENCE}${VALUE}+`,
	// secret: abc123, but secret: not found
	`(${named(IN_NAME)}:${BLANKS})${NO_SENTENCE}(?=${VALUE}{0,200}[\\d!@#$%^*+=])${VALUE}{4,}`,
	// secret: 'hunter2', as programs print objects, but secret: 'name' not found
	`(${named(IN_NAME)}${BLANKS}[:=]${BLANKS}["'])${NO_SENTENCE}(?=${VALUE}{0,200}[\\d!@#$%^*+=])${VALUE}{4,500}`,
	// "secret": "of several words"
	`(${QUOTE}${named(IN_NAME)}${QUOTE}${BLANKS}[:=]${BLANKS}${QUOTE})${NO_SENTENCE}(?:(?<=")(?:[^"\\\\]|\\\\[^"\\\\]){1,500}|(?<=')(?:[^'\\\\]|\\\\[^'\\\\]){1,500})`,
	// token: 'k3y', but token: 'end'
	`(${named(TOKEN)}(?:${QUOTE})?${BLANKS}(?:=>|:=|[:=])${BLANKS}(\\\\{0,4}["'\`]))(?=${VALUE}{0,5}\\d)(?=${VALUE}{0,5}[a-z])(?!${PLACE})${VALUE}{3,5}(?=\\2)`,
	// token=abc123, but token=end and token=page2of10
	`(${named(TOKEN)}(?:${QUOTE})?${BLANKS}[:=]${BLANKS}(?:${QUOTE})?)(?!${PLACE}(?![\\w-]))(?=${VALUE}{0,200}\\d)(?=${VALUE}{0,200}[a-z])${VALUE}{6,}`,
].map((pattern) => [new RegExp(pattern, 'gi'), `$1${REDACTED}`]);

/** Patterns of secrets. Without backslashes: in a JSON text one stands before the end of a string. */
export const SECRETS: readonly SecretPattern[] = [
	IN_QUOTES,
	// Inside a longer word the search ends at a header's length, so that a text of `eyJ-eyJ-…` is read once.
	[/(?:(?<![\w-])eyJ[\w-]{8,}|\beyJ[\w-]{8,300})\.[\w-]{8,}(?:\.[\w-]*)?/g, REDACTED],
	[/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
	[
		/(?:\b(?:sk|pk|rk|gh[opsur]|github_pat|xox[abeprs]|xapp|glpat|npm|hf|lin_api|shpat|dop_v1|ya29\.|SG\.|A[KS]IA|AIza)[-_]?|(?<=_)(?:sk-|gh[opsur]_|github_pat_|xox[abeprs]-|glpat-|A[KS]IA(?=[A-Z\d]{16})))[A-Za-z0-9_-]{12,}[\w.-]*/g,
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
	...ASSIGNED,
	[
		/([?&](?:(?:auth(?:orization)?[-_]?)?code|[\w-]{0,40}(?:(?<!(?:page|next|continuation|sync|resume|delta|cursor|start)[-_]?)token|key(?!word)|secret|signature|sig|password|auth)[\w-]{0,40})=)[^\s"'<>&#\\]+/gi,
		`$1${REDACTED}`,
	],
];

/** A text without what has the form of a secret. */
export const withoutSecretLooks = (text: string, patterns: readonly SecretPattern[] = SECRETS) =>
	patterns.reduce((out, [pattern, instead]) => out.replace(pattern, instead), text);
