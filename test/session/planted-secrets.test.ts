// A secret, however people and programs spell it, is nowhere in what a session keeps of a call's arguments.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { argumentsText } from '../../src/session/call-arguments';
import { times } from '../fuzz-runs';

/** Places where a secret may be any text without blanks and quotes. */
const SPELLINGS: readonly ((secret: string) => unknown)[] = [
	...['password', 'Password', 'DB_PASSWORD', 'dbPass', 'user_pass', 'passwd', 'pwd', 'passphrase'],
	...['apiKey', 'api_key', 'X-API-Key', 'API_KEY', 'SIGNING_KEY', 'AccountKey', 'private_key'],
	...[
		'token',
		'accessToken',
		'refresh_token',
		'auth-token',
		'GITHUB_TOKEN',
		'token2',
		'client_secret',
	],
	...['credentials', 'auth', '_auth', 'spring.datasource.password', 'PASSWORD_2', 'otp', 'cvv'],
	...['dbpass', 'DBPASS', 'userpass', 'SSHPASS', 'passcode', 'pw', 'jwt', 'mot_de_passe'],
].flatMap((name) => [
	(secret: string) => ({ [name]: secret }),
	(secret) => ({ [name]: [secret] }),
	(secret) => ({ [name]: { value: secret, n: 1 } }),
	(secret) => ({ name, value: secret }),
	(secret) => ({ key: name, val: secret }),
	(secret) => [name, secret],
	(secret) => [[name, secret]],
	(secret) => ['run', `--${name}`, secret, 'rest'],
	(secret) => [`--${name}=${secret}`],
	(secret) => ['docker', 'run', '-e', `${name}=${secret}`],
	(secret) => `tool --${name} ${secret} --verbose`,
	(secret) => `tool --${name}="${secret}" --verbose`,
	(secret) => `tool --${name} '${secret}' --verbose`,
	(secret) => `${name}=${secret}`,
	(secret) => `a=1&${name}=${encodeURIComponent(secret)}&b=2`,
	(secret) => `https://api.example.com/v1?a=1&${name}=${encodeURIComponent(secret)}&b=2`,
	(secret) => `https://app.example.com/#${name}=${encodeURIComponent(secret)}`,
	(secret) => `export ${name}='${secret}'; make`,
	(secret) => `set ${name} = "${secret}"`,
	(secret) => `${name}: ${secret}`,
	(secret) => `kind: Secret\ndata:\n  - ${name}: "${secret}"\n    other: 1`,
	(secret) => `${name}: |\n  ${secret}\nnext: 1`,
	(secret) => `{"a": 1, "${name}": "${secret}", "b"`,
	(secret) => `{'a': 1, '${name}': '${secret}'}`,
	(secret) => `query { login(${name}: "${secret}") { id } }`,
	(secret) => `cfg["${name}"] = "${secret}"`,
	(secret) => `<${name}>${secret}</${name}>`,
	(secret) => `<${name} kind="plain">${secret}</${name}>`,
	(secret) => `:${name} => '${secret}'`,
	(secret) => `curl -H "${name}: ${secret}" https://a.example`,
	(secret) => `Host=db;User=x;${name}=${secret.replaceAll(';', '.')};Port=1`,
	(secret) => JSON.stringify(JSON.stringify({ [name]: secret })).slice(1, -1),
	(secret) => encodeURIComponent(JSON.stringify({ [name]: secret })),
	(secret) => `- name: ${name}\n  value: ${secret}`,
	(secret) => `[{"value": "${secret}", "name": "${name}"}, {"name"`,
	(secret) => `const ${name}: string = "${secret}"`,
	(secret) => `${name} = env.X || "${secret}"`,
	(secret) => `${name} = os.environ.get("X", "${secret}")`,
	(secret) => `a:\n  ${name}: |\n    first line\n    ${secret}\nnext: 1`,
	(secret) => `${name} = """\nfirst\n${secret}\n"""`,
	(secret) => `**${name}:** ${secret}`,
	(secret) => `${name}="$${secret}"`,
	(secret) => ({ selector: `#${name}`, value: secret }),
]);

