import { describe, expect, it } from 'vitest';
import { withOffered } from '../../../../src/adapters/http/ui/upstream-routes';

const TEXT = `# mine
upstreams:
  - name: a
    url: https://a.example/mcp
    tools:
      deny: [old, "x_*"]
  - name: b
    url: https://b.example/mcp # the other
`;

describe('a document with some tools of a server offered', () => {
	it('denies what is not ticked, and keeps patterns and comments', () => {
		const text = withOffered(TEXT, 'a', ['one', 'two', 'old'], ['one', 'old']);
		expect(text).toContain('# mine');
		expect(text).toContain('# the other');
		expect(text).toMatch(/deny:\s+- x_\*\s+- two\n/);
	});

	it('says nothing of a server that offers all', () => {
		expect(withOffered(TEXT, 'b', ['one'], ['one'])).toBe(
			withOffered(TEXT, 'b', ['one'], ['one', 'none']),
		);
		expect(withOffered(TEXT, 'b', ['one'], ['one'])).not.toContain('tools:\n      deny: []');
		const denied = withOffered(TEXT, 'b', ['one'], []) ?? '';
		expect(withOffered(denied, 'b', ['one'], ['one'])).not.toMatch(/deny:\s+- one/);
	});

	it('is none where the server is not in it', () => {
		expect(withOffered(TEXT, 'c', ['one'], [])).toBeUndefined();
		expect(withOffered('', 'a', [], [])).toBeUndefined();
	});
});
