import { expect, it } from 'vitest';
import { isEndpoint, metadataUrl } from '../../src/auth/resource';

it.each(['', '/', '/mcp', '/mcp/', '/mcp/github', '/mcp/github/', '/github/mcp', '/github/mcp/'])(
	'%j is an endpoint, with metadata of its own',
	(path) => {
		expect(isEndpoint(path)).toBe(true);
		expect(metadataUrl('https://a.example', path)).toBe(
			`https://a.example/.well-known/oauth-protected-resource${path}`,
		);
	},
);

it.each(['/api', '/mcp/a/b', '/MCP', '//mcp', '/mcp//', '/a b/mcp', '/mcp/..', '/%2e/mcp'])(
	'%j is none',
	(path) => {
		expect(isEndpoint(path)).toBe(false);
		expect(metadataUrl('https://a.example', path)).toContain('/oauth-protected-resource/mcp');
	},
);
