import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEverything } from '../../../upstreams/everything-server';
import type { RunningServer } from '../../../upstreams/node-http';
import { caller, newPool, resultOf, sourceOf, textOf } from './harness';

describe('the reference server server-everything', () => {
	let server: RunningServer;
	const pool = newPool();
	beforeAll(async () => {
		server = await startEverything();
	});
	afterAll(() => server.close());

	it('lists its tools and answers calls', async () => {
		const source = sourceOf(server, {}, pool);
		const tools = await source.listTools(caller());
		expect(tools.ok && tools.value.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['echo', 'get-sum', 'get-structured-content']),
		);
		const echo = await source.callTool({ name: 'echo', args: { message: 'hi' } }, caller());
		expect(textOf(echo)).toBe('Echo: hi');
	});

	it('gives structured content as text', async () => {
		const source = sourceOf(server, {}, pool);
		const answer = await source.callTool(
			{ name: 'get-structured-content', args: { location: 'New York' } },
			caller(),
		);
		expect(JSON.parse(resultOf(answer).structured ?? '')).toMatchObject({
			conditions: expect.any(String),
		});
	});

	it('reports the progress of a long operation', async () => {
		const context = caller({ meta: { progressToken: 'p' } });
		const answer = await sourceOf(server, {}, pool).callTool(
			{ name: 'trigger-long-running-operation', args: { duration: 0.5, steps: 3 } },
			context,
		);
		expect(textOf(answer)).toContain('completed');
		expect(context.notified.length).toBeGreaterThanOrEqual(2);
		expect(context.notified[0]?.params).toMatchObject({ progressToken: 'p', total: 3 });
	});

	it('serves resources and prompts', async () => {
		const source = sourceOf(server, {}, pool);
		const resources = await source.request('resources/list', {}, caller());
		expect(resources.ok && (resources.value.resources as unknown[]).length).toBeGreaterThan(0);
		const prompts = await source.request('prompts/list', {}, caller());
		expect(prompts.ok && (prompts.value.prompts as unknown[]).length).toBeGreaterThan(0);
	});

	it('does not know a session any more after a restart, and is asked for a new one', async () => {
		const first = await startEverything();
		const { port } = new URL(first.url);
		const source = sourceOf(first);
		await source.callTool({ name: 'echo', args: { message: 'a' } }, caller());
		await first.close();
		const second = await startEverything(Number(port));
		const again = await source.callTool({ name: 'echo', args: { message: 'b' } }, caller());
		await second.close();
		expect(textOf(again)).toBe('Echo: b');
	});
});
