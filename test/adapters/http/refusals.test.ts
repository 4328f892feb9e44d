// The answer to whoever sends something wrong says which part of it, what to send instead, and an id that the log has too.
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { PassThrough } from '../../../src/adapters/llm';
import { call, caller, open } from './open-app';

const MODERN = { 'mcp-protocol-version': '2026-07-28' };
const ENVELOPE = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientCapabilities': {},
	'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
};
const ERAS = ['2025-11-25', '2026-07-28'] as const;
type Era = (typeof ERAS)[number];

interface Answered {
	readonly status: number;
	readonly error: {
		readonly code: number;
		readonly message: string;
		readonly data: { readonly correlationId: string };
	};
	readonly id: unknown;
	readonly headers: Headers;
	readonly logged: readonly unknown[];
}

/** Posts a body to `/mcp`, and reads the message that is answered, as JSON or as an event. */
async function post(body: BodyInit, headers: Record<string, string> = {}): Promise<Answered> {
	const { ask, logged } = open();
	const init = { method: 'POST', body, headers: { ...call.headers, ...headers } };
	const response = await ask('/mcp', init);
	const text = (await response.text()).replace(/^event: message\ndata: /, '');
	return { status: response.status, headers: response.headers, logged, ...JSON.parse(text) };
}

/** Posts a request with these members, of an era. */
const request = (era: Era, message: Record<string, unknown>) => {
	const isModern = era === '2026-07-28';
	const params = isModern ? { _meta: ENVELOPE, ...(message.params as object) } : message.params;
	const whole = { jsonrpc: '2.0', id: 1, ...message, ...(params !== undefined && { params }) };
	const { name } = { ...(message.params as { name?: unknown }) };
	const named = typeof name === 'string' ? { 'mcp-name': name } : {};
	const headers = isModern ? { ...MODERN, 'mcp-method': String(message.method), ...named } : {};
	return post(JSON.stringify(whole), headers);
};

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

