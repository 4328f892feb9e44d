// The definition of a server's tool as it is passed on, also to a host that takes short names.
import { describe, expect, it } from 'vitest';
import type { HostChoice } from '../../src/config/hosts';
import type { Scope } from '../../src/gateway/contract/gateway';
import { ada, call, contextOf, data, first } from './gateway';
import { argumentsOf, few, listed, many, server } from './listed';

describe('a definition', () => {
	const definition = (parts: object) => {
		const { gateway } = server({ tool: { ...few, definition: parts } });
		return listed(gateway).then((tools) => tools.get('up__tool'));
	};

	it('says no dialect where every one reads it alike', async () => {
		const schema = {
			$schema: 'http://json-schema.org/draft-07/schema#',
			type: 'object',
			properties: { a: { type: 'string' } },
		};
		const { $schema: _, ...rest } = schema;
		expect((await definition({ inputSchema: schema }))?.inputSchema).toEqual(rest);
		const odd = {
			...schema,
			definitions: { b: {} },
			properties: { a: { $ref: '#/definitions/b', type: 'string' } },
		};
		expect((await definition({ inputSchema: odd }))?.inputSchema).toEqual(odd);
	});

	it('is listed whole, however long', async () => {
		const parts = {
			title: 'word '.repeat(1_000),
			description: 'word '.repeat(40_000),
			inputSchema: {
				type: 'object',
				properties: { a: { type: 'string', description: 'word '.repeat(20_000) } },
			},
		};
		expect(await definition(parts)).toMatchObject(parts);
	});

	it('that is odd costs nobody else a tool', async () => {
		const properties = JSON.parse(
			'{"__proto__":{"description":"a"},"\\ud800":{},"toString":{"type":"string"}}',
		);
		const odd = await definition({
			description: '\ud800',
			inputSchema: { type: 'object', properties },
		});
		expect(argumentsOf(odd)).toEqual(['__proto__', '\ud800', 'toString']);
	});
});

describe('a host with short names', () => {
	const long = 'add_a_comment_to_the_pending_review_of_a_pull_request_of_the_current_user';
	const twin = `${long}s`;
	const withHost = (host: HostChoice, scope: Scope = {}) => ({ ...contextOf(ada, scope), host });

	it('gets names that fit, stable and unambiguous, and calls the tools by them', async () => {
		const { gateway, calls } = server({ [long]: many, [twin]: few });
		const tools = await gateway.listTools(withHost('cursor'));
		const names = (tools.ok ? tools.value : []).map(({ name }) => name);
		expect(new Set(names).size).toBe(2);
		for (const name of names) expect(name.length).toBeLessThanOrEqual(45);
		expect(names[0]).toMatch(/^up__add_a_comment_\w+_[0-9a-f]{8}$/);
		const page = await call(gateway, names[0] as string, {}, withHost('cursor'));
		expect(data(page).totalCount).toBe(500);
		expect(calls[0]?.tool).toBe(long);
		// Another isolate that has listed nothing yet.
		const cold = server({ [long]: few, [twin]: few });
		await call(cold.gateway, names[1] as string, {}, withHost('cursor'));
		expect(cold.calls[0]?.tool).toBe(twin);
		// In full, the names are good too.
		await call(cold.gateway, `up__${long}`, {}, withHost('cursor'));
		expect(cold.calls[1]?.tool).toBe(long);
	});

	it('gets them on the endpoint of one upstream and in a search too', async () => {
		const { gateway, calls } = server({ [long]: few });
		const alone = await gateway.listTools(withHost('gemini', { upstream: 'up' }));
		const name = alone.ok ? alone.value[0]?.name : '';
		expect(name).toMatch(/^add_a_comment_\w+_[0-9a-f]{8}$/);
		const search = withHost('gemini', { tools: 'search' });
		const found = JSON.parse(
			first(await call(gateway, 'find_tools', { query: 'pending review' }, search)),
		);
		expect(found.tools[0].name.length).toBeLessThanOrEqual(48);
		await call(gateway, 'call_tool', { name: found.tools[0].name, arguments: { a: 1 } }, search);
		expect(calls).toEqual([{ tool: long, args: { a: 1 } }]);
	});
});
