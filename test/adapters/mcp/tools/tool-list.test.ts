// Tests of the list of Loadline's own tools: its cost in a context, and what every tool in it has.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { OWN_TOOLS } from '../../../../src/adapters/mcp/tools/source';
import { readResultDefinition } from '../../../../src/gateway/asking/read-result';
import { TOOLSETS } from '../../../../src/gateway/contract/tool-source';
import { isRecord } from '../../../../src/shared/json-values';

const definitions = [...OWN_TOOLS.map(({ definition }) => definition), readResultDefinition(200)];

describe('the list of own tools', () => {
	it('costs under 3,900 tokens', () => {
		expect(countTokens(JSON.stringify(definitions))).toBeLessThan(3_900);
	});

	it('costs at most 350 tokens where there is no memory yet', () => {
		const begin = OWN_TOOLS.filter(({ first }) => first).map(({ definition }) => definition);
		expect(begin.map(({ name }) => name)).toEqual(['memsetup', 'artifact']);
		expect(countTokens(JSON.stringify(begin))).toBeLessThanOrEqual(350);
	});

	it('types every member of an object that it takes', () => {
		const bare = (schema: Record<string, unknown>): boolean =>
			(schema.type === 'object' && !schema.properties && !schema.additionalProperties) ||
			Object.values(schema.properties ?? {}).some(bare) ||
			[schema.items].flat().some((item) => isRecord(item) && bare(item));
		const memory = OWN_TOOLS.filter(({ toolset }) => toolset === 'memory');
		expect(memory.filter(({ definition }) => bare(definition.inputSchema))).toEqual([]);
	});

	it('names the members of a draft that answers ask for, null for none', () => {
		const artifact = OWN_TOOLS.find(({ definition }) => definition.name === 'artifact');
		expect(artifact?.definition.inputSchema).toMatchObject({
			properties: {
				op: {
					properties: {
						create: { properties: { description: { type: ['string', 'null'] } } },
						update: { properties: { base: { type: ['string', 'null'] } } },
					},
				},
			},
		});
	});

	it('has names that are said once, in snake case or as the memory tools are called', () => {
		const names = definitions.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		for (const name of names) expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
	});

	it.each(OWN_TOOLS.map((tool) => [tool.definition.name, tool] as const))(
		'%s has a toolset, a description and an object as input',
		(_, { toolset, definition }) => {
			expect(TOOLSETS).toContain(toolset);
			expect(definition.description).toMatch(/\.$/);
			expect(definition.inputSchema.type).toBe('object');
		},
	);
});
