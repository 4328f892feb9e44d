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
			['https://wiki.example/mcp', 'https://wiki.example\\@elsewhere.example/mcp'],
			['https://wiki.example/mcp', 'https://wiki.example.elsewhere.example'],
			['https://wiki.example/mcp', '9https://wiki.example/mcp'],
			['https://wiki.example/mcp', '[https://wiki.example/mcp]'],
		] as const)
			expect(restoredText(shown.replace(from, to), KEPT), to).not.toContain('Bearer other');
	});

	it.each(['https://wiki.example', 'HTTPS://Wiki.example/v2', 'https://wiki.example?key=new'])(
		'gives a secret to its own origin: %s',
		(url) => {
			const back = restoredText(shown.replace('https://wiki.example/mcp', url), KEPT);
			expect(back).toContain('Bearer other');
			expect(back).toContain(`url: ${url}`);
		},
	);

	it('leaves an address that was written anew, with the headers of its origin', () => {
		const kept = KEPT.replace('user:pass@', '').replace(`\${secret:UPSTREAM_REF}`, '1');
		const text = maskedText(kept, 'writer').replace('/mcp?key=***&ref=***', '/v2');
		const back = restoredText(text, kept);
		expect(back).toContain('url: https://crm.example/v2\n');
		expect(back).toContain('Bearer s3cret');
	});

	it('leaves what was written anew, in whatever order', () => {
		const text = `upstreams:
  - name: wiki
    url: https://wiki.example/new
    headers: { authorization: mine, x-new: "***" }
  - {}
  - name: crm
    url: https://crm.example/mcp
    headers: { x-plain: open }
`;
		expect(restoredText(text, KEPT)).toBe(text);
		const odd = [
			'upstreams: 7\n',
			'upstreams: [7, null]\n',
			'alerts: "***"\n',
			'7\n',
			`${shown}b: [`,
		];
		for (const other of odd) expect(restoredText(other, KEPT), other).toBe(other);
		for (const before of ['', '7', 'upstreams: 7', 'alerts: {}'])
			expect(restoredText(shown, before), before).toBe(shown);
	});

	it('hides what should be a text and is none', () => {
		const text = 'upstreams:\n  - url: { a: s3cret }\n    headers: [ s3cret ]\n  - 7 # so\n';
		expect(maskedText(text, 'writer')).toBe(
			'upstreams:\n  - url: "***"\n    headers: "***"\n  - 7 # so\n',
		);
		expect(maskedText('- s3cret', 'writer')).toBe('- s3cret');
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