const WHERE: readonly ((secret: string) => unknown)[] = [
	...['Basic', 'Bearer', 'Token', 'ApiKey'].flatMap((scheme) => [
		(secret: string) => ({ header: 'Authorization', value: `${scheme} ${secret}` }),
		(secret: string) => `GET / HTTP/1.1\nAuthorization: ${scheme} ${secret}\nAccept: */*`,
		(secret: string) => `curl -H 'Authorization: ${scheme} ${secret}' https://a.example`,
		(secret: string) => `headers = {"Authorization": "${scheme} ${secret}"}`,
		(secret: string) => ['curl', '-H', `Authorization: ${scheme} ${secret}`],
		(secret: string) => ({ [`Authorization: ${scheme} ${secret}`]: true }),
	]),
	(secret) => `Cookie: theme=dark; sid=${secret}; a=b`,
	(secret) => `curl -b x -H "cookie: sid=${secret}; a=b"`,
	...['https', 'postgres', 'redis', 'mongodb+srv', 'amqp', 'git+ssh'].flatMap((scheme) => [
		(secret: string) => `${scheme}://ada:${secret}@db.example:5432/x`,
		(secret: string) => `clone ${scheme}://:${secret}@db.example and go on`,
		(secret: string) => ({ url: `${scheme}://ada.b:${encodeURIComponent(secret)}@db` }),
		(secret: string) => `to=${encodeURIComponent(`${scheme}://ada:${secret}@db`)}`,
	]),
	(secret) => `curl -u ada:${secret} https://a.example`,
	(secret) => `curl --user "ada:${secret}" https://a.example`,
	(secret) => `mysql -u root -p${secret} -h db`,
	(secret) => `sshpass -p ${secret} ssh ada@host`,
	(secret) => ['docker', 'login', '-u', 'ada', '-p', secret],
	(secret) => ['sshpass', '-p', secret, 'ssh'],
	(secret) => `curl -su ada:${secret} https://a.example`,
	(secret) => ['curl', '-su', `ada:${secret}`],
	(secret) => `mongosh -u root -p ${secret}`,
	(secret) => ({ command: 'mongosh', args: ['-u', 'root', '-p', secret] }),
	(secret) => ({ command: 'mysql', args: ['-u', 'root', `-p${secret}`] }),
	(secret) => ({ command: 'sshpass', args: ['-p', secret, 'ssh'] }),
	(secret) => `ALTER USER bob WITH PASSWORD '${secret}'`,
	(secret) => `CREATE USER bob IDENTIFIED BY '${secret}'`,
	(secret) => `machine h login u password ${secret}`,
	(secret) => `the password is ${secret}`,
	(secret) =>
		`https://hooks.slack.com/services/T01/B02/${'x'.repeat(4)}${secret.replace(/\W/g, 'a')}`,
];

/** A secret of any characters; at least a part of six letters of it is looked for. */
const anySecret = fc
	.string({ minLength: 8, maxLength: 40, unit: fc.constantFrom(...'abcXYZ0189/+=@:.!#%^*~_?-') })
	.map((text) => `Zq7${text}`);
const anyWord = fc.stringMatching(/^[A-Za-z0-9]{8,30}$/).map((text) => `Zq7${text}`);

/** Around it: arguments of other kinds, long texts, JSON within a text, and that once more. */
const AROUND: readonly ((value: unknown) => object)[] = [
	(value) => ({ value: 1, args: value }),
	(value) => ({ note: 'first', list: [1, value] }),
	(value) => ({ body: JSON.stringify({ a: 'x', nested: value }) }),
	(value) => ({ body: JSON.stringify([{ text: JSON.stringify({ nested: value }) }]) }),
	(value) => ({
		text: `${'words before, '.repeat(15)}\n${typeof value === 'string' ? value : JSON.stringify(value)}\nand after`,
	}),
];

