// A server that says again what it was called with: its credentials are taken out of what is shown.
import { describe, expect, it } from 'vitest';
import { sendError, sendJson, startRawUpstream } from '../../../upstreams/raw-upstream';
import { call, caller, during, faultOf, headers, sourceOf, textOf } from './harness';

describe('what a server echoes', () => {
	it('takes its own credentials out of a result that says it failed, and nothing else', async () => {
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ request }) => {
						const { authorization, 'x-api-key': key } = request.headers;
						const text = `Bearer refused: ${authorization} at https://a.example/?page=2`;
						return JSON.stringify({
							content: [{ type: 'text', text }],
							structuredContent: { key, page: 2 },
							isError: true,
						});
					},
				},
			}),
		);
		const answered = await sourceOf(upstream, { headers }).callTool(call, caller());
		const shown = JSON.stringify(answered);
		expect(shown).not.toMatch(/s3cret-token-value|key-0123456789/);
		expect(textOf(answered)).toBe('Bearer refused: [redacted] at https://a.example/?page=2');
		expect(answered).toMatchObject({
			value: { result: { structured: '{"key":"[redacted]","page":2}', isError: true } },
		});
	});

	it('takes credentials out of an error of the protocol, and leaves queries, lines and joined emoji', async () => {
		const said = (token: string) =>
			`no answer from https://a.example/x?timeout=32s&page=2\n👩\u200d💻 sent ${token}`;
		const upstream = await during(
			startRawUpstream({
				tools: { t: (got) => sendError(got, -32001, said(`${got.request.headers['x-api-key']}`)) },
			}),
		);
		const fault = faultOf(await sourceOf(upstream, { headers }).callTool(call, caller()));
		expect(fault.rpc).toEqual({ code: -32001, message: said('[redacted]') });
		expect(fault.message).not.toMatch(/timeout=32s|key-0123456789/);
	});

	it('takes tokens of others out of a result that says it failed', async () => {
		const said =
			'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln at https://a.example/cb?page=2&access_token=abc123def\nnext "line"';
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: () => JSON.stringify({ content: [{ type: 'text', text: said }], isError: true }),
				},
			}),
		);
		expect(textOf(await sourceOf(upstream).callTool(call, caller()))).toBe(
			'[redacted] at https://a.example/cb?page=2&access_token=[redacted]\nnext "line"',
		);
	});

	it('takes its own credentials out of a result that went well, and leaves all else as it was', async () => {
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ request }) => {
						const { authorization, 'x-team': team } = request.headers;
						const text = `auth=${authorization} team=${team} 1.0 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln`;
						return JSON.stringify({ content: [{ type: 'text', text }] });
					},
				},
			}),
		);
		const team = { ...headers, 'x-team': 'platform-engineering' };
		expect(textOf(await sourceOf(upstream, { headers: team }).callTool(call, caller()))).toBe(
			'auth=[redacted] team=platform-engineering 1.0 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
		);
	});

	it.each([
		['escapes slashes', (text: string) => text.replaceAll('/', '\\/')],
		[
			'escapes what means something in HTML',
			(text: string) => text.replaceAll('=', '\\u003d').replaceAll('&', '\\u0026'),
		],
		['spells it by codes', (text: string) => text.replaceAll('=', '\\u003D')],
		[
			'spells each letter by its code',
			(text: string) =>
				text.replace(/[a-l](?=[a-l+/&=])/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
		],
	])('takes its own credentials out of a result of a server that %s', async (_, spell) => {
		const secret = 'ab/cd+ef&gh=ij/kl==';
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ request }) => {
						const { authorization = '' } = request.headers;
						const coded = encodeURIComponent(secret);
						const text = `${authorization} https://a.example/?k=${coded} ${JSON.stringify({ authorization })}`;
						const content = [{ type: 'text', text }];
						return spell(JSON.stringify({ content, structuredContent: { seen: authorization } }));
					},
				},
			}),
		);
		const source = sourceOf(upstream, { headers: { authorization: `Bearer ${secret}` } });
		const answered = await source.callTool(call, caller());
		expect(JSON.stringify(answered)).not.toMatch(/ab.{0,8}cd/);
		expect(textOf(answered)).toContain('https://a.example/?k=[redacted] {');
	});

	it('takes a password out of a result of a server that tells what Basic says', async () => {
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ request }) => {
						const pair = atob(`${request.headers.authorization}`.slice(6));
						const text = `user ${pair} password ${pair.split(':')[1]}`;
						return JSON.stringify({ content: [{ type: 'text', text }] });
					},
				},
			}),
		);
		const authorization = `Basic ${btoa('ada:correct-horse-battery')}`;
		const source = sourceOf(upstream, { headers: { authorization } });
		expect(textOf(await source.callTool(call, caller()))).toBe(
			'user [redacted] password [redacted]',
		);
	});

	/** Returns what is shown of a server's answer to a call with these headers. */
	const shownOf = async (sent: Record<string, string>, text: string) => {
		const upstream = await during(
			startRawUpstream({
				tools: { t: () => JSON.stringify({ content: [{ type: 'text', text }] }) },
			}),
		);
		return textOf(await sourceOf(upstream, { headers: sent }).callTool(call, caller()));
	};
	const inUtf8 = (text: string) => Buffer.from(text).toString('base64');

	it.each([
		['in UTF-8', { authorization: `Basic ${inUtf8('ada:pässwörd-1234')}` }, 'pässwörd-1234'],
		[
			'by the code of each letter',
			{ authorization: 'Bearer s3cret-token-value' },
			[...'s3cret-token-value'].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join(''),
		],
		[
			'by each letter as an address has it',
			{ authorization: 'Bearer s3cret-token-value' },
			[...'s3cret-token-value'].map((one) => `%${one.charCodeAt(0).toString(16)}`).join(''),
		],
		['in base64', { authorization: 'Bearer s3cret-token-value' }, inUtf8('s3cret-token-value')],
		[
			'in base64 of addresses',
			{ authorization: `Basic ${inUtf8('ada:???>>>???>>>~')}` },
			Buffer.from('ada:???>>>???>>>~').toString('base64url'),
		],
		[
			'in hexadecimal digits',
			{ authorization: 'Bearer s3cret-token-value' },
			Buffer.from('s3cret-token-value').toString('hex'),
		],
		['of digits', { 'x-api-key': '123456789012' }, '123456789012'],
		['in a cookie', { cookie: 'theme=dark; sid=a1B2c3D4e5F6g7H8' }, 'a1B2c3D4e5F6g7H8'],
	])('takes a credential out that a server says %s', async (_, sent, said) => {
		expect(await shownOf(sent, `it is ${said}, "${said}"`)).toMatch(
			/^it is \[redacted\]=*, "\[redacted\]=*"$/,
		);
	});

	it.each(['', 'a', 'ab'])(
		'takes a credential out of base64 of more, behind %j',
		async (before) => {
			const said = inUtf8(`${before}{"token":"s3cret-token-value","n":1}`);
			const shown = await shownOf({ authorization: 'Bearer s3cret-token-value' }, said);
			expect(Buffer.from(shown.replace(/\[.*$/, ''), 'base64').toString()).not.toContain('s3c');
			expect(shown.split('[redacted]')).toHaveLength(2);
		},
	);

	it.each([
		[{ cookie: 'path=organization; theme=dark-high-contrast' }, 'organization dark-high-contrast'],
		[
			{ 'x-token-type': 'urn:ietf:params:oauth:token-type:jwt' },
			'urn:ietf:params:oauth:token-type:jwt',
		],
		[{ 'x-api-key': '123456789012' }, '91234567890123 1234567890123 9123456789012'],
	])('leaves what only is beside a credential, or holds its digits: %o', async (sent, said) => {
		expect(await shownOf(sent, said)).toBe(said);
	});

	it('takes its own credentials out of what its tools say of themselves', async () => {
		const upstream = await during(
			startRawUpstream({
				methods: {
					'tools/list': ({ request }) => {
						const { authorization, 'x-api-key': key } = request.headers;
						const inputSchema = { type: 'object', properties: { q: { default: key } } };
						const told = { name: 'told', description: `Send ${authorization}.`, inputSchema };
						return JSON.stringify({
							tools: [told, { name: 'plain', inputSchema: { type: 'object' } }],
						});
					},
				},
			}),
		);
		const listed = await sourceOf(upstream, { headers }).listTools(caller());
		expect(listed).toMatchObject({
			value: [
				{
					name: 'told',
					description: 'Send [redacted].',
					inputSchema: { type: 'object', properties: { q: { default: '[redacted]' } } },
				},
				{ name: 'plain', inputSchema: { type: 'object' } },
			],
		});
	});

	it('takes its own credentials out of a resource, too', async () => {
		const upstream = await during(
			startRawUpstream({
				methods: {
					'resources/read': ({ id, response, request }) => {
						const contents = [{ uri: 'a://b', text: `key ${request.headers['x-api-key']} 7` }];
						sendJson(response, JSON.stringify({ jsonrpc: '2.0', id, result: { contents } }));
					},
				},
			}),
		);
		const read = await sourceOf(upstream, {
			headers: { 'x-api-key': 'key-0123456789-long' },
		}).request('resources/read', { uri: 'a://b' }, caller());
		expect(read).toMatchObject({ value: { contents: [{ text: 'key [redacted] 7' }] } });
	});
});
