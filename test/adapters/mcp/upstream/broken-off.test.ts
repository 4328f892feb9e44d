// A server that dies while it answers has been called: it was not out of reach.
import { describe, expect, it } from 'vitest';
import { UpstreamPool } from '../../../../src/adapters/mcp/upstream/pool';
import { type RawCall, startRawUpstream } from '../../../upstreams/raw-upstream';
import { call, caller, during, faultOf, newPool, sourceOf } from './harness';

const DISCOVERED = JSON.stringify({
	resultType: 'complete',
	supportedVersions: ['2026-07-28'],
	capabilities: { tools: {} },
	serverInfo: { name: 'raw', version: '1' },
	ttlMs: 0,
	cacheScope: 'private',
});

/** Begins an answer, and is gone. */
const half =
	(type: string, text: string, length?: number) =>
	({ response }: RawCall): void => {
		const told = length === undefined ? {} : { 'content-length': length };
		response.writeHead(200, { 'content-type': type, ...told });
		response.write(text);
		setTimeout(() => response.destroy(), 20);
	};

const HALVES: readonly [string, (raw: RawCall) => void][] = [
	['a body as long as it says', half('application/json', '{"jsonrpc":', 4_000)],
	['a body of some length', half('application/json', '{"jsonrpc":')],
	['events, none of which came', half('text/event-stream', ': here\n\n')],
	['events that cannot be taken up', half('text/event-stream', 'id: 1\nretry: 1\ndata:\n\n')],
];

/** A Worker is not told why a body ends. */
const untold = async (url: string | URL, init: RequestInit): Promise<Response> => {
	const { body, status, headers } = await fetch(url, init);
	const reader = body?.getReader();
	if (!reader) return new Response(null, { status, headers });
	const pull = async (to: ReadableStreamDefaultController): Promise<void> => {
		const read = await reader.read().catch(() => {
			throw new Error('Network connection lost.');
		});
		if (read.done) to.close();
		else to.enqueue(read.value);
	};
	return new Response(new ReadableStream({ pull }), { status, headers });
};

const untoldPool = (): UpstreamPool =>
	new UpstreamPool({ now: () => 1_000, fetch: untold, version: '0.0.0', maxClients: 100 });

describe.each(['modern', 'legacy'])('a %s server that breaks off while it answers', (era) => {
	it.each(HALVES)('is said to have been called: %s', async (_, t) => {
		const methods = era === 'modern' ? { 'server/discover': () => DISCOVERED } : {};
		const upstream = await during(startRawUpstream({ methods, tools: { t } }));
		for (const pool of [newPool(), untoldPool()]) {
			const source = sourceOf(upstream, {}, pool);
			const { code, message } = faultOf(await source.callTool(call, caller()));
			expect(code).toBe('unavailable');
			expect(message).toBe(
				`Upstream "${source.name}" broke off the connection before it had answered, after it had been called: what it did by then is not undone. Look at what was done, or into its own log, before you call again.`,
			);
		}
		expect(upstream.calls['tools/call t']).toBe(2);
		expect(upstream.calls.initialize ?? 0).toBe(era === 'modern' ? 0 : 2);
	});
});

it('says so of a handshake, and what is late stays late', async () => {
	const initialize = half('application/json', '{', 4_000);
	const broken = await during(startRawUpstream({ methods: { initialize } }));
	const fault = faultOf(await sourceOf(broken, {}, untoldPool()).callTool(call, caller()));
	expect(fault.message).toContain('broke off the connection before it had answered');

	const dripping = ({ response }: RawCall) => {
		response.writeHead(200, { 'content-type': 'application/json', 'content-length': 4_000 });
		response.write('{');
	};
	const slow = await during(startRawUpstream({ tools: { t: dripping } }));
	const late = await sourceOf(slow, { timeoutMs: 200 }).callTool(call, caller());
	expect(faultOf(late).code).toBe('timeout');
});