describe('a message that is none', () => {
	it.each([
		['{', -32_700, 'not valid JSON'],
		['[]', -32_600, 'the batch is empty'],
		['5', -32_600, 'must be an object, not the number 5'],
		['null', -32_600, 'must be an object, not null'],
		['[{"jsonrpc":"2.0","id":1,"method":"ping"},7]', -32_600, 'message 2 of the batch'],
		['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600, 'jsonrpc must be "2.0"'],
		['{"jsonrpc":"2.0","id":1}', -32_600, 'method is missing'],
		['{"jsonrpc":"2.0","id":1,"method":5}', -32_600, 'method must be a string, not the number 5'],
		['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, 'id must be a string or a whole number'],
		['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, 'not null'],
		['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32_600, 'an object, not a list'],
		['{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}', -32_600, 'a method and an answer'],
		['{"jsonrpc":"2.0","id":1,"method":"ping","more":{}}', -32_600, '"more" is no member'],
	])('%s is told what is wrong, in both eras, under an id of the log', async (body, code, text) => {
		for (const headers of [{}, MODERN]) {
			const { status, error, logged, ...more } = await post(body, headers);
			expect([status, error.code]).toEqual([400, code]);
			expect(error.message).toContain(text);
			const { correlationId } = error.data;
			expect(correlationId).toMatch(UUID);
			expect(more.headers.get('loadline-correlation-id')).toBe(correlationId);
			expect(logged).toEqual([
				{ event: 'refused', correlationId, status: 400, route: 'POST /mcp' },
			]);
		}
	});

	it('names the request that it answers, where that can be read', async () => {
		expect((await post('{"jsonrpc":"2.0","id":"a","method":"ping","params":5}')).id).toBe('a');
		expect((await post('{"jsonrpc":"2.0","id":1.5,"method":"ping"}')).id).toBe(null);
	});
});

describe('parameters that are not those of the method', () => {
	it.each(ERAS)('name the field and what to give, %s', async (era) => {
		const said = async (params: object) => {
			const { error } = await request(era, { method: 'tools/call', params });
			expect(error.data.correlationId).toMatch(UUID);
			return [error.code, error.message];
		};
		expect(await said({})).toEqual([-32_602, 'Invalid params: name is missing; give a string']);
		expect(await said({ name: 5 })).toEqual([
			-32_602,
			'Invalid params: name must be a string, not a number',
		]);
		expect(await said({ name: 'x', arguments: [] })).toEqual([
			-32_602,
			'Invalid params: arguments must be an object, not a list',
		]);
	});

	it('of initialize are all named', async () => {
		const { error } = await request('2025-11-25', { method: 'initialize', params: {} });
		expect(error).toEqual({
			code: -32_602,
			message:
				'Invalid params: protocolVersion is missing; give a string; capabilities is missing; give an object; clientInfo is missing; give an object',
			data: { correlationId: expect.stringMatching(UUID) },
		});
	});
});

describe('what a client accepts', () => {
	const list = (accept: string | undefined) => {
		const { accept: _, ...headers } = call.headers;
		const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
		const given = { ...headers, ...(accept !== undefined && { accept }) };
		return open().ask('/mcp', { method: 'POST', body, headers: given });
	};

	it.each(['*/*', undefined, 'application/*, text/*;q=0.5', 'text/event-stream, application/json'])(
		'%s takes both forms of an answer',
		async (accept) => {
			const answer = await list(accept);
			expect([answer.status, await answer.text()]).toEqual([
				200,
				expect.stringContaining('"tools":['),
			]);
		},
	);

	it('is refused where it takes neither, or one', async () => {
		for (const accept of ['text/html', 'application/json'])
			expect((await list(accept)).status).toBe(406);
	});
});

describe('a compressed body', () => {
	it.each(['/mcp', '/api/tokens'])('is 415 at %s and told to come as it is', async (path) => {
		const headers = { ...call.headers, 'content-encoding': 'gzip' };
		const init = { method: 'POST', body: gzipSync('{}'), headers };
		const answer = await open().ask(path, init);
		expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
		expect(await answer.text()).toContain('send it as it is, without this header');
	});

	it('is none where it says that it is as it is', async () => {
		const headers = { 'content-encoding': 'identity' };
		expect((await post('{"jsonrpc":"2.0","id":1,"method":"nope"}', headers)).error.code).toBe(
			-32_601,
		);
	});
});

describe('every refusal', () => {
	it('has the id under which the log has it, whatever refuses', async () => {
		const refused = async () => Response.json({ error: 'invalid_grant' }, { status: 400 });
		const llm = new PassThrough({} as never);
		const { ask, logged } = open({
			logins: () => ({ serve: refused }) as never,
			people: { home: async () => 'https://loadline.example' } as never,
			llm: { caller: async () => null, serve: llm.serve.bind(llm), madeIn: () => undefined },
		});
		for (const [path, init] of [
			['/api/nothing', {}],
			['/mcp', { method: 'PUT' }],
			['/mcp/nobody', call],
			['/llm/nothing', call],
			['/token', { method: 'POST' }],
		] as const) {
			const answer = await ask(path, init);
			const id = answer.headers.get('loadline-correlation-id') ?? '';
			expect(id, path).toMatch(UUID);
			const route = `${'method' in init ? init.method : 'GET'} ${path}`;
			expect(logged.splice(0), path).toEqual([
				{ event: 'refused', correlationId: id, status: answer.status, route },
			]);
			// Of OAuth the standards say what the body is.
			if (path !== '/token') expect(await answer.text(), path).toContain(id);
		}
	});
});

describe('the log', () => {
	it.each(ERAS)(
		'has the id of an error of JSON-RPC, whatever its status, once, %s',
		async (era) => {
			const { status, error, logged } = await request(era, { method: 'tools/call', params: {} });
			const { correlationId } = error.data;
			const told = {
				event: 'refused',
				correlationId,
				status,
				code: error.code,
				route: 'POST /mcp',
			};
			expect(logged).toEqual([told]);
		},
	);

	it('has so many refusals of one kind in a minute, and says that more are left out', async () => {
		const now = vi.spyOn(Date, 'now').mockReturnValue(0);
		const { ask, logged } = open({ access: async () => ({ kind: 'refused', fault: 'missing' }) });
		for (let at = 0; at < 250; at++) expect((await ask('/api/me')).status).toBe(401);
		expect(logged).toHaveLength(200);
		expect(logged[198]).not.toHaveProperty('more');
		expect(logged[199]).toMatchObject({ status: 401, more: 'left out in this minute' });
		now.mockReturnValue(60_000);
		await ask('/api/me');
		expect(logged).toHaveLength(201);
		now.mockRestore();
	});

	it('has a page that was refused once, and nothing of what the page asks of the API', async () => {
		const { ask, logged } = open({ access: async () => caller(['telemetry:read']) });
		const headers = { accept: 'text/html' };
		const { status } = await ask('/config', { headers });
		const refused = logged.filter((entry) => (entry as { event: string }).event === 'refused');
		expect([status, refused]).toEqual([
			403,
			[{ event: 'refused', correlationId: expect.any(String), status: 403, route: 'GET /config' }],
		]);
	});
});
