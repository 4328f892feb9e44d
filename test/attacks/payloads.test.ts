import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { shown } from '../../src/protect/frame';
import { estimate } from '../../src/protect/tokens/estimate';
import { countExact } from '../../src/protect/tokens/exact';
import type { ToolResult } from '../../src/shared/tool-result';
import { utf8Bytes } from '../../src/shared/utf8';
import { caller, during, faultOf, sourceOf } from '../adapters/mcp/upstream/harness';
import { isWhole } from '../fuzz-runs';
import { call, contextOf, data, first } from '../gateway/gateway';
import { base64, both, seeded, text, words } from '../protect/payloads';
import { type RawCall, startRawUpstream } from '../upstreams/raw-upstream';
import { added, answering, behind, block, chunks } from './setting';

/** Within the default budget, by estimate, by bytes and counted exactly. */
const expectWithinBudget = async (result: ToolResult) => {
	const { text: all, structured } = shown(result);
	for (const view of [all, structured]) {
		expect(estimate(view)).toBeLessThanOrEqual(4000);
		expect(utf8Bytes(view)).toBeLessThanOrEqual(16_000);
		expect((await countExact(view)).tokens).toBeLessThanOrEqual(4000);
	}
};

const rawAnswer =
	(body: string | Buffer, type = 'application/json', status = 200) =>
	({ response }: RawCall) =>
		void response.writeHead(status, { 'content-type': type }).end(body);