const shown = (around: number, value: unknown): string =>
	argumentsText(AROUND[around]?.(value) as Record<string, unknown>) ?? '';
/** Any part of eight characters is too much. */
const told = (text: string, secret: string): string[] =>
	Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)).filter((part) =>
		text.includes(part),
	);

it('of any signs, beside any name that says so, is not kept', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...SPELLINGS.keys()),
			anySecret,
			fc.constantFrom(...AROUND.keys()),
			(which, secret, around) => {
				const text = shown(around, SPELLINGS[which]?.(secret));
				expect(told(text, secret), text).toEqual([]);
			},
		),
		{ numRuns: times(670, 2_000) },
	);
});

it('in a header, an address or a command is not kept', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...WHERE.keys()),
			fc.oneof(anySecret, anyWord),
			fc.constantFrom(...AROUND.keys()),
			(which, secret, around) => {
				const text = shown(around, WHERE[which]?.(secret));
				expect(told(text, secret), text).toEqual([]);
			},
		),
		{ numRuns: times(670, 2_000) },
	);
});

const bytesOf = (text: string) => Buffer.from(text);
const CODED: readonly ((secret: string) => unknown)[] = [
	(secret) => bytesOf(`DB_PASSWORD=${secret}`).toString('base64'),
	(secret) => ({
		body: bytesOf(JSON.stringify({ user: 'ada', password: secret })).toString('base64url'),
	}),
	(secret) => bytesOf(`api_key: ${secret}`).toString('hex'),
	(secret) => bytesOf(`password=${secret}`).toString('hex').replace(/../g, '%$&'),
	(secret) => encodeURIComponent(encodeURIComponent(`password=${secret}&a=1`)),
];

it('coded once more is not kept', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...CODED.keys()),
			anyWord,
			fc.constantFrom(...AROUND.keys()),
			(which, secret, around) => {
				const given = CODED[which]?.(secret);
				const text = shown(around, given);
				const coded = typeof given === 'string' ? given : Object.values(given as object)[0];
				expect([...told(text, secret), ...told(text, coded.slice(16))], text).toEqual([]);
			},
		),
		{ numRuns: times(100, 300) },
	);
});

const ELSEWHERE: readonly ((secret: string) => unknown)[] = [
	(secret) => `user,password\nada,${secret}\n`,
	(secret) => `| user | password |\n|---|---|\n| ada | ${secret} |`,
	(secret) => `INSERT INTO users (name, password) VALUES ('ada', '${secret}')`,
	(secret) => ({ sql: 'UPDATE users SET password = ?', params: [secret] }),
	(secret) => ({ columns: ['user', 'password'], rows: [['ada', secret]] }),
	(secret) => `kind: Secret\ndata:\n  db: ${bytesOf(secret).toString('base64')}\n`,
	(secret) => `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--x--`,
	(secret) => `ENV API_TOKEN ${secret}`,
	(secret) => `setx API_TOKEN ${secret}`,
	(secret) => `aws configure set aws_secret_access_key ${secret}`,
	(secret) => `echo ${secret} | docker login -u ada --password-stdin`,
	(secret) => `page.getByLabel('Password').fill('${secret}')`,
	(secret) => `let password = String::from("${secret}");`,
	(secret) => `<key>Password</key><string>${secret}</string>`,
];

it('that looks drawn is not kept, wherever it stands in what names one', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...ELSEWHERE.keys()),
			anyWord,
			fc.constantFrom(...AROUND.keys()),
			(which, secret, around) => {
				const text = shown(around, ELSEWHERE[which]?.(secret));
				expect(told(text, secret), text).toEqual([]);
			},
		),
		{ numRuns: times(170, 500) },
	);
});
