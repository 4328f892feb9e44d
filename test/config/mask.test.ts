// Config as shown: secrets hidden, references to secrets visible.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	fillSecrets,
	masked,
	referenceFault,
	referencesIn,
	secretNameFault,
	type Viewer,
} from '../../src/config/mask';

const reference = (name: string) => `\${secret:${name}}`;
const shown = (upstream: object, viewer: Viewer = 'writer') =>
	masked({ upstreams: [{ name: 'crm', ...upstream }] }, viewer).upstreams[0] as { url?: unknown };

describe('shown config', () => {
	it('hides header values and keeps references', () => {
		const token = reference('UPSTREAM_CRM');
		expect(
			shown({
				headers: {
					Authorization: `Bearer ${token}`,
					'X-Key': 'hunter2',
					'X-Mix': `hunter2${token}hunter2`,
					'X-Plain': token,
				},
			}),
		).toEqual({
			name: 'crm',
			headers: {
				Authorization: `Bearer ${token}`,
				'X-Key': '***',
				'X-Mix': `***${token}***`,
				'X-Plain': token,
			},
		});
	});

	it('hides query values and credentials of URLs', () => {
		expect(shown({ url: 'https://a:b@x.example/mcp?key=hunter2&flag#hunter2' })).toMatchObject({
			url: 'https://***@x.example/mcp?key=***&***#***',
		});
		expect(shown({ url: 'https://x.example/mcp?key=hunter2?b=hunter2' })).toMatchObject({
			url: 'https://x.example/mcp?key=***',
		});
		expect(shown({ url: 7, headers: { A: 7 } })).toMatchObject({
			url: '***',
			headers: { A: '***' },
		});
		expect(shown({ url: 'https://x.example/mcp' })).toMatchObject({ url: 'https://x.example/mcp' });
	});

	it('shows the path of an upstream to those alone who may write it', () => {
		const url = `https://x.example/s/hunter2/mcp?k=${reference('KEY')}`;
		expect(shown({ url })).toMatchObject({ url });
		expect(shown({ url }, 'anybody')).toMatchObject({ url: 'https://x.example/***' });
		expect(shown({ url: 'https://x.example' }, 'anybody').url).toBe('https://x.example/***');
		for (const odd of ['nonsense', 'hunter2 https://x.example/', 7])
			expect(shown({ url: odd }, 'anybody').url, String(odd)).toBe('***');
		expect(masked({ upstreams: [{ url }] }).upstreams[0]?.url).toBe('https://x.example/***');
	});

	it('hides all of a webhook but its origin', () => {
		const document = { alerts: { webhook: { url: 'https://hooks.example/services/T0/hunter2' } } };
		expect(masked(document)).toEqual({ alerts: { webhook: { url: 'https://hooks.example/***' } } });
	});

	it('leaves the document itself alone', () => {
		const document = { upstreams: [{ name: 'crm', headers: { A: 'x' } }] };
		masked(document);
		expect(document.upstreams[0]?.headers.A).toBe('x');
	});

	it('never shows a literal header value', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 3 }), (secret) => {
				fc.pre(!'Bearer Basic Token ***'.includes(secret.trim()));
				expect(JSON.stringify(shown({ headers: { 'X-Key': `~${secret}` } }))).not.toContain(
					`~${secret}`,
				);
			}),
		);
	});
});

describe('a secret reference', () => {
	it('is filled in from the secrets that are set', () => {
		const value = `Bearer ${reference('UPSTREAM_A')}`;
		expect(fillSecrets(value, () => '$& s')).toEqual({ ok: true, value: 'Bearer $& s' });
		for (const unset of [undefined, ''])
			expect(fillSecrets(value, () => unset)).toEqual({
				ok: false,
				error: [{ owner: 'deployment', name: 'UPSTREAM_A' }],
			});
		expect(fillSecrets(`\${secret:x}`, () => 's')).toEqual({ ok: true, value: `\${secret:x}` });
	});

	it('says whose it is by its form, and hides nobody’s behind another', () => {
		expect(
			referencesIn(`a\${secret:UPSTREAM_X}\${secret:X} \${user:X}\${user:UPSTREAM_X}`),
		).toEqual([
			{ owner: 'deployment', name: 'UPSTREAM_X' },
			{ owner: 'workspace', name: 'X' },
			{ owner: 'user', name: 'X' },
		]);
		for (const bad of [
			`\${user:UPSTREAM_X}`,
			`\${secret:LOADLINE_SECRET}`,
			`\${secret:x}`,
			`\${X}`,
			`\${`,
		])
			expect([bad, referenceFault(bad)]).toEqual([
				bad,
				expect.stringContaining('refer to secrets'),
			]);
		expect(referenceFault(`Bearer \${secret:A_1}\${user:B}`)).toBeNull();
		for (const name of ['UPSTREAM_X', 'LOADLINE_X', 'x', '', 'A-B', 'A'.repeat(101)])
			expect(secretNameFault(name)).not.toBeNull();
		expect(secretNameFault('a')).toBe(
			'must have only A-Z, 0-9 and _, begin with a letter, and not with UPSTREAM_ or LOADLINE_',
		);
		expect(secretNameFault('API_KEY')).toBeNull();
	});

	it('is written in a URL so that it stays one part of it', () => {
		expect(
			fillSecrets(`https://a.example/\${secret:K}/x`, () => 'a/../b?c', encodeURIComponent),
		).toEqual({
			ok: true,
			value: 'https://a.example/a%2F..%2Fb%3Fc/x',
		});
	});
});
