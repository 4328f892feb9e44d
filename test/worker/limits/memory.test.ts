// Memory: an isolate has 128 MB. Here V8's heap has 96, and the rest is for what lies beside it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../../fuzz-runs';
import { type RunningServer, readBody, startHttp } from '../../upstreams/node-http';
import { answerText, callRaw, postRaw } from '../raw-calls';
import { type Loadline, startLoadline } from '../serve';

const HEAP_MB = 96;
const FLAGS = 'MINIFLARE_WORKERD_V8_FLAGS';
/** Bytes of an answer, a little less than `maxUpstreamBytes`. */
const LARGEST = 17_000_000;

const listOf = (note: string): string => {
	const item = (id: number) => ({ id, name: `Name of ${id}`, note, ok: id % 2 === 0 });
	const each = Buffer.byteLength(JSON.stringify(item(10_000))) + 4;
	const items = Array.from({ length: Math.floor(LARGEST / each) }, (_, n) => item(n));
	return JSON.stringify({ items });
};

/** Tools `latin`, `wide` and `small`; what they give is made once. */
async function startServer(): Promise<RunningServer> {
	const texts: Record<string, string> = {
		latin: listOf('lorem ipsum dolor '.repeat(10)),
		wide: listOf('漢字仮名交じり文'.repeat(8)),
		small: '{"ok":true}',
	};
	const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
	const resultOf = (method: string, name: string) => {
		if (method === 'server/discover')
			return {
				...{ ...shared, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
				serverInfo: { name: 'up', version: '1' },
			};
		const tools = Object.keys(texts).map((each) => ({
			...{ name: each, inputSchema: { type: 'object' } },
		}));
		if (method === 'tools/list') return { ...shared, tools };
		return { ...shared, content: [{ type: 'text', text: texts[name] }] };
	};
	return startHttp((request, response) => {
		void (async () => {
			const { id, method, params } = JSON.parse((await readBody(request)) || '{}');
			response.writeHead(200, { 'content-type': 'application/json' });
			const result = resultOf(method, params?.name);
			response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
		})();
	});
}

describe.runIf(isWhole)('an isolate of 128 MB', () => {
	let server: RunningServer;
	let loadline: Loadline;
	beforeAll(async () => {
		server = await startServer();
		process.env[FLAGS] = `--max-old-space-size=${HEAP_MB}`;
		const upstreams = [{ name: 'up', url: `${server.origin}/mcp` }];
		loadline = await startLoadline({ config: { upstreams } });
	});
	afterAll(async () => {
		delete process.env[FLAGS];
		await loadline?.stop();
		await server?.close();
	});

	/** Whoever finds no room for a while, on a machine that is busy, is told to repeat it. */
	async function answered(tool: string): Promise<string> {
		const answer = await callRaw(loadline, tool);
		return answer.includes('more than there is room for now') ? answered(tool) : answer;
	}

	it('is enough for the largest answers, many at once, of any script', async () => {
		const tools = Array.from({ length: 10 }, (_, n) => (n % 3 === 0 ? 'up__wide' : 'up__latin'));
		const answers = await Promise.all([...tools, 'up__small'].map(answered));
		expect(answers.pop()).toContain('ok');
		for (const answer of answers) {
			const { result } = JSON.parse(answer) as {
				result: { isError?: boolean; content: unknown[] };
			};
			expect([JSON.stringify(result.content).slice(0, 300), result.isError ?? false]).toEqual([
				expect.stringContaining('Name of 0'),
				false,
			]);
		}
		expect(await callRaw(loadline, 'up__small')).toContain('ok');
	});

	it('is enough for the largest requests, many at once; larger ones are refused', async () => {
		const call = (size: number) =>
			postRaw(
				loadline,
				'tools/call',
				`"name":"up__small","arguments":{"text":"${'x'.repeat(size)}"}`,
			);
		const answers = await Promise.all(Array.from({ length: 10 }, () => call(4_000_000)));
		for (const answer of answers) expect(await answerText(answer)).toContain('ok');
		expect((await call(5_000_000)).status).toBe(413);
	});
});
