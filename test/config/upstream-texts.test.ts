// Texts of an upstream that go to a process, a header, an address or a login: what each may hold, to its last character.
import { describe, expect, it } from 'vitest';
import { effective } from '../../src/config/layers';
import { checkUrl } from './check-url';
import { issuesOf, reasonAt } from './validated';

const upstream = (more: object = {}) => ({
	upstreams: [{ name: 'crm', url: 'https://crm.example/mcp', ...more }],
});

describe('texts of an upstream', () => {
	const mask = '***';
	const local = { name: 'files', command: 'npx' };
	const faults = (entry: object) => {
		const layer = { name: 'file', document: { upstreams: [entry] } } as const;
		const made = effective([layer], { checkUrl, commands: 'file' });
		return made.ok ? [] : made.error.map(({ path, reason }) => `${path} ${reason}`);
	};

	it('of a process are bounded, whole, and never the mask', () => {
		const args = (text: string) => faults({ ...local, args: [text] });
		expect(args('x'.repeat(10_000))).toEqual([]);
		expect(args('x'.repeat(10_001))).toEqual([
			'upstreams.0.args.0 must have at most 10000 characters',
		]);
		expect(args('a\0b')).toEqual(['upstreams.0.args.0 must not have a character 0']);
		expect(args(`--key=${mask}`)).toEqual([
			'upstreams.0.args.0 holds the mask *** that stands for hidden values',
		]);
		expect(args(`\${secret:UPSTREAM_KEY}`)).toEqual([]);
		expect(args(`\${secret:OWN}`)).toEqual([
			`upstreams.0.args.0 may name secrets of the deployment only, \${secret:UPSTREAM_NAME}`,
		]);
		for (const env of [{ '1A': 'x' }, { 'A B': 'x' }, { ['A'.repeat(201)]: 'x' }])
			expect(faults({ ...local, env })[0]).toMatch(
				/^upstreams\.0\.env must be the name of a variable/,
			);
		expect(faults({ ...local, env: { ['A'.repeat(200)]: 'x', _1: 'y' } })).toEqual([]);
		for (const key of ['command', 'cwd'])
			for (const [text, isRefused] of [
				['a\nb', true],
				['\tb', true],
				['b\r', true],
				['/a folder/ü', false],
			] as const)
				expect([key, text, faults({ ...local, [key]: text }).length > 0]).toEqual([
					key,
					text,
					isRefused,
				]);
		expect(faults({ ...local, command: 7 })[0]).toMatch(
			/^upstreams\.0\.command must be a program /,
		);
		expect(faults({ ...local, cwd: 7 })[0]).toMatch(/^upstreams\.0\.cwd must be a folder /);
	});

	it('of a client secret name one secret and nothing else', () => {
		const auth = (more: object) =>
			issuesOf(upstream({ auth: { type: 'client_credentials', clientId: 'a', ...more } })).map(
				({ path, reason }) => `${path} ${reason}`,
			);
		expect(auth({ clientSecret: `\${secret:UPSTREAM_KEY}` })).toEqual([]);
		for (const clientSecret of [
			`x\${secret:UPSTREAM_KEY}`,
			`\${secret:UPSTREAM_KEY}x`,
			`\${secret:}`,
		])
			expect(auth({ clientSecret })).toEqual([
				`upstreams.0.auth.clientSecret must name a secret, \${secret:NAME}, and nothing else`,
			]);
		expect(auth({})).toEqual([
			'upstreams.0.auth.clientSecret is missing; a service account needs one',
		]);
		expect(auth({ clientId: undefined })).toEqual([
			'upstreams.0.auth.clientId is missing; a service account needs one',
		]);
		expect(auth({ type: 'oauth', clientId: undefined })).toEqual([]);
		expect(
			auth({ type: 'oauth', clientId: undefined, clientSecret: `\${secret:UPSTREAM_K}` }),
		).toEqual(['upstreams.0.auth.clientId is missing; a secret is that of a client']);
		for (const clientId of ['ü', 'a\nb', '\ta'])
			expect(auth({ clientId, clientSecret: `\${secret:UPSTREAM_KEY}` })[0]).toMatch(
				/^upstreams\.0\.auth\.clientId must be a client id /,
			);
	});

	it('of an address name secrets behind its host alone', () => {
		const at = (url: string) => reasonAt(upstream({ url }), 'upstreams.0.url');
		const late = 'may name secrets in its path and query only';
		expect(at(`https://\${secret:UPSTREAM_HOST}/mcp`)).toBe(late);
		expect(at(`https://a.example:\${secret:UPSTREAM_PORT}/mcp`)).toBe(late);
		expect(at(`https://a.example/\${secret:UPSTREAM_PATH}//x`)).toBeUndefined();
		expect(at(`https://a.example?x=//\${secret:UPSTREAM_PATH}`)).toBeUndefined();
		expect(at(`https://a.example/${mask}`)).toBe(
			'holds the mask *** that stands for hidden values',
		);
	});

	it('of a header are none that the transport sets, and those of its own are', () => {
		const at = (name: string) => issuesOf(upstream({ headers: { [name]: 'x' } }))[0]?.reason ?? '';
		for (const name of ['Cf-Ray', 'sec-fetch', 'Proxy-Any', 'MCP-Other', 'x-forwarded-by', 'TE'])
			expect([name, at(name)]).toEqual([name, expect.stringContaining('may not be configured')]);
		for (const name of [
			'x-cf-ray',
			'my-mcp-key',
			'secret-name',
			'x-forwarded',
			"a!#$%&'*+.^_`|~-9",
		])
			expect([name, at(name)]).toEqual([name, '']);
	});
});
