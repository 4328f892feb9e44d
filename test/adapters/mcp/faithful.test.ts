import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonBody } from '../../../src/adapters/mcp/serve';
import { times } from '../../fuzz-runs';
import { endpoint, fakeGateway, finished, legacy, modern } from './fake-gateway';

/** Gives the arguments back as structured content. */
const mirror = () =>
	endpoint(
		fakeGateway({
			call: async ({ args }) => finished({ content: [], structured: JSON.stringify(args) }),
		}).gateway,
	);
const legacyCall = (args: string) =>
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${args}}}`;

describe('numbers', () => {
	const odd =
		'{"id":9007199254740993,"price":1.0,"big":1e999,"zero":-0,"e":1E3,"d":0.1,"__proto__":{"n":12345678901234567890},"list":[1,2.50]}';

	it('cross as the caller and the tool spelled them, in both eras', async () => {
		const point = mirror();
		const now = await modern(point, 'tools/call', `"name":"echo","arguments":${odd}`);
		expect(await now.text()).toContain(`"structuredContent":${odd}`);
		expect(await (await legacy(point, legacyCall(odd))).text()).toContain(
			`"structuredContent":${odd}`,
		);
	});

	it('cross whatever they are', async () => {
		const point = mirror();
		const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,4})?$/);
		await fc.assert(
			fc.asyncProperty(fc.array(digits, { minLength: 1, maxLength: 5 }), async (numbers) => {
				const args = `{"n":[${numbers.join()}]}`;
				const response = await modern(point, 'tools/call', `"name":"echo","arguments":${args}`);
				expect(await response.text()).toContain(`"structuredContent":${args}`);
			}),
			{ numRuns: times(17, 50) },
		);
	});

	it('stay plain numbers where a double holds them, and outside of arguments', async () => {
		const request = new Request('https://x.example', {
			method: 'POST',
			body: '{"id":1.0,"params":{"arguments":{"limit":50,"half":0.5},"_meta":{"n":1.0}}}',
		});
		expect(await readJsonBody(request)).toEqual({
			ok: true,
			value: { id: 1, params: { arguments: { limit: 50, half: 0.5 }, _meta: { n: 1 } } },
		});
	});
});

describe('a hostile body', () => {
	it('may nest 300,000 levels', async () => {
		const deep = `{"a":${'['.repeat(3e5)}1.0${']'.repeat(3e5 - 100)}`;
		const whole = `{"params":{"arguments":{"a":${'['.repeat(2e5)}1.0${']'.repeat(2e5)}}}}`;
		const read = (body: string) =>
			readJsonBody(new Request('https://x.example', { method: 'POST', body }));
		expect((await read(whole)).ok).toBe(true);
		expect(await read(deep)).toMatchObject({ ok: false, error: { json: expect.anything() } });
	});

	it('that is no JSON is told its place', async () => {
		const response = await legacy(mirror(), '{"jsonrpc": "2.0",\n "id": 1,}');
		expect([response.status, ((await response.json()) as { error: unknown }).error]).toEqual([
			400,
			{
				code: -32_700,
				message:
					'Parse error: the request body is not valid JSON: a comma stands before }: take it out (line 2, column 10)',
				data: { correlationId: '0b7c5a9e-correlation' },
			},
		]);
	});

	it('may hold what looks like a placeholder', async () => {
		const args =
			'{"x":"\\"content\\":[{\\"type\\":\\"text\\",\\"text\\":\\"0123456789abcdef\\"}]"}';
		const response = await modern(mirror(), 'tools/call', `"name":"echo","arguments":${args}`);
		expect(await response.text()).toContain(`"structuredContent":${args}`);
	});

	it('may hold ids of any JSON-RPC kind, and the answer bears the same', async () => {
		const text = await (
			await legacy(mirror(), legacyCall('{"a":1}').replace('"id":1', '"id":"x-1"'))
		).text();
		expect(text).toContain('"structuredContent":{"a":1}');
		expect(text).toContain('"id":"x-1"');
		const object = await legacy(mirror(), legacyCall('{}').replace('"id":1', '"id":{}'));
		expect(object.status).toBe(400);
	});
});

describe('an event stream', () => {
	it('carries structured content with line breaks as one event', async () => {
		const structured = '{\r\n\t"a": "line\\nbreak",\n\n"b":\r[1]}';
		const point = endpoint(
			fakeGateway({ call: async () => finished({ content: [], structured }) }).gateway,
		);
		const text = await (await legacy(point, legacyCall('{}'))).text();
		const data = text.split('\n').find((line) => line.startsWith('data: {')) ?? '';
		expect(JSON.parse(data.slice(6)).result.structuredContent).toEqual({
			a: 'line\nbreak',
			b: [1],
		});
	});
});
