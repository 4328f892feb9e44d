// Servers that are not trusted: no redirect elsewhere, and no credentials but to whom they belong.
import { describe, expect, it } from 'vitest';
import { sendJson, startRawUpstream } from '../../../upstreams/raw-upstream';
import { call, caller, during, faultOf, headers, OK, sourceOf, textOf } from './harness';

describe('redirects', () => {
	const redirecting = (status: number, location: string) =>
		startRawUpstream({
			tools: { t: ({ response }) => void response.writeHead(status, { location }).end() },
		});

	it.each([301, 302, 303, 307, 308])('does not follow %i to another origin', async (status) => {
		const elsewhere = await during(startRawUpstream({ tools: { t: () => OK } }));
		const upstream = await during(redirecting(status, `${elsewhere.origin}/mcp`));
		const fault = faultOf(await sourceOf(upstream, { headers }).callTool(call, caller()));
		expect(fault.code).toBe('unavailable');
		expect(elsewhere.requests).toEqual([]);
	});

	it.each(['http://169.254.169.254/', 'file:///etc/passwd', 'http://[', ''])(
		'does not follow one to %j',
		async (location) => {
			const upstream = await during(redirecting(307, location));
			expect(faultOf(await sourceOf(upstream).callTool(call, caller())).code).toBe('unavailable');
		},
	);

	it('follows 307 and 308 within the origin, method, body and credentials kept, not for ever', async () => {
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ request, response }) => {
						if (request.url === '/moved') return OK;
						return void response.writeHead(308, { location: '/moved' }).end();
					},
					loop: ({ response }) => void response.writeHead(307, { location: '/mcp' }).end(),
				},
			}),
		);
		const source = sourceOf(upstream, { headers });
		expect(textOf(await source.callTool(call, caller()))).toBe('fine');
		expect(upstream.requests.at(-1)).toMatchObject(headers);
		const fault = faultOf(await source.callTool({ name: 'loop', args: {} }, caller()));
		expect(fault.message).toContain('too many redirects');
		expect(upstream.calls['tools/call loop']).toBe(4);
	});
});

it.each(['n'.repeat(129), 'a\r\nx-evil: 1', '\u202ename', ''])(
	'a tool that no upstream could list is not asked for: %j',
	async (name) => {
		const upstream = await during(startRawUpstream({ tools: { [name]: () => OK } }));
		const fault = faultOf(await sourceOf(upstream).callTool({ name, args: {} }, caller()));
		expect(fault.code).toBe('unknown_tool');
		expect(upstream.requests).toEqual([]);
	},
);

describe('credentials', () => {
	it('sends the configured headers and nothing that we did not put there', async () => {
		const upstream = await during(startRawUpstream({ tools: { t: () => OK } }));
		await sourceOf(upstream, { headers }).callTool(call, caller());
		for (const sent of upstream.requests) {
			expect(sent).toMatchObject(headers);
			expect(sent.cookie).toBeUndefined();
			expect(sent['x-loadline-exchange']).toBeUndefined();
		}
	});

	it('shares no client between credentials', async () => {
		const upstream = await during(startRawUpstream({ tools: { t: () => OK } }));
		await sourceOf(upstream, { headers }).callTool(call, caller());
		await sourceOf(upstream, { headers: { authorization: 'Bearer other' } }).callTool(
			call,
			caller(),
		);
		expect(upstream.calls.initialize).toBe(2);
		expect(upstream.requests.at(-1)?.authorization).toBe('Bearer other');
	});

	it('refuses a header value with a line break, without showing it', async () => {
		const upstream = await during(startRawUpstream({ tools: { t: () => OK } }));
		const broken = { authorization: 'Bearer s3cret\r\nx-evil: 1' };
		const fault = faultOf(await sourceOf(upstream, { headers: broken }).callTool(call, caller()));
		expect(fault.message).not.toContain('s3cret');
		expect(upstream.requests).toEqual([]);
	});

	it('sends nothing to an address that is not allowed', async () => {
		const upstream = await during(startRawUpstream({ tools: { t: () => OK } }));
		const fault = faultOf(
			await sourceOf(upstream, { allowLoopback: false }).callTool(call, caller()),
		);
		expect(fault.message).toContain('dev mode');
		expect(upstream.requests).toEqual([]);
	});

	it('takes secrets out of what an upstream says in an error', async () => {
		const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
		const words = `bad key s3cret-token-value (key-0123456789) ${jwt} at https://a.example/x?token=abc`;
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ id, response }) => {
						const error = { code: -32050, message: words.repeat(50), data: { words } };
						sendJson(response, `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
					},
				},
			}),
		);
		const fault = faultOf(await sourceOf(upstream, { headers }).callTool(call, caller()));
		const shown = JSON.stringify(fault);
		for (const secret of ['s3cret-token-value', 'key-0123456789', jwt, 'token=abc']) {
			expect(shown).not.toContain(secret);
		}
		expect(fault.rpc?.code).toBe(-32050);
		expect(shown.length).toBeLessThan(2_500);
	});

	it("keeps a server's own message as it was sent, with its lines", async () => {
		const message = 'MCP error -32603: No browser:\n\n║ Install one.   ║\n\tThen call again.';
		const error = JSON.stringify({ code: -32603, message: `${message}\u0007\u202e` });
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ id, response }) =>
						sendJson(response, `{"jsonrpc":"2.0","id":${id},"error":${error}}`),
				},
			}),
		);
		const fault = faultOf(await sourceOf(upstream).callTool(call, caller()));
		expect(fault.rpc).toEqual({ code: -32603, message });
	});

	it.each([401, 403, 404, 429, 500])(
		'says what HTTP %i means, without the body',
		async (status) => {
			const upstream = await during(
				startRawUpstream({
					tools: { t: ({ response }) => sendJson(response, 'stack trace /srv/app.js', status) },
				}),
			);
			const fault = faultOf(await sourceOf(upstream).callTool(call, caller()));
			expect(fault.code).toBe('unavailable');
			expect(fault.message).toContain(`HTTP ${status}`);
			expect(fault.message).not.toContain('stack');
		},
	);
});
