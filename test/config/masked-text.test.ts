import { describe, expect, it } from 'vitest';
import { maskedText, restoredText } from '../../src/config/masked-text';

const KEPT = `# of the office
upstreams:
  - name: crm # the new one
    url: https://user:pass@crm.example/mcp?key=abc&ref=\${secret:UPSTREAM_REF}
    headers:
      authorization: Bearer s3cret
      x-plain: "\${secret:UPSTREAM_X}"
  - name: wiki
    url: https://wiki.example/mcp
    headers: { authorization: Bearer other }
alerts:
  webhook: { url: https://hooks.example/T0/B0/x }
`;

describe('a document with secrets, as an editor has it', () => {
	const shown = maskedText(KEPT, 'writer');

	it('hides them, and leaves all else as written', () => {
		expect(shown).not.toMatch(/s3cret|other|pass|abc|T0/);
		expect(shown).toContain('# of the office');
		expect(shown).toContain('# the new one');
		expect(shown).toContain('secret:UPSTREAM_X}');
	});

	it('comes back with them, whatever else was written', () => {
		const back = restoredText(`${shown}chunkSize: 7\n`, KEPT);
		for (const secret of ['Bearer s3cret', 'Bearer other', 'user:pass@', 'key=abc', '/T0/B0/x'])
			expect(back).toContain(secret);
		expect(back).toContain('chunkSize: 7');
		expect(back).not.toContain('***');
	});

	it('gives no secret to another address, another name, or another header', () => {
		for (const [from, to] of [
			['wiki.example', 'elsewhere.example'],
			['name: wiki', 'name: other-wiki'],
			['https://wiki', 'http://wiki'],
			['headers: { authorization', 'headers: { x-other'],
			['https://wiki.example/mcp', 'https://wiki.example@elsewhere.example/mcp'],
		] as const)
			expect(restoredText(shown.replace(from, to), KEPT), to).not.toContain('Bearer other');
	});

	it('is JSON again where it was JSON, and untouched where nothing is hidden', () => {
		const json = JSON.stringify({
			upstreams: [
				{ name: 'wiki', url: 'https://wiki.example/mcp', headers: { authorization: '***' } },
			],
		});
		expect(JSON.parse(restoredText(json, KEPT)).upstreams[0].headers.authorization).toBe(
			'Bearer other',
		);
		expect(maskedText('a:   1 # so', 'writer')).toBe('a:   1 # so');
		expect(restoredText('a:   1 # so', KEPT)).toBe('a:   1 # so');
		expect(restoredText('a: "***"\nb: [', KEPT)).toBe('a: "***"\nb: [');
	});
});
