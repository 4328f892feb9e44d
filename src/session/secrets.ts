// Redacts secrets that stand beside a telling name: in environments, command lines, headers, JSON, YAML,
// XML, URLs and encoded texts. False positives are acceptable for stored arguments; src/shared/secret-
// looks.ts covers secrets of a recognisable form.

import { fromBase64 } from '../shared/digits';
import { IN_NAME, isPlace, REDACTED, TOKEN, withoutSecretLooks } from '../shared/secret-looks';

/** At the end of a name. */
export const AT_END_OF_NAME = [
	`${TOKEN}(?:[-_]?value)?[-_]?\\d{0,3}`, // GITHUB_TOKEN
	'(?<!by|com|tres|sur|over|under)pass', // dbpass, SSHPASS, but bypass
	'jwt', // accessJwt
	'(?:(?<![a-z])|db|user|root|admin)pw', // db_pw
	'(?<![a-z])(?:auth|otp|cvv|cvc)', // _auth
].join('|');

/** Case-sensitive: `ISSUER_KEY`, but not `issue_key`. */
export const AS_WRITTEN = [
	'[A-Z][A-Z0-9_]{0,40}_KEY', // ISSUER_KEY
	'[a-z](?:Pass|Auth|Pw)', // dbPass
].join('|');

const NAME = new RegExp(`${IN_NAME}|(?:${AT_END_OF_NAME})$`, 'i');
const NAME_AS_WRITTEN = new RegExp(`(?:${AS_WRITTEN})$`);

/** Returns true for names of secrets; `tokens` only with a textual value. */
export const namesASecret = (name: string, value?: unknown): boolean =>
	NAME.test(name) ||
	NAME_AS_WRITTEN.test(name) ||
	(/tokens$/i.test(name) &&
		(typeof value === 'string' || Array.isArray(value)) &&
		/[a-z]/i.test(String(value)));

const SHORT_CODE = /(?:otp|cv[vc]|passcode|code|pin|passw(?:or)?[dt]|passphrase|pwd|kennwort)\W*$/i;

/** Returns true for `PWD=/tmp`. */
export const isDirectory = (name: string, value: unknown): boolean =>
	/(?:^|[^a-z])(?:old)?pwd\W*$/i.test(name) && /^(?:[/~.]|[A-Z]:[\\/])/i.test(String(value));

