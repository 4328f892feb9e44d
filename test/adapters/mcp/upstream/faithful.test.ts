import { describe, expect, it } from 'vitest';
import { startRawUpstream } from '../../../upstreams/raw-upstream';
import { call, caller, during, faultOf, resultOf, sourceOf, textOf } from './harness';

const NUMBERS =
	'{"b":12345678901234567890,"a":1.0,"e":1e999,"z":-0,"f":0.10000000000000000555,"__proto__":{"x":1},"b2":[9007199254740993]}';

const answering = async (result: string) =>
	sourceOf(await during(startRawUpstream({ tools: { t: () => result } })));

describe('numbers and key order of a result', () => {
	it('keeps structured content as the source text the upstream sent', async () => {
		const source = await answering(`{"content":[],"structuredContent":${NUMBERS}}`);
		expect(resultOf(await source.callTool(call, caller())).structured).toBe(NUMBERS);
	});

	it('takes white space between tokens out and nothing else', async () => {
		const source = await answering(
			'{ "content" : [ ], "structuredContent" : { "a b" :\n [ 1.50 , "x  y" ] } }',
		);
		expect(resultOf(await source.callTool(call, caller())).structured).toBe(
			'{"a b":[1.50,"x  y"]}',
		);
	});

	it('lets the last of duplicate members win', async () => {
		const source = await answering(
			'{"content":[{"type":"text","text":"first"}],"structuredContent":1,"structuredContent":{"n":2},"content":[{"type":"text","text":"last"}]}',
		);
		const result = resultOf(await source.callTool(call, caller()));
		expect(result).toEqual({ content: [{ type: 'text', text: 'last' }], structured: '{"n":2}' });
	});

	it('accepts an array of a million values and a hundred thousand levels', async () => {
		const wide = `[${'{},'.repeat(999_999)}{}]`;
		const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		for (const structured of [wide, deep]) {
			const source = await answering(`{"content":[],"structuredContent":${structured}}`);
			expect(resultOf(await source.callTool(call, caller())).structured).toBe(structured);
		}
	});

	it('sends arguments whose numbers a double cannot hold as they are', async () => {
		let got = '';
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ params }) => {
						got = JSON.stringify(params);
						return '{"content":[]}';
					},
				},
			}),
		);
		const raw = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('1.50');
		await sourceOf(upstream).callTool({ name: 't', args: { n: raw } }, caller());
		expect(got).toContain('"n":1.5');
	});
});

describe('what crosses with a result', () => {
	it('keeps blocks of every kind, isError and foreign meta keys', async () => {
		const blocks = [
			{ type: 'text', text: 'é\u2028 "q"', annotations: { priority: 0.5 } },
			{ type: 'image', data: 'AAAA', mimeType: 'image/png' },
			{ type: 'resource', resource: { uri: 'a:b', text: 'x' } },
			{ type: 'hologram', depth: 3 },
		];
		const source = await answering(
			JSON.stringify({ content: blocks, isError: true, _meta: { 'example.com/a': [1] } }),
		);
		expect(resultOf(await source.callTool(call, caller()))).toEqual({
			content: blocks,
			isError: true,
			meta: { 'example.com/a': [1] },
		});
	});

	it('drops protocol keys and our own from _meta at every place MCP puts one', async () => {
		const meta = { 'io.modelcontextprotocol/x': 1, 'dev.loadline/protect': 2, kept: 3 };
		const source = await answering(
			JSON.stringify({
				content: [
					{ type: 'resource', _meta: meta, resource: { uri: 'a:b', text: 'x', _meta: meta } },
				],
				_meta: meta,
			}),
		);
		expect(resultOf(await source.callTool(call, caller()))).toEqual({
			content: [
				{
					type: 'resource',
					_meta: { kept: 3 },
					resource: { uri: 'a:b', text: 'x', _meta: { kept: 3 } },
				},
			],
			meta: { kept: 3 },
		});
	});

	it('treats text that looks like our own markers as text', async () => {
		const text = '{"nextCursor":"x","_meta":{"dev.loadline/protect":{}}}';
		const source = await answering(JSON.stringify({ content: [{ type: 'text', text }] }));
		expect(textOf(await source.callTool(call, caller()))).toBe(text);
	});
});

describe('answers that are not MCP', () => {
	const oddities: Record<string, [body: string, type?: string, status?: number]> = {
		'half JSON': ['{"jsonrpc":"2.0","id":1,"result":{"content":[{"type'],
		'an empty body': [''],
		'a NaN': ['{"jsonrpc":"2.0","id":2,"result":{"content":[],"structuredContent":{"a":NaN}}}'],
		'an HTML page': ['<html>Sign in</html>', 'text/html'],
		'no type and no body': ['', ''],
		'status 204': ['', '', 204],
		'a number': ['7'],
		'a batch for someone else': ['[{"jsonrpc":"2.0","id":999,"result":{"content":[]}}]'],
		'broken events': ['data: {oops\n\n', 'text/event-stream'],
		'a stream without the response': [': hello\n\n', 'text/event-stream'],
		'deep garbage': ['['.repeat(100_000)],
	};
	it.each(Object.keys(oddities))('answers bad_answer to %s', async (name) => {
		const [body, type = 'application/json', status = 200] = oddities[name] ?? [''];
		const upstream = await during(
			startRawUpstream({
				tools: {
					t: ({ response }) => {
						response.writeHead(status, type === '' ? {} : { 'content-type': type });
						response.end(body);
					},
				},
			}),
		);
		const fault = faultOf(await sourceOf(upstream).callTool(call, caller()));
		expect(fault.code).toBe('bad_answer');
		expect(fault.message.length).toBeLessThan(700);
	});

	it.each([
		'null',
		'[]',
		'{"content":{}}',
		'{"content":["x"]}',
		'{"content":[{"text":"x"}]}',
		'{"content":[{"type":"text","text":5}]}',
		'{"content":[],"resultType":"task"}',
		`{"content":[{"type":"text","text":"x","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}]}`,
		`{"content":[{"type":"text","text":"x","a":[${'{},'.repeat(50_000)}{}]}]}`,
	])('answers bad_answer to the result %.60s', async (result) => {
		const source = await answering(result);
		expect(faultOf(await source.callTool(call, caller())).code).toBe('bad_answer');
	});

	it('finds its answer in a batch and in a stream with other messages', async () => {
		const upstream = await during(
			startRawUpstream({
				tools: {
					batch: ({ id, response }) => {
						response.writeHead(200, { 'content-type': 'application/json' });
						const other = '{"jsonrpc":"2.0","id":998,"result":{"content":[{"type":"bad"}]}}';
						response.end(`[${other},{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}]`);
					},
					stream: ({ id, response }) => {
						response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
						response.write('\uFEFFid: 1\r\nevent: message\r\ndata: {"jsonrpc":"2.0",\r\n');
						response.end(`data: "id":${id},"result":{"structuredContent":{"n":1.0}}}\r\n\r\n`);
					},
				},
			}),
		);
		const source = sourceOf(upstream);
		expect(resultOf(await source.callTool({ name: 'batch', args: {} }, caller()))).toEqual({
			content: [],
		});
		expect(resultOf(await source.callTool({ name: 'stream', args: {} }, caller())).structured).toBe(
			'{"n":1.0}',
		);
	});
});