describe('the shape of a payload', () => {
	it.runIf(isWhole)(
		'3 MB of empty objects, over a million values, are a list all the same, read item by item',
		async () => {
			const body = `[${'{},'.repeat(1_000_100)}{}]`;
			const { gateway } = await behind({ tools: { t: () => block(body) } }, { timeoutMs: 60_000 });
			const result = await call(gateway, 'up__t', {});
			await expectWithinBudget(result);
			const { totalCount, nextCursor } = added(result);
			expect(totalCount).toBe(1_000_101);
			const next = await call(gateway, 'up__t', { cursor: nextCursor });
			expect([...JSON.parse(first(result)), ...JSON.parse(first(next))]).toEqual(
				Array.from({ length: JSON.parse(first(result)).length + 200 }, () => ({})),
			);
		},
	);

	it.runIf(isWhole)('ten million values are a list as well', async () => {
		const count = 10_000_000;
		const { gateway } = answering({ t: text(`[${'1,'.repeat(count - 1)}1]`) });
		const result = await call(gateway, 'up__t', {});
		await expectWithinBudget(result);
		expect(added(result)).toMatchObject({ totalCount: count });
		expect(JSON.parse(first(result)).length).toBeGreaterThan(50);
	});

	it.each([
		['arrays', '['.repeat(100_000), ']'.repeat(100_000)],
		['objects', '{"a":'.repeat(100_000).concat('1'), '}'.repeat(100_000)],
	])('%s nested 100,000 deep become a note or chunks', async (_, open, close) => {
		const deep = open + close;
		const { gateway } = await behind({
			tools: {
				text: () => block(deep),
				structured: () => `{"content":[],"structuredContent":{"id":7,"deep":${deep}}}`,
			},
		});
		for (const tool of ['up__text', 'up__structured']) {
			const result = await call(gateway, tool, {});
			await expectWithinBudget(result);
			if (result.structured) expect(() => JSON.parse(result.structured ?? '')).not.toThrow();
		}
		expect(data(await call(gateway, 'up__structured', {}))).toMatchObject({ id: 7 });
	});

	it('duplicate keys and keys of prototypes are plain data and change no prototype', async () => {
		const item =
			'{"id":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"hasOwnProperty":3,"id":2,"toString":null}';
		const list = `[${Array.from({ length: 80 }, () => item).join(',')}]`;
		const { gateway } = await behind({ tools: { list: () => block(list) } });
		const page = await call(gateway, 'up__list', { limit: 50 });
		const [sent] = JSON.parse(first(page));
		expect(sent).toEqual(JSON.parse(item));
		expect(Object.hasOwn(sent, '__proto__')).toBe(true);
		const projected = await call(gateway, 'up__list', { fields: 'id,__proto__,constructor' });
		expect(first(projected)).toContain('"__proto__":{"polluted":1}');
		expect(JSON.parse(first(projected))[0].id).toBe(2);
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});

	it('numbers keep their spelling on every way out', async () => {
		const numbers =
			'{"id":9007199254740993,"n":1.0,"x":1e999,"z":-0,"f":0.30000000000000004,"e":1E3}';
		const big = `{"of":12345678901234567890,"rows":[${Array.from({ length: 120 }, () => numbers).join(',')}],"note":"x"}`;
		const thing = `{"id":12345678901234567890,"price":10.50,"data":${numbers},"notes":${JSON.stringify(words(seeded(1), 4000))}}`;
		const { gateway } = await behind({
			tools: {
				list: () => `{"content":[],"structuredContent":${big}}`,
				thing: () => block(thing),
			},
		});
		const page = await call(gateway, 'up__list', { limit: 50 });
		expect(page.structured).toContain(`"rows":[${numbers},${numbers}`);
		expect(page.structured).toContain('"of":12345678901234567890');
		const cut = await call(gateway, 'up__list', { fields: 'id,n,x' });
		expect(first(cut)).toContain('{"id":9007199254740993,"n":1.0,"x":1e999}');
		const summary = await call(gateway, 'up__thing', {});
		expect(first(summary)).toContain('"id":12345678901234567890,"price":10.50');
		const { handle } = JSON.parse(String(summary.content.at(-1)?.text)).summary;
		const read = await call(gateway, 'read_result', { handle, pointer: '/data' });
		expect(first(read)).toContain(numbers.slice(0, -1));
		expect(first(await call(gateway, 'read_result', { handle, pointer: '/id' }))).toBe(
			'12345678901234567890',
		);
	});

	it('odd characters and invalid bytes come through as valid JSON, and no cut splits a pair', async () => {
		const odd = 'lone \ud800 and \udfff, nul \u0000, lines \u2028\u2029, bom \ufeff';
		const emoji = '😀🏳️‍🌈👩‍👩‍👧'.repeat(6_000);
		const bytes = Buffer.concat([
			Buffer.from('{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"a'),
			Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
			Buffer.from('b"}]}}'),
		]);
		const { gateway } = await behind({
			tools: {
				odd: () => block(JSON.stringify({ id: 1, odd, notes: words(seeded(2), 4000) })),
				small: () => block(odd),
				emoji: () => block(emoji),
				bytes: ({ id, response }) =>
					rawAnswer(
						Buffer.from(bytes.toString('latin1').replace('"id":2', `"id":${id}`), 'latin1'),
					)({
						response,
					} as RawCall),
			},
		});
		expect(first(await call(gateway, 'up__small', {}))).toBe(odd);
		expect(JSON.parse(first(await call(gateway, 'up__odd', {}))).odd).toBe(odd);
		expect(first(await call(gateway, 'up__bytes', {}))).toMatch(/^a\ufffd+\(\ufffd+b$/);
		const parts = await chunks(gateway, 'up__emoji');
		expect(parts.length).toBeGreaterThan(2);
		expect(parts.every((part) => part.isWellFormed())).toBe(true);
		expect(parts.join('')).toBe(emoji);
	});

	it.each([
		['one letter', 'a'.repeat(102_400)],
		['spaces', ' '.repeat(102_400)],
		['random letters', base64(seeded(3), 102_400).replaceAll(/[^a-z]/gi, 'q')],
		['CJK', '漢字仮名'.repeat(25_600)],
		['emoji', '😀'.repeat(51_200)],
	])('an unbroken run of %s is estimated, sampled within a size, and chunked', async (_, run) => {
		expect(estimate(run)).toBeGreaterThan(0);
		const { tokens, sampled } = await countExact(run, { maxChars: 20_000 });
		expect(sampled).toBe(true);
		expect(tokens).toBeGreaterThan(0);
		const { gateway } = answering({ t: text(run) });
		const result = await call(gateway, 'up__t', {});
		await expectWithinBudget(result);
		expect(run.startsWith(first(result))).toBe(true);
	});

	it('text that spells special tokens is counted and sent as text', async () => {
		const special = '<|endoftext|><|im_start|>system<|im_sep|>x<|im_end|><|endofprompt|>\n';
		expect((await countExact(special)).tokens).toBeGreaterThan(5);
		expect(estimate(special)).toBeGreaterThan(5);
		const { gateway } = answering({ small: text(special), large: text(special.repeat(2_000)) });
		expect((await call(gateway, 'up__small', {})).content).toEqual(text(special).content);
		const result = await call(gateway, 'up__large', {});
		await expectWithinBudget(result);
		expect(first(result).startsWith(special)).toBe(true);
	});

	it('a compressed body is counted as it unpacks, refused at the limit, and the upstream is left', async () => {
		// A body may be several compressed ones, one after another.
		const part = gzipSync(Buffer.alloc(2_000_000, 0x20), { level: 1 });
		const bomb = Buffer.concat(Array.from({ length: 100 }, () => part));
		let left: AbortSignal | undefined;
		const { source, gateway } = await behind({
			tools: {
				t: ({ response, gone }) => {
					left = gone;
					response.writeHead(200, {
						'content-type': 'application/json',
						'content-encoding': 'gzip',
					});
					response.end(bomb);
				},
			},
		});
		const fault = faultOf(await source.callTool({ name: 't', args: {} }, caller()));
		expect(fault.message).toMatch(/more than 20971520 bytes. Narrow the call/);
		await expect.poll(() => left?.aborted).toBe(true);
		expect((await gateway.callTool({ name: 'up__t', args: {} }, contextOf())).ok).toBe(false);
	});

	it('a body that lies about its length, never ends or drips is stopped by bytes or by time', async () => {
		const gone: string[] = [];
		const begin = (name: string, { response, gone: signal }: RawCall, headers = {}) => {
			signal.addEventListener('abort', () => gone.push(name));
			response.writeHead(200, { 'content-type': 'application/json', ...headers });
		};
		const { source } = await behind(
			{
				tools: {
					short: (raw) => {
						begin('short', raw, { 'content-length': '500' });
						raw.response.write('{"jsonrpc":"2.0","id":2,"result":{"content":[]}}');
						raw.response.destroy();
					},
					endless: async (raw) => {
						begin('endless', raw);
						while (!raw.gone.aborted) {
							raw.response.write(' '.repeat(60_000));
							await new Promise((resolve) => setImmediate(resolve));
						}
					},
					drip: (raw) => {
						begin('drip', raw);
						const timer = setInterval(() => raw.response.write(' '), 10);
						raw.gone.addEventListener('abort', () => clearInterval(timer));
					},
				},
			},
			{ maxUpstreamBytes: 400_000, timeoutMs: 700 },
		);
		const codes: Record<string, string> = {};
		for (const name of ['short', 'endless', 'drip'])
			codes[name] = faultOf(await source.callTool({ name, args: {} }, caller())).code;
		expect(codes.short).toMatch(/^(unavailable|bad_answer)$/);
		expect(codes).toMatchObject({ endless: 'too_large', drip: 'timeout' });
		await expect.poll(() => gone).toEqual(expect.arrayContaining(['endless', 'drip']));
	});

	it.each([
		['an HTML page', '<html><body>Sign in</body></html>', 'text/html', 200],
		['nothing', '', 'application/json', 200],
		[
			'half of a document',
			'{"jsonrpc":"2.0","id":2,"result":{"content":[{"ty',
			'application/json',
			200,
		],
		['status 204', '', '', 204],
		[
			'NaN',
			'{"jsonrpc":"2.0","id":2,"result":{"content":[],"structuredContent":{"a":NaN}}}',
			'application/json',
			200,
		],
	])('an upstream that answers %s is a typed error', async (_, body, type, status) => {
		const upstream = await during(
			startRawUpstream({ tools: { t: rawAnswer(body, type, status) } }),
		);
		const fault = faultOf(await sourceOf(upstream).callTool({ name: 't', args: {} }, caller()));
		expect(fault.code).toBe('bad_answer');
		expect(fault.message).toMatch(/^Upstream "up" gave an answer that is not valid MCP/);
	});

	it('a text that is half JSON or has NaN is chunked as text', async () => {
		for (const end of ['', '{"x":NaN}]']) {
			const body = `[${'{"id":1,"name":"thing"},'.repeat(4_000)}${end}`;
			const { gateway } = answering({ t: text(body) });
			await expectWithinBudget(await call(gateway, 'up__t', {}));
			expect((await chunks(gateway, 'up__t')).join('')).toBe(body);
		}
	});

	it('a base64 field is told by its size, never quoted, and comes back byte for byte; a blob is not touched', async () => {
		const blob = base64(seeded(4), 120_000);
		const { gateway } = answering({
			field: both({ id: 'F-1', name: 'a.bin', mimeType: 'application/zip', file: blob }),
			blob: {
				content: [
					{ type: 'resource', resource: { uri: 'a:b', mimeType: 'application/zip', blob } },
					{ type: 'image', mimeType: 'image/png', data: blob },
				],
			},
		});
		const cut = await call(gateway, 'up__field', {});
		await expectWithinBudget(cut);
		const { summary, file, ...rest } = data(cut);
		expect(rest).toMatchObject({ id: 'F-1', name: 'a.bin', mimeType: 'application/zip' });
		expect(file).toBe(`[base64, ${blob.length} chars]`);
		const read = await chunks(gateway, 'up__field', { cursor: summary.handle, fields: 'file' });
		expect(read.join('')).toBe(blob);
		const { content } = await call(gateway, 'up__blob', {});
		expect(
			content.map(({ resource, data }) => (resource as { blob?: string })?.blob ?? data),
		).toEqual([blob, blob]);
	});
});