/** Returns true for values that reveal nothing: `auth: false`, `token: 12`, `token: page2of10`. */
export const isPlain = (name: string, value: string): boolean =>
	/^(?:true|false|null|none|nil|undefined|string|required|optional|missing|invalid|expired|not(?: (?:found|set|given|configured))?|\[)$/i.test(
		value,
	) ||
	(/^\d{1,4}$/.test(value) && !SHORT_CODE.test(name)) ||
	isPlace(value) ||
	isDirectory(name, value);

/** A quote with its escapes in nested JSON. */
const QUOTE = '\\\\*["\'`]';
const QUOTED = `(?<esc>\\\\*)(?<quote>"""|'''|["'\`])[^]*?(?:(?<!\\\\)\\k<esc>\\k<quote>|$)`;
/** The lines of an indented YAML block. */
const BLOCK =
	'[|>][-+\\d]*[ \\t]*\\n(?:(?<indent>[ \\t]+)[^\\n]*(?:\\n\\k<indent>[^\\n]*)*|[^\\n]*)';
/** A quoted value, YAML block, list or record up to its first end, or a word. */
const VALUE = `(?<value>${QUOTED}|${BLOCK}|[[{][^\\]}]*[\\]}]?|[^\\s"'\`<>&]+)`;
const IN_QUOTES = `(?<value>${QUOTED})`;
const WORD = '(?<value>[^\\s"\']+)';
const LINE = '(?<value>(?!["\'`{[|>])[^\\r\\n]+)';
/** The assignment between a name and its value. */
const IS = `(?:${QUOTE}\\]?|%2[27]|\\*\\*){0,2}\\s*(?:=>|:=|={1,3}|:|%3D|%3A)\\s*(?:\\*\\*\\s*)?`;
const VALUE_IS = `(?:${QUOTE})?(?:val(?:ue)?|content|data|text)(?:${QUOTE})?\\s*[:=]\\s*`;
/** Short options that take a password, after certain programs or a user option. */
const SHORT_OPTION =
	'(?:\\b(?:mysql\\w*|mariadb\\w*|mongo\\w*|cqlsh|sshpass|redis-cli|sqlcmd|ldap\\w+|unzip|7z|(?:docker|podman|registry|az)[\\s"\',]{1,4}login)\\b|(?<![\\w-])-u[\\s"\',=]+(?!-))[^\\n|;]{0,200}?[\\s"\',]-[pPaw]';

const formsOf = (named: string, flags: string): readonly RegExp[] =>
	[
		// const password: string = "S"
		[`${named}\\??:\\s*[\\w<>|[\\]. ]{1,60}=\\s*`, VALUE],
		// password = env.X || "S", os.environ.get("X", "S")
		[`${named}${IS}[\\w.$?[\\]()]{1,60}\\s*(?:\\|\\||\\?\\?|\\bor\\b)\\s*`, VALUE],
		[`${named}${IS}[\\w.]{1,60}\\(\\s*${QUOTE}\\w{1,60}${QUOTE}\\s*,\\s*`, VALUE],
		// password=S, "password": "S", **Password:** S
		[`${named}${IS}`, VALUE],
		// ["password", "S"]
		[`${named}${QUOTE}\\s*,\\s*(?:${VALUE_IS})?(?!${QUOTE}-[pPaw]${QUOTE})`, VALUE],
		// - name: DB_PASSWORD ⏎ value: S
		[`${named}(?:${QUOTE})?[\\s,;][^{}]{0,80}?\\b${VALUE_IS}`, VALUE],
		// {value: "S", name: "DB_PASSWORD"}
		[
			`\\b${VALUE_IS}(?=[^{}\\n]{0,100}?\\b(?:name|key|selector)${IS}[^,{}\\n]{0,40}${named})`,
			VALUE,
		],
		// --password S
		[`(?:^|[\\s"'\`;(])--?[\\w.-]{0,40}${named}[ \\t]+`, VALUE],
		// WITH PASSWORD 'S'
		[`${named}\\s{1,20}`, IN_QUOTES],
		// <password>S</password>
		[`<[\\w:.-]{0,40}${named}(?:\\s[^<>]{0,200})?>`, '(?<value>[^<]+)'],
	].map(([before, value]) => new RegExp(`(?<before>${before})${value}`, flags));

const NAMED = `(?:(?:${IN_NAME})[\\w-]{0,20}|(?:${AT_END_OF_NAME})(?![\\w-]))`;

const FORMS: readonly RegExp[] = [
	// password: S and all else of its line; nor has a header anything after it.
	[`^[ \\t>*#-]{0,20}[\\w.-]{0,40}${NAMED}\\*{0,2}[ \\t]*:\\*{0,2}[ \\t]+`, LINE, 'gim'],
	['\\b(?:authorization|cookie)[ \\t]*:[ \\t]*', '(?<value>[^\\s"\'`][^\\r\\n"\'`]*)', 'gi'],
	...formsOf(NAMED, 'gi'),
	...formsOf(`(?:${AS_WRITTEN})`, 'g'),
	// the password is S
	['\\b(?:passw(?:or)?d|passphrase)\\s+(?:is|was|to)\\s+', VALUE, 'gi'],
	// machine h login u password S
	['\\b(?:login|user(?:name)?)\\s+\\S{1,100}\\s+passw(?:or)?d\\s+', VALUE, 'gi'],
	// IDENTIFIED BY 'S'
	['\\bidentified\\s+(?:with\\s+\\S{1,60}\\s+)?(?:by|as)\\s+(?:password\\s+)?', VALUE, 'gi'],
	// curl -su admin:S
	[
		`(?:^|[\\s"',])(?:-[a-z]{0,5}u|--user|--proxy-user)[\\s="',]{0,4}[^\\s:"',]{1,100}:`,
		WORD,
		'gi',
	],
	// mysql -u root -pS
	[`${SHORT_OPTION}["',\\s=]{0,4}`, VALUE, 'gi'],
].map((form) =>
	form instanceof RegExp ? form : new RegExp(`(?<before>${form[0]})${form[1]}`, form[2]),
);

/** A part of every text in which one of these could be; most have none. */
const HINT =
	/pass|pw|secret|token|key|cookie|credential|auth|bearer|otp|jwt|cv[vc]|identified|kennwort|contrase|-\w{0,5}u|[\s"',]-[paw]/i;

/** A text without what is spelled as a secret, or looks like one. */
export const redactSpelledSecrets = (text: string): string =>
	withoutSecretLooks(
		HINT.test(text) ? FORMS.reduce((out, form) => out.replace(form, redact), text) : text,
	);

/** Returns a match of the forms without its value, unless that tells nothing. */
function redact(found: string, ...more: readonly unknown[]): string {
	const { before = '', value = '', esc = '', quote = '' } = more.at(-1) as Record<string, string>;
	if (value === REDACTED || isPlaceholder(before, value, quote !== '')) return found;
	return `${before}${esc}${quote}${REDACTED}${esc}${quote}`;
}

/** Filled in where it is used: case tells `$TOKEN` from a password that begins with a dollar. */
/** After a short option: ports, and a path or a format. */
const PORTS_OR_PATH = /^(?:[\d.]{1,15}:)?\d{1,5}[:-]\d{1,5}(?:\/\w{3})?$|^[/.~%]/;

const REFERENCE = /^\$(?:[A-Z_][A-Z0-9_]*|\{(?:secret:)?[\w.]+\})$/;
const CALL = /^[A-Za-z_$][\w$]*(?:\.[\w$]+)*\(\)$/;
/** Beside a name in a list of names. */
const FIELD =
	/^(?:e-?mail|user(?:[-_]?(?:name|id))?|login|(?:first|last)?[-_]?name|id|phone|url|host|port|role|password|token|secret)$/i;

function isPlaceholder(before: string, value: string, isQuoted: boolean): boolean {
	const bare = value.replace(/^[\\"'`]+|[\\"'`]+$/g, '');
	if (/,\s*\\*["'`]?$/.test(before) && FIELD.test(bare)) return true;
	if (/-[pPaw]["',\s=]*$/.test(before) && PORTS_OR_PATH.test(bare)) return true;
	if (isPlace(bare) || REFERENCE.test(bare.replace(/["'`]?[;,]?$/, ''))) return true;
	return (
		!isQuoted &&
		(isPlain(before, bare.replace(/[;,)}\]]+$/, '')) || CALL.test(bare.replace(/[;,]$/, '')))
	);
}

const AFTER_SHORT_OPTION = new RegExp(`${SHORT_OPTION}$`, 'i');
const USER_OPTION = /^(?:-[a-z]{0,5}u|--user(?:name)?|--proxy-user)$/i;

/** Returns whether an element is a secret by the one before it: an option, a pair's name. @param program it goes to, if known */
export function isSecretAt(list: readonly unknown[], at: number, program = ''): boolean {
	const own = list[at];
	const last = list[at - 1];
	if (typeof own === 'string' && /^-p./.test(own) && !/^-p\d{1,4}$/.test(own))
		return isOptionOfPassword(list, at, '-p', program);
	if (typeof last !== 'string' || last.length > MAX_NAME_LENGTH) return false;
	if (own === null || isPlain(last, String(own))) return false;
	if (/^--?[\w.-]+$/.test(last) && namesASecret(last)) return true;
	if (list.length === 2 && /^[\w.-]+$/.test(last) && namesASecret(last))
		return !FIELD.test(String(own));
	if (USER_OPTION.test(last)) return /^[^\s:]{1,100}:(?!\d{1,5}$)/.test(String(own));
	if (!/^-[pPaw]$/.test(last) || PORTS_OR_PATH.test(String(own))) return false;
	// Of a program that is not named it may be either.
	if (program === '' && /^-/.test(String(list[0]))) return true;
	return isOptionOfPassword(list, at - 1, last, program);
}

/** Of a program that takes a password so, or beside a user's name. */
const isOptionOfPassword = (
	list: readonly unknown[],
	at: number,
	option: string,
	program: string,
): boolean =>
	list
		.slice(Math.max(0, at - 50), at + 50)
		.some((one) => typeof one === 'string' && USER_OPTION.test(one)) ||
	AFTER_SHORT_OPTION.test([program, ...list.slice(Math.max(0, at - 50), at), option].join(' '));

const MAX_NAME_LENGTH = 80;
/** Members of a record that hold a name, and its value. */
const NAMES_OF_PAIRS = [
	...['name', 'key', 'header', 'field', 'variable', 'param', 'id', 'type'],
	...['selector', 'element', 'label', 'locator', 'placeholder', 'target'],
];
const VALUE_OF_PAIR = /^(?:val(?:ue)?|content|data|text|input|string_?value)$/i;

/** Returns true for a secret: by its name in a record, or by a name that stands beside it. */
export function isSecretIn(record: Readonly<Record<string, unknown>>, name: string): boolean {
	const own = record[name];
	if (own === null || own === '') return false;
	if (typeof own === 'boolean' || isDirectory(name, own)) return false;
	if (typeof own === 'string' && isPlace(own)) return false;
	if (typeof own === 'number' && isPlain(name, String(own))) return false;
	if (namesASecret(name, own)) return true;
	if (!VALUE_OF_PAIR.test(name)) return false;
	return NAMES_OF_PAIRS.some((beside) => {
		const named = record[beside];
		return typeof named === 'string' && named.length <= MAX_NAME_LENGTH && namesASecret(named);
	});
}

/** Depth of addresses in addresses. */
const MAX_TIMES = 3;

/** A text without what is spelled as a secret, as it stands or decoded; what had one is shown as it was found. */
export function redactSecrets(text: string): string {
	let decoded = redactSpelledSecrets(text);
	const shown = decoded.replace(CODED, (run) => (hasSecret(decodeRun(run)) ? REDACTED : run));
	for (let times = 0; times < MAX_TIMES && decoded.includes('%'); times++) {
		decoded = decodePercent(decoded);
		if (hasSecret(decoded)) return redactSpelledSecrets(decoded);
	}
	return shown;
}

const hasSecret = (text: string): boolean => redactSpelledSecrets(text) !== text;

const CODED = /[\w+/-]{16,}={0,2}/g;

function decodeRun(run: string): string {
	if (/^(?:[\da-f]{2})+$/i.test(run)) return decodePercent(run.replace(/../g, '%$&'));
	return String.fromCharCode(...fromBase64(run));
}

const decodePercent = (text: string): string =>
	text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
		try {
			return decodeURIComponent(run);
		} catch {
			return run;
		}
	});

const NAMES = new RegExp(`${IN_NAME}|(?:${AT_END_OF_NAME})(?![\\w-])`, 'i');

/** A JSON text that names a secret, without words that look drawn: of letters of both cases, and digits. */
export const redactRandomWords = (json: string): string =>
	NAMES.test(json)
		? json.replace(/\\(?:u[\da-f]{4}|.)|[\w+=!@#$%^&*~-]{8,}/g, (word) =>
				word[0] !== '\\' && /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word)
					? REDACTED
					: word,
			)
		: json;
