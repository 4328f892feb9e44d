import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, serveWeb } from '../upstreams/node-http';
import { resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

/** Nearly two tokens a letter, of which an estimate by length knows nothing. */
const RUNES = 'ᚠᛇᚻ᛫ᛒᛦᚦ᛫ᚠᚱᚩᚠᚢᚱ '.repeat(300);

const handler = createMcpHandler(() => {
	const server = new Server({ name: 'runes', version: '1' }, { capabilities: { tools: {} } });
	server.setRequestHandler('tools/list', () => ({
		tools: [{ name: 'read', inputSchema: { type: 'object' as const } }],
	}));
	server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: RUNES }] }));
	return server;
});

describe('an endpoint whose estimates are off by more than a factor of two', () => {
	let upstream: RunningServer;
	let loadline: Loadline;
	beforeAll(async () => {
		upstream = await serveWeb((request) => handler.fetch(request));
		loadline = await startLoadline({
			config: {
				upstreams: [{ name: 'old', url: upstream.url }],
				estimator: 'heuristic',
				tokenBudgetThreshold: 50_000,
				chunkTokenThreshold: 50_000,
				exactSampleRate: 1,
			},
		});
	});
	afterAll(async () => {
		await loadline.stop();
		await upstream.close();
	});

	it('is logged, and from then on limited by bytes', async () => {
		const read = async () => {
			const { content } = await resultRaw(loadline, 'old__read');
			await (await loadline.fetch('/api/telemetry')).text();
			return content[0].text as string;
		};
		const first = await read();
		const off = loadline.logs.map((line) => JSON.parse(line)).filter(isOff);
		expect(off).toMatchObject([{ endpoint: 'old__read', level: 'warn' }]);
		expect(off[0].exactTokens).toBeGreaterThan(2 * off[0].estimatedTokens);
		const second = await read();
		expect(first).toBe(RUNES);
		expect(Buffer.byteLength(second)).toBeLessThan(10_000);
		expect(RUNES.startsWith(second)).toBe(true);
	});
});

const isOff = ({ event }: { event: string }): boolean => event === 'estimate_off';
