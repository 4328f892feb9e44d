// Tests that documents say of Loadline's own tools what `tools/list` answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { OWN_TOOLS } from '../../src/adapters/mcp/tools/source';
import { readResultDefinition } from '../../src/gateway/asking/read-result';
import { TOOLSETS } from '../../src/gateway/contract/tool-source';

const read = (path: string): string =>
	readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const code = (text: string): string[] =>
	[...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

describe.each(['memory', 'records', 'workflow'])('docs/%s.md', (toolset) => {
	const rows = [...read(`docs/${toolset}.md`).matchAll(/^\| `(\w+)` \| (.*?) \| .+ \|$/gm)];
	const documented = new Map(rows.map(([, name = '', given = '']) => [name, code(given)]));
	const tools = OWN_TOOLS.filter((tool) => tool.toolset === toolset);

	it.each(tools.map(({ definition }) => [definition.name, definition] as const))(
		'names the arguments of %s',
		(name, { inputSchema }) => {
			const known = documented.get(name) ?? [];
			// These two are said once for all tools that take them.
			const said = new Set([...known, 'session_id', 'run_id']);
			const taken = Object.keys(inputSchema.properties ?? {});
			expect(taken.filter((argument) => !said.has(argument))).toEqual([]);
			expect(known.filter((argument) => !taken.includes(argument))).toEqual([]);
		},
	);
});

describe('README.md', () => {
	it('says how many tools there are, what their list costs, and which toolsets they are in', () => {
		const all = [...OWN_TOOLS.map(({ definition }) => definition), readResultDefinition(200)];
		// One is listed for hosts with MCP Apps alone, which the text says.
		const tools = all.filter(({ name }) => name !== 'show_context');
		expect(tools.length).toBe(all.length - 1);
		const cost = Math.round(countTokens(JSON.stringify(tools)) / 100) * 100;
		const text = read('README.md').replaceAll('\n', ' ');
		expect(text).toContain(
			`${tools.length} of them for about ${cost.toLocaleString('en-US')} tokens`,
		);
		expect(code(/lists fewer \((.*?)\)/.exec(text)?.[1] ?? '').sort()).toEqual(
			[...TOOLSETS].sort(),
		);
	});
});
