// User interfaces of servers behind (MCP Apps) on `/mcp`: hosts find them, and what they ask for is the
// server's own.
import { getToolUiResourceUri } from '@modelcontextprotocol/ext-apps/app-bridge';
import { expect, it } from 'vitest';
import type { ToolDefinition, ToolSource } from '../../src/gateway/contract/tool-source';
import { addressed, interfaceHere, sharedUri } from '../../src/gateway/listing/shared-scope';

const github = { name: 'github' } as ToolSource;
const find = (name: string) => (name === 'github' ? github : undefined);

it.each([
	{ ui: { resourceUri: 'ui://view/prs+issues.html', visibility: ['app'] } },
	{ 'ui/resourceUri': 'ui://view/prs+issues.html' },
])('a tool that names one is shown by a host of the official library, %j', (_meta) => {
	const tool = { name: 'list', inputSchema: { type: 'object' }, _meta } as ToolDefinition;
	const uri = getToolUiResourceUri(interfaceHere('github', tool) as never);
	expect(uri).toBe('ui://github+view/prs+issues.html');
	expect(addressed('resources/read', { uri }, find)).toEqual({
		ok: true,
		value: { source: github, params: { uri: 'ui://view/prs+issues.html' } },
	});
});

it('other resources keep their form', () => {
	const uri = sharedUri('github', 'file:///a+b');
	expect(uri).toBe('github+file:///a+b');
	const found = addressed('resources/read', { uri }, find);
	expect(found.ok && found.value.params).toEqual({ uri: 'file:///a+b' });
	expect(addressed('resources/read', { uri: 'ui://view/x' }, find).ok).toBe(false);
});
