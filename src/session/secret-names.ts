// Names that a secret stands under, in arguments that are kept to be read later. Where a word may be either, it is
// taken for a secret: too much taken out of these does no harm.

/** Wherever it stands in a name. A `key` alone may be anything: that of an issue, of a record. */
export const IN_NAME = [
	'authorization', // Proxy-Authorization
	'passw|passphrase|passcode', // DB_PASSWORD_2, Passwort
	'mot[-_ ]?de[-_ ]?passe|kennwort|contrase|senha|wachtwoord|lösenord|hasło|парол|密[码碼]|パスワード|비밀번호',
	'(?:mfa|2fa|verification|recovery|security)[-_ ]?code|(?:seed|recovery)[-_ ]?phrase|mnemonic',
	'pwd', // DB_PWD
	'bearer', // bearerToken
	'secret(?!ar)', // client_secret, but secretary
	'cookie(?![-_ ]?(?:policy|consent|banner|notice))', // Set-Cookie, but cookie_policy
	'credential', // aws_credentials
	'(?:api|access|account|private|auth|signing|session|encryption|license)[-_ ]?key', // X-API-Key
].join('|');

/** Where a name ends with it. */
export const AT_END_OF_NAME = [
	'(?<!(?:page|next|continuation|sync)[-_ ]?)token(?:[-_]?value)?[-_]?\\d{0,3}', // GITHUB_TOKEN, but nextPageToken
	'(?<!by|com|tres|sur|over|under)pass', // dbpass, SSHPASS, but bypass
	'jwt', // accessJwt
	'(?:(?<![a-z])|db|user|root|admin)pw', // db_pw
	'(?<![a-z])(?:auth|otp|cvv|cvc)', // _auth
].join('|');

/** Where letters are as they are: `ISSUER_KEY`, but no `issue_key`. */
export const AS_WRITTEN = [
	'[A-Z][A-Z0-9_]{0,40}_KEY', // ISSUER_KEY
	'[a-z](?:Pass|Auth|Pw)', // dbPass
].join('|');

const NAME = new RegExp(`${IN_NAME}|(?:${AT_END_OF_NAME})$`, 'i');
const NAME_AS_WRITTEN = new RegExp(`(?:${AS_WRITTEN})$`);

/** Whether what stands under this name is taken for a secret; of tokens, those that are no count. */
export const namesASecret = (name: string, value?: unknown): boolean =>
	NAME.test(name) ||
	NAME_AS_WRITTEN.test(name) ||
	(/tokens$/i.test(name) &&
		(typeof value === 'string' || Array.isArray(value)) &&
		/[a-z]/i.test(String(value)));

/** Codes that are short numbers. */
const SHORT_CODE = /(?:otp|cv[vc]|passcode|code|pin|passw(?:or)?[dt]|passphrase|pwd|kennwort)\W*$/i;

/** `PWD=/tmp` names where a program runs. */
export const isDirectory = (name: string, value: unknown): boolean =>
	/(?:^|[^a-z])(?:old)?pwd\W*$/i.test(name) && /^(?:[/~.]|[A-Z]:[\\/])/i.test(String(value));

/** Whether it tells nothing, though a name of a secret stands before it: `auth: false`, `token: 12`. */
export const isPlain = (name: string, value: string): boolean =>
	/^(?:true|false|null|none|nil|undefined|string|required|optional|\[)$/i.test(value) ||
	(/^\d{1,4}$/.test(value) && !SHORT_CODE.test(name)) ||
	isDirectory(name, value);
