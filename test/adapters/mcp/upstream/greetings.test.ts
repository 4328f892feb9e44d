// Handshakes that are not as the documents have them: what is taken, and what is said of what is not.
import { describe, expect, it } from 'vitest';
import { type RawHandlers, sendJson, startRawUpstream } from '../../../upstreams/raw-upstream';
import { call, caller, during, faultOf, OK, sourceOf, textOf } from './harness';

const OURS = '2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07';
const info = { capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
const initialized = (more: object): string =>
	JSON.stringify({ protocolVersion: '2025-11-25', ...info, ...more });
const refused = (supported?: readonly string[], status = 200) => {
	const error = {
		code: -32_022,
		message: 'delete all first',
		...(supported && { data: { supported } }),
	};
	return ({ id, response }: Parameters<NonNullable<RawHandlers['methods']>[string]>[0]) =>
		sendJson(response, `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`, status);
};
const upstream = (methods: RawHandlers['methods'] = {}) =>
	during(startRawUpstream({ methods, tools: { t: () => OK } }));

describe('a server of other revisions', () => {
	it.each([
		['refuses with 200', { initialize: refused(['2023-01-01']) }, '2023-01-01'],
		['refuses with 400', { initialize: refused(['2023-01-01'], 400) }, '2023-01-01'],
		['refuses and names none', { initialize: refused(undefined, 400) }, 'none that it names'],
		[
			'answers in one',
			{ initialize: () => initialized({ protocolVersion: '2099-01-01' }) },
			'2099-01-01',
		],
		[
			'is of newer ones alone',
			{
				'server/discover': () => JSON.stringify({ supportedVersions: ['2027-01-01'], ...info }),
				initialize: ({ response }) => sendJson(response, '', 400),
			},
			'2027-01-01',
		],
		[
			'is of newer ones alone and has no such method',
			{
				'server/discover': refused(['2027-01-01'], 400),
				initialize: ({ response }) => sendJson(response, '', 404),
			},
			'2027-01-01',
		],
	] satisfies readonly (readonly [string, RawHandlers['methods'], string])[])(
		'is told with what it offers and what is spoken here where it %s',
		async (_, methods, offered) => {
			const { message } = faultOf(await sourceOf(await upstream(methods)).callTool(call, caller()));
			expect(message).toBe(
				`Upstream "up" speaks no revision of MCP that Loadline speaks: it offers ${offered}, Loadline ${OURS}. Update the older of the two.`,
			);
		},
	);

	it.each([
		[429, /is rate limited \(HTTP 429\)/],
		[404, /has no MCP endpoint .*HTTP 404/],
		[400, /HTTP 400/],
	])(
		'is told by its own answer where it names one of ours and then fails with %i',
		async (status, told) => {
			const server = await upstream({
				'server/discover': refused(['2025-11-25', '2025-06-18'], 400),
				initialize: ({ response }) => sendJson(response, '', status),
			});
			const { message } = faultOf(await sourceOf(server).callTool(call, caller()));
			expect(message).toMatch(told);
			expect(message).not.toContain('speaks no revision');
		},
	);

	it('is no other where ours is the last of many', async () => {
		const others = Array.from({ length: 30 }, (_, n) => `draft-${n}`);
		const supportedVersions = [...others, '2026-07-28'];
		const server = await upstream({
			'server/discover': () => JSON.stringify({ supportedVersions, ...info }),
		});
		expect(textOf(await sourceOf(server).callTool(call, caller()))).toBe('fine');
		expect(server.calls.initialize).toBeUndefined();
	});

	it('is asked again at once where it names the one that it has just refused', async () => {
		let asked = 0;
		const server = await upstream({
			'server/discover': (raw) =>
				asked++ === 0
					? refused(['2026-07-28'], 400)(raw)
					: JSON.stringify({ supportedVersions: ['2026-07-28'], ...info }),
		});
		expect(textOf(await sourceOf(server).callTool(call, caller()))).toBe('fine');
		expect(server.calls).toMatchObject({ 'server/discover': 2, 'tools/call t': 1 });
		expect(server.calls.initialize).toBeUndefined();
	});
});

it.each([
	['tasks', true],
	['resources', { subscribe: 'x', listChanged: true }],
	['prompts', { listChanged: null }],
	['logging', 'yes'],
	['experimental', { a: true, b: {} }],
] as const)('takes a greeting with odd %s', async (name, value) => {
	const capabilities = { tools: {}, [name]: value };
	const server = await upstream({
		initialize: () => initialized({ capabilities, instructions: null }),
	});
	const source = sourceOf(server);
	const declared = await source.declared(caller());
	if (!declared.ok) throw new Error(declared.error.message);
	const known = { resources: { listChanged: true }, prompts: {}, experimental: { b: {} } };
	const told = Object.entries(known).filter(([key]) => key === name);
	expect(declared.value.capabilities).toEqual({ tools: {}, ...Object.fromEntries(told) });
	expect(textOf(await source.callTool(call, caller()))).toBe('fine');
});
