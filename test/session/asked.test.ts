// Tests of a call's arguments as a session keeps them: short, and without secrets.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { argumentsText } from '../../src/session/call-arguments';
import { parseSpelled } from '../../src/shared/json-values';

const asked = (args: object) =>
	JSON.parse(argumentsText(args as Record<string, unknown>) ?? 'null');

it('is what was said, where that is short, numbers as they were spelled', () => {
	const args = { query: 'is:open', limit: 50, tags: ['a', null], where: { done: false } };
	expect(asked(args)).toEqual(args);
	const spelled = parseSpelled('{"id":12345678901234567890,"rate":1.0}') as object;
	expect(argumentsText({ ...spelled })).toBe('{"id":12345678901234567890,"rate":1.0}');
	expect(argumentsText({})).toBeUndefined();
});

it('has no secret, by the name it stands under or by its form', () => {
	const token = `ghp_${'a1B2'.repeat(9)}`;
	const args = {
		password: 'hunter2',
		headers: { Authorization: 'Bearer abcdefghijkl', 'x-api-key': 'k-1', accept: 'text/html' },
		url: 'https://ada:pass@example.com/?access_token=s3cretvalue&page=2',
		body: `${'x'.repeat(285)} ${token}`,
		key: 'PROJ-17',
		password_hint: null,
	};
	expect(asked(args)).toEqual({
		password: '[redacted]',
		headers: { Authorization: '[redacted]', 'x-api-key': '[redacted]', accept: 'text/html' },
		url: 'https://[redacted]@example.com/?access_token=[redacted]&page=2',
		body: `${'x'.repeat(285)} [redacted]`,
		key: 'PROJ-17',
		password_hint: null,
	});
});

it('has no secret that stands where programs are given theirs', () => {
	const pem = (kind: string) =>
		`-----BEGIN ${kind}-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEF\n-----END ${kind}-----`;
	const shown = asked({
		...{ dsn: 'postgres://admin:hunter2@db:5432/x', repo: 'git+ssh://git:hunter2@host/r' },
		...{
			key: pem('RSA PRIVATE KEY'),
			text: `a ${pem('PRIVATE KEY')} b`,
			half: pem('EC PRIVATE KEY').slice(0, 60),
		},
		...{
			pwd: 'hunter2',
			token_value: 'hunter2',
			bearer: 'hunter2',
			tokens: ['hunter2'],
			DB_PWD: 'hunter2',
		},
		env: [
			{ name: 'API_KEY', value: 'hunter2' },
			{ key: 'GITHUB_TOKEN', value: 'hunter2' },
		],
		command: 'mysql --password hunter2 --db-token="hunter2" -h db',
		shell: "PGPASSWORD=hunter2 psql; export MY_API_KEY='hunter2'",
		query: 'host=db password=hunter2 user=x',
	});
	expect(JSON.stringify(shown)).not.toMatch(/hunter2|MII|hki/);
	expect(shown).toMatchObject({
		dsn: 'postgres://[redacted]@db:5432/x',
		text: 'a -----BEGIN PRIVATE KEY-----[redacted] b',
		env: [{ name: 'API_KEY' }, { key: 'GITHUB_TOKEN' }],
		command: 'mysql --password [redacted] --db-token="[redacted]" -h db',
		query: 'host=db password=[redacted] user=x',
	});
});

it('leaves what only has a name like that of a secret', () => {
	const args = {
		...{ max_tokens: 4_000, maxTokens: '4000', tokens: [1, 2.5], stop_tokens: { count: 3 } },
		...{ key: 'PROJ-17', value: 'hunter', url: 'https://a.example:8080/@scope/x?y=1' },
		text: 'a token is worth 4 letters - token by token; PGPASSWORD=$SECRET_REF and -----BEGIN CERTIFICATE-----',
		fields: [{ name: 'summary', value: 'x' }],
		...{ page_token: 'abc', next_page_token: 'abc', nextPageToken: 'abc', cursor: 'abc' },
		...{ pwd: '/home/ada', secretary: 'Bob', cookie_policy: 'strict', bypass: 'x' },
		...{ auth: false, has_password: false, token: 12, pass: null, columns: ['password', 'email'] },
		search: 'https://a.example/?zip_code=12345&keyword=shoes&page_token=abc',
		code: 'token = lexer.next(); auth: false, {"token":12,"pass":null} PWD=/tmp make; secretary: Bob',
		list: '["password","email"]',
		ports: ['ssh', '-u', 'x', '-p', '2222'],
	};
	expect(asked(args)).toEqual(args);
});

it('leaves short options of programs that take no password there', () => {
	const args = {
		docker: 'docker run -u 1000 -w /app -p 80:80 -p 127.0.0.1:53:53/udp x',
		list: ['docker', 'run', '-u', 'node', '-w', '/app', '-p', '3000:3000'],
		mkdir: { command: 'mkdir', args: ['-p', 'data/x'] },
		verbose: { command: 'mkdir', args: ['-pv', 'x'] },
		cp: { command: 'cp', args: ['-a', 'src', 'dst'] },
		find: { command: 'find', args: ['-print0'] },
		tar: 'tar -u -p x',
		sorts: 'password: string',
	};
	expect(asked(args)).toEqual(args);
	const mysql = { command: 'mysql', args: ['-u', 'root', '-phunter2', '-p', 'hunter2'] };
	expect(argumentsText({ mysql })).not.toContain('hunter2');
});

it('takes out a whole list, and once', () => {
	const text = 'x {"Authorization": ["Bearer abcdefghijkl"]}';
	expect(asked({ text })).toEqual({ text: 'x {"Authorization": [redacted]}' });
});

it('takes a word that may be either for a secret', () => {
	const codes = { password: '1234', pwd: 1234, cvv: 123, mfa_code: '123456' };
	const hidden = Object.fromEntries(Object.keys(codes).map((name) => [name, '[redacted]']));
	const text = 'password: 1234\notp: 1234';
	expect(asked({ ...codes, text })).toEqual({
		...hidden,
		text: text.replace(/\d+/g, '[redacted]'),
	});
});

it('says what it leaves out', () => {
	expect(asked({ text: 'y'.repeat(5_000) })).toEqual({
		text: `${'y'.repeat(300)}… [+4700 chars]`,
	});
	const { ids, more } = asked({ ids: Array.from({ length: 2_000 }, (_, n) => n), more: 1 });
	expect(ids.at(-1)).toMatch(/^… \[\+\d+ items\]$/);
	expect(more).toBeUndefined();
	expect(asked({ a: { b: { c: { d: { e: { f: [1] } } } } } }).a.b.c.d.e).toEqual({ f: '[…]' });
});

it('is short JSON, whatever was said', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 8 })), (args) => {
			const text = argumentsText(args) ?? '{}';
			expect(typeof JSON.parse(text)).toBe('object');
			expect(text.length).toBeLessThan(4_000);
		}),
	);
});
