// The whole protocol through the real server: 132 records are read page by page, each page leaves the
// conversation once its finding is stored, and the server's ledger says the same as the client.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as aiSdk from '../../examples/host-ai-sdk/host.mjs';
import * as anthropic from '../../examples/host-anthropic/host.mjs';
import { TransientContext } from '../../src/client';
import { connectClient, someClients } from './clients';
import { type Loadline, startLoadline } from './serve';

let loadline: Loadline;

beforeAll(async () => {
	loadline = await startLoadline();
});
afterAll(() => loadline.stop());

interface View {
	readonly calls: readonly { readonly tool: string; readonly state: string }[];
	readonly totals: {
		readonly used: number;
		readonly left: number;
		readonly tokensReleasable: number;
		readonly tokensReleased: number;
	};
}

const viewOf = async (session: string): Promise<View> =>
	(await (await loadline.fetch(`/api/sessions/${session}`)).json()) as View;

/** Calls in a session of their own. */
const callerIn =
	(client: Client, session: string) => async (name: string, args: Record<string, unknown>) => {
		const meta = { 'dev.loadline/session': session };
		const result = await client.callTool({ name, arguments: args, _meta: meta });
		return { ...result, content: result.content as unknown[] };
	};

describe.each([
	['Anthropic Messages, a page a turn', anthropic, 'turn'],
	['the AI SDK, an agent on its own', aiSdk, 'immediate'],
] as const)('reclassifying with %s', (_, { run, tokens }, applyAt) => {
	it.each(someClients(applyAt === 'turn' ? 1 : 2))(
		'through a %s client leaves nine summaries and nine findings',
		async (kind) => {
			const session = `reclassify-${applyAt}-${kind.replace(' ', '-')}`;
			const client = await connectClient(kind, `${loadline.url}/mcp`);
			const context = new TransientContext({ applyAt });
			const { messages, sent } = await run({ callTool: callerIn(client, session), context });
			await client.close();

			const text = JSON.stringify(sent);
			expect(text.match(/1[25] activity records \(page \d\/9, IDs: /g)).toHaveLength(9);
			expect(text).toContain('15 activity records (page 1/9, IDs: 72, 73, 74…)');
			expect(tokens(sent)).toBeLessThanOrEqual(0.2 * tokens(messages));

			// The ledger is written after the answer.
			await expect.poll(async () => (await viewOf(session)).totals.used).toBe(9);
			const { totals } = await viewOf(session);
			expect(totals).toMatchObject({
				tokensReleasable: context.tokensReleasable,
				tokensReleased: 0,
				left: 0,
			});
			// Nothing has left until the host says so.
			const again = await connectClient(kind, `${loadline.url}/mcp`);
			const _meta = { 'dev.loadline/session': session, ...context.requestMeta() };
			await again.callTool({ name: 'workflow_list', arguments: {}, _meta });
			await again.close();
			await expect.poll(async () => (await viewOf(session)).totals.left).toBe(9);
			expect((await viewOf(session)).totals.tokensReleased).toBe(context.tokensReleased);
		},
	);
});

describe('a result that has left the context', () => {
	it('comes back by its id, unchanged, to whoever it was given to', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const call = callerIn(client, 'expand');
		const page = await call('search_records', { model: 'activity' });
		const note = page._meta?.['dev.loadline/transient'] as { id: string };
		const expand = () => call('expand_result', { id: note.id });
		await expect.poll(async () => (await expand()).isError).not.toBe(true);
		const opened = await expand();
		expect(opened.content).toEqual(page.content);
		expect(opened.structuredContent).toEqual(page.structuredContent);
		expect(opened._meta).not.toHaveProperty('context');
		// The cost of an expansion counts against what its search had saved.
		const counted = await loadline.fetch('/api/telemetry/requests?endpoint=search_records&limit=5');
		const { requests } = (await counted.json()) as { requests: { outcome: string }[] };
		expect(requests[0]).toMatchObject({ cursorUse: 'read_result' });
		const elsewhere = await callerIn(client, 'elsewhere')('expand_result', { id: note.id });
		expect(elsewhere.content).toEqual(page.content);
		await client.close();
	});

	it('was fetched by an upstream that knows nothing of it, where a pair says so', async () => {
		const pair = { tool: 'demo__list_bookings', consumedBy: ['demo__get_booking'] };
		const put = await loadline.fetch('/api/config', {
			method: 'PUT',
			body: JSON.stringify({ demo: true, transient: [pair] }),
		});
		expect(put.status).toBe(200);
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const call = callerIn(client, 'pair');
		const context = new TransientContext({ applyAt: 'immediate' });
		const list = await call('demo__list_bookings', {});
		expect(context.observe({ id: 1, tool: 'demo__list_bookings', result: list })).toBe('transient');
		expect(list._meta?.context).toMatchObject({
			summary: expect.stringMatching(/^\d+ of 500 bookings from demo__list_bookings \(IDs: bk_/),
		});
		const used = await call('demo__get_booking', { id: 'bk_0001' });
		expect(context.observe({ id: 2, tool: 'demo__get_booking', result: used })).toBe('consumed');
		// The lines that bind are saved with the collapse, and are there at once.
		const saved = await call('load_context', { task_id: 'session-pair' });
		expect(saved.structuredContent).toMatchObject({ payload: { task: 'session-pair' } });
		const states = async () => (await viewOf('pair')).calls.map(({ state }) => state);
		expect(await states()).toEqual(['used', 'consumed', 'plain']);
		await client.close();
	});
});

describe('a call that names no session', () => {
	it('is in the one that its connection had bound when it was answered', async () => {
		const client = await connectClient('v1', `${loadline.url}/mcp`);
		await client.callTool({ name: 'find_records', arguments: {} });
		const knownHashes = { 'META_PROMPT.md': '' };
		const args = { session_id: 'bound-later', knownHashes };
		await client.callTool({ name: 'memsetup', arguments: args });
		await client.callTool({ name: 'workflow_list', arguments: {} });
		await client.close();
		const toolsOf = async (session: string) =>
			(await viewOf(session)).calls.map(({ tool }) => tool);
		expect(await toolsOf('bound-later')).toEqual(['memsetup', 'workflow_list']);
	});
});
