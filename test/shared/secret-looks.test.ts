// Tests that texts of strangers are read about once each in the search for secrets: a text made to be read again from
// every place in it would hold up the whole process. Read so, one of these takes longer than a test may.
import { describe, expect, it } from 'vitest';
import { createClean, createRedact, credentialsIn } from '../../src/adapters/mcp/upstream/redact';
import { argumentsText } from '../../src/session/call-arguments';
import { redactSpelledSecrets } from '../../src/session/secrets';
import { withoutSecretLooks } from '../../src/shared/secret-looks';
import { times } from '../fuzz-runs';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl';

/** Texts of which a part is masked in what is said and in what is stored. */
const MASKED = [
	...["{ apiKey: 'k3y-of-prod' }", "{ token: 'k3y' }", 'password: "hunter2"', 'secret: "abc"'],
	...["password: 'hunter two'", 'client_secret = "two words"', "password='hunter two'"],
	...["password => 'x'", ':password => "s3cret"', 'password := "hunter2"', '"password" => "abc"'],
	...['password: `hunter2`', 'token: `abc123def`', "const password = 'hunter two';"],
	...['DB_PASSWORD: hunter2', '{"password":"hunter two"}', "authorization: 'Bearer abc123',"],
	JSON.stringify({ text: "{ password: 'hunter2" }),
	JSON.stringify({ text: '{ password: "hunter two" }' }),
];
/** Words about one, places in a list, and what is filled in where it is used: as they are in what is said. */
const SAID = [
	...['secret: not found', 'secret: "not found"', "password: 'must be set'", "token: 'expected'"],
	...["session key: 'user_id' not found", "secret: 'name'", "label: password: 'Password'"],
	...['password: "your password"', "token: 'Your API token'", 'password: string'],
	...[`password: '$${'{DB_PASSWORD}'}'`, `password: $${'{DB_PASSWORD}'}`, "PWD: '/home/ada',"],
	...['{"token":"page2of10"}', '{"token": "page-2"}', '{"nextToken":"abc123"}'],
];

