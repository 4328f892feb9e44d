// Secrets as people and programs spell them, beside what names them: in an environment, on a command line, in
// a header, in JSON, YAML or XML inside a text. For what is kept to be read later, where too much taken out
// does no harm; src/shared/secret-looks.ts has what nobody writes but as a secret.
import {
	AS_WRITTEN,
	AT_END_OF_NAME,
	IN_NAME,
	namesASecret,
	REDACTED,
	type SecretPattern,
	withoutSecretLooks,
} from '../shared/secret-looks';

/** What ends a name, or a value, in JSON inside JSON: quotes with backslashes of their own. */
const QUOTE = '\\\\*["\'`]';
/** In quotes; a block of YAML; a list or record as far as its first end; or one word. */
const VALUE = `(?:(?<esc>\\\\*)(?<quote>["'\`])[^]*?(?:(?<!\\\\)\\k<esc>\\k<quote>|$)|[|>][-+\\d]*[ \\t]*\\n[^\\n]*|[[{][^\\]}]*|[^\\s"'\`<>&]+)`;
const HIDDEN = `$1$<esc>$<quote>${REDACTED}$<esc>$<quote>`;
/** Between a name and its value: as one is given to the other, or beside it in a list or a record. */
const IS = `(?:${QUOTE}\\]?|%2[27]){0,2}\\s*(?:=>|:=|={1,3}|:|%3D|%3A)\\s*`;
const THEN = `${QUOTE}\\s*,\\s*(?:${QUOTE}(?:val(?:ue)?|content|data|text)${QUOTE}\\s*[:=]\\s*)?`;
/** What is filled in where it is used tells nothing. */
const NO_REFERENCE = '(?!["\']?\\$(?:[A-Z_][A-Z0-9_]*|\\{[\\w.:-]+\\})(?:["\'\\s;&]|$))';
/** Programs whose short options take a password, and these options. */
const SHORT_OPTION =
	'\\b(?:mysql\\w*|mariadb\\w*|sshpass|redis-cli|sqlcmd|ldap\\w+|(?:docker|podman|registry|az)[\\s"\',]{1,4}login)\\b[^\\n|;]{0,200}?[\\s"\',]-[pPaw]';

const patternsOf = (named: string, flags: string): readonly SecretPattern[] =>
	[
		`(${named}${IS})${NO_REFERENCE}${VALUE}`,
		`(${named}${THEN})${VALUE}`,
		`((?:^|[\\s"'\`;(])--?[\\w.-]{0,40}${named}[ \\t]+)${NO_REFERENCE}${VALUE}`,
	].map((source): SecretPattern => [new RegExp(source, flags), HIDDEN]);

const elementOf = (named: string, flags: string): SecretPattern => [
	new RegExp(`(<[\\w:.-]{0,40}${named}(?:\\s[^<>]{0,200})?>)[^<]+`, flags),
	`$1${REDACTED}`,
];

const NAMED = `(?:(?:${IN_NAME})[\\w-]{0,20}|(?:${AT_END_OF_NAME})(?![\\w-]))`;
const NAMED_AS_WRITTEN = `(?:${AS_WRITTEN})`;

const SPELLED: readonly SecretPattern[] = [
	// A line that begins with the name has nothing else after it; nor has a header.
	[
		new RegExp(
			`(^[ \\t>-]{0,20}[\\w.-]{0,40}${NAMED}[ \\t]*:[ \\t]+)(?!["'\`{[|>])[^\\r\\n]+`,
			'gim',
		),
		`$1${REDACTED}`,
	],
	[/(\b(?:authorization|cookie)[ \t]*:[ \t]*)[^\r\n"'`]+/gi, `$1${REDACTED}`],
	...patternsOf(NAMED, 'gi'),
	...patternsOf(NAMED_AS_WRITTEN, 'g'),
	elementOf(NAMED, 'gi'),
	elementOf(NAMED_AS_WRITTEN, 'g'),
	[new RegExp(`(\\b(?:passw(?:or)?d|passphrase)\\s+(?:is|was|to)\\s+)${VALUE}`, 'gi'), HIDDEN],
	[/((?:^|\s)(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,100}:)[^\s"']+/g, `$1${REDACTED}`],
	[new RegExp(`(${SHORT_OPTION}["',\\s=]{0,4})${VALUE}`, 'gi'), HIDDEN],
];

/** What is in every text in which one of these could be; most have none. */
const HINT = /pass|pwd|secret|token|key|cookie|credential|auth|bearer|otp|cv[vc]|-u|[\s"',]-[paw]/i;

/** A text without what is spelled as a secret, or looks like one. */
export const withoutSpelledSecrets = (text: string): string =>
	withoutSecretLooks(HINT.test(text) ? withoutSecretLooks(text, SPELLED) : text);

const AFTER_SHORT_OPTION = new RegExp(`${SHORT_OPTION}$`, 'i');

/** Whether an element of a list is a secret by what stands before it: an option, or the name of a pair. */
export function isSecretAt(list: readonly unknown[], at: number): boolean {
	const last = list[at - 1];
	if (typeof last !== 'string' || last.length > LONGEST_NAME) return false;
	if (/^--?[\w.-]+$/.test(last) && namesASecret(last)) return true;
	if (list.length === 2 && /^[\w.-]+$/.test(last) && namesASecret(last)) return true;
	return (
		/^-[pPaw]$/.test(last) &&
		AFTER_SHORT_OPTION.test(list.slice(Math.max(0, at - 50), at).join(' '))
	);
}

const LONGEST_NAME = 80;
/** What a record calls a name, and what stands for it. */
const NAMES_OF_PAIRS = ['name', 'key', 'header', 'field', 'variable', 'param', 'id'];
const VALUE_OF_PAIR = /^(?:val(?:ue)?|content|data|text|string_?value)$/i;

/** Whether what a record has under a name is a secret: by that name, or by one that stands beside it. */
export function isSecretIn(record: Readonly<Record<string, unknown>>, name: string): boolean {
	const own = record[name];
	if (own === null || own === '') return false;
	if (namesASecret(name, own)) return true;
	if (!VALUE_OF_PAIR.test(name)) return false;
	return NAMES_OF_PAIRS.some((beside) => {
		const named = record[beside];
		return typeof named === 'string' && named.length <= LONGEST_NAME && namesASecret(named);
	});
}
