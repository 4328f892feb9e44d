// The list of tools that a gateway makes of its sources.
import { describe, expect, it } from 'vitest';
import { err } from '../../src/shared/result';
import { ada, call, contextOf, data, first, gatewayOf, scripted } from './gateway';
import { listTool, setting } from './service-setting';

describe('the list of tools', () => {
	it('prefixes names on /mcp and keeps them on /mcp/<upstream>, and adds nothing to them', async () => {
		const { gateway } = setting();
		const names = async (scope = {}) => {
			const listed = await gateway.listTools(contextOf(ada, scope));
			return listed.ok ? listed.value.map(({ name }) => name) : [];
		};
		expect(await names()).toEqual([
			'up__list',
			'up__ten',
			'up__big',
			'up__log',
			'up__own',
			'up__fails',
		]);
		expect(await names({ upstream: 'up' })).toEqual(['list', 'ten', 'big', 'log', 'own', 'fails']);
		expect(await names({ toolsets: ['results'] })).toEqual(['read_result']);
	});

	it("calls an upstream's own read_result on its endpoint, but for the handles Loadline gave", async () => {
		// The rest after a page of a tool with a cursor of its own could not be read there at all.
		const own = { inputSchema: { type: 'object', properties: { cursor: { type: 'string' } } } };
		const { source, calls } = scripted('up', {
			list: { ...listTool, definition: own },
			read_result: { answer: () => ({ content: [{ type: 'text', text: 'theirs' }] }) },
		});
		const gateway = gatewayOf({ sources: [source] });
		const context = contextOf(ada, { upstream: 'up' });
		const theirs = await call(gateway, 'read_result', { handle: 'x'.repeat(44) }, context);
		expect(first(theirs)).toBe('theirs');
		const page = data(await call(gateway, 'list', {}, context));
		const args = { handle: page.nextCursor };
		expect(data(await call(gateway, 'read_result', args, context)).bookings).toHaveLength(50);
		expect(calls.map(({ tool }) => tool)).toEqual(['read_result', 'list']);
	});

	it('loses only the tools of a source that fails', async () => {
		const { source } = scripted('good', { list: listTool });
		const bad = {
			...scripted('bad', {}).source,
			listTools: async () => err({ code: 'timeout' as const, message: 'slow' }),
		};
		const listed = await gatewayOf({ sources: [bad, source] }).listTools(contextOf());
		expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['good__list']);
	});
});

it('does not let a source that hangs keep the list of the others waiting', async () => {
	const { source } = scripted('good', { list: listTool });
	let asked = 0;
	const hanging = {
		...scripted('hangs', {}).source,
		listTools: ({ signal }: { signal: AbortSignal }) => {
			asked++;
			return new Promise<never>((_, reject) => signal.addEventListener('abort', reject)).catch(() =>
				err({ code: 'timeout' as const, message: 'slow' }),
			);
		},
	};
	const gateway = gatewayOf({ sources: [hanging, source], clock: realClock });
	for (let turn = 0; turn < 3; turn++) {
		const listed = await gateway.listTools(contextOf());
		expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['good__list']);
	}
	expect(asked).toBe(1);
});

/** Seconds, of this machine. */
const realClock = {
	get now() {
		return Date.now() / 1000;
	},
};