it.each(MASKED)('masks the secret of %s, and nothing behind its end', (text) => {
	for (const masked of [withoutSecretLooks(text), redactSpelledSecrets(text)]) {
		expect(masked).toContain('[redacted]');
		expect(masked).not.toMatch(/hunter|two|words|k3y|abc|s3cret|'x'/);
	}
	const quotes = (each: string): number => each.match(/["'`]/g)?.length ?? 0;
	if (!/: `/.test(text)) expect(quotes(withoutSecretLooks(text))).toBe(quotes(text));
});

it.each(SAID)('leaves %s in what a server says', (text) => {
	expect(withoutSecretLooks(text)).toBe(text);
});

it.each(['{"token":"page2of10"}', 'secret: not found'])('leaves %s in what is stored', (text) => {
	expect(redactSpelledSecrets(text)).toBe(text);
	expect(argumentsText({ text })).toBe(JSON.stringify({ text }));
});

it.each([
	JWT,
	`"${JWT}"`,
	`--${JWT}`,
	`session-${JWT}`,
	`eyJ${'a'.repeat(2000)}.${'b'.repeat(20)}`,
])('finds the web token in %s', (text) => {
	expect(withoutSecretLooks(text)).toMatch(/^(?:"|--|session-)?\[redacted\]"?$/);
});

it('finds what a server calls a secret in small letters, and leaves words, numbers and pages', () => {
	const said = 'refused: secret=abc123, api_key=x9y8z7w6, access-token="k3k3k3"';
	expect(withoutSecretLooks(said)).toBe(
		'refused: secret=[redacted] api_key=[redacted] access-token="[redacted]"',
	);
	for (const text of ['token=expected', 'max_token=120000', 'nextPageToken=abc123', 'token=a1'])
		expect(withoutSecretLooks(text)).toBe(text);
});

/** Forms in which a server tells of a secret: in words, in JSON, and within another JSON. */
const TOLD: readonly ((name: string, secret: string) => string)[] = [
	(name, secret) => `${name}=${secret}`,
	(name, secret) => `refused: ${name}: ${secret}, try again`,
	(name, secret) => JSON.stringify({ error: { [name]: secret } }),
	(name, secret) => JSON.stringify(JSON.stringify({ [name]: secret })),
	(name, secret) => `{'${name}': '${secret}'}`,
];

it.each([
	'secret',
	'client_secret',
	'password',
	'DB_PASSWORD',
	'apiKey',
	'api-key',
	'passphrase',
	'token',
])('masks %s in what a server says and in what is stored, however it is told', (name) => {
	for (const tell of TOLD)
		for (const secret of ['abc123', 'hunter2!', 'a1b2-c3d4']) {
			const text = tell(name, secret);
			expect(withoutSecretLooks(text)).not.toContain(secret);
			expect(argumentsText({ text })).not.toContain(secret);
		}
});

it('masks a secret of letters, and one of words in JSON', () => {
	expect(withoutSecretLooks('secret=abcdef')).toBe('secret=[redacted]');
	expect(withoutSecretLooks('{"passphrase":"it is\\na dog\'s"}')).toBe(
		'{"passphrase":"[redacted]"}',
	);
});

it.each([
	...['token=page2of10', 'next_page=tok3n', 'next_page_token=abc123', '{"nextToken":"abc123"}'],
	...['resumeToken=abc123', 'sync_token: abc123', 'cursor=abc123', 'page_token=abc123def'],
])('leaves %s, a place in a list, as it is', (text) => {
	expect(withoutSecretLooks(text)).toBe(text);
	expect(argumentsText({ text })).toBe(JSON.stringify({ text }));
});

it.each([
	...['secret: not found', 'password: required', '{"password":"must be at least 8 characters"}'],
	...['Unexpected token: } in JSON', 'token=end', 'secretary=abc123', 'secretName: my-secret-1'],
	...['pwd=/home/ada', 'max_tokens=1200', 'keyword=abc123', 'password must have 8 letters'],
])('leaves %s, words about one, in what a server says', (text) => {
	expect(withoutSecretLooks(text)).toBe(text);
});

const PARTS = [
	'eyJaaaaaaaa-',
	'eyJaaaaaaaa-bbbbbbbb.',
	'Bearer ',
	'sk-',
	'hooks.slack.com/services/',
	'/api/webhooks/1',
	'/bot1',
	'a://',
	'a.a:1',
	'x+',
	'%3A%2F%2Fa%3A',
	'http://a',
	'-----BEGIN PRIVATE KEY-----',
	'-----BEGIN ',
	' --token',
	'TOKEN',
	'token=1',
	'secret:',
	"secret: '",
	'secret => `a',
	'"secret":"',
	'password: a',
	'api-key',
	'pwd=',
	'?token',
	'\\',
	'\\u00',
	' ',
	'"',
];

it('finds one in a text of any length', () => {
	const clean = createClean({ headers: {}, url: 'https://u.example/', secrets: [] });
	const text = `${'all is well. '.repeat(100_000)}${JWT}`;
	expect(clean(text)).toBe(text.replace(JWT, '[redacted]'));
});

describe('texts made to be read again from every place', () => {
	const hidden = { headers: {}, url: 'https://u.example/', secrets: [] };
	const length = times(60_000, 200_000);
	it.each(PARTS)('reads %j, again and again, about once', (part) => {
		const text = part.repeat(length / part.length);
		for (const redact of [createClean(hidden), createRedact(hidden)])
			for (const first of ['', 'a://']) {
				const given = (first + text).slice(0, length);
				expect(redact(given).length).toBeGreaterThan(0);
			}
		const patterns = credentialsIn({ ...hidden, secrets: ['/+"secret"+/of-mine'] });
		for (const pattern of patterns)
			expect(text.repeat(5).replace(pattern, '')).toHaveLength(text.length * 5);
	});
});
