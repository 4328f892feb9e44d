// Static bearer tokens: parsed strictly, compared in constant time, closed when malformed.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { principalId } from '../../src/auth/principal';
import { authenticate, parseTokens } from '../../src/auth/tokens';

const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const sha256 = async (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
const entry = (name: string, more: object = {}) => ({
	name,
	sha256: hex(`secret-${name}`),
	workspace: 'ws-one',
	scopes: ['admin'],
	...more,
});
const parse = (...entries: unknown[]) => parseTokens(JSON.stringify(entries));
const tokens = (() => {
	const parsed = parse(
		entry('ana'),
		entry('bo', { workspace: 'ws-two', scopes: ['mcp:use'] }),
		entry('cy'),
	);
	if (!parsed.ok) throw new Error(parsed.error);
	return parsed.value;
})();

describe('a bearer token', () => {
	it('names its principal, wherever it stands in the list', async () => {
		for (const [name, workspace, scopes] of [
			['ana', 'ws-one', ['admin']],
			['bo', 'ws-two', ['mcp:use']],
			['cy', 'ws-one', ['admin']],
		] as const)
			expect(await authenticate(`Bearer secret-${name}`, tokens, sha256)).toEqual({
				ok: true,
				value: { id: principalId('loadline:tokens', name), name, workspace, scopes },
			});
	});

	it('acts for the principal that its entry names, so that a second one can take its place', async () => {
		const parsed = parse(
			entry('ana'),
			entry('ana-2', { id: principalId('loadline:tokens', 'ana') }),
		);
		if (!parsed.ok) throw new Error(parsed.error);
		const first = await authenticate('Bearer secret-ana', parsed.value, sha256);
		const second = await authenticate('Bearer secret-ana-2', parsed.value, sha256);
		expect(first.ok && second.ok && first.value.id === second.value.id).toBe(true);
	});

	it('is read with any spelling of the scheme', async () => {
		expect((await authenticate('bearer  secret-ana ', tokens, sha256)).ok).toBe(true);
	});

	it('is missing or invalid, never anything else', async () => {
		const outcome = async (header: string | null | undefined) => {
			const result = await authenticate(header, tokens, sha256);
			return result.ok ? 'ok' : result.error;
		};
		expect([await outcome(null), await outcome(undefined), await outcome('  ')]).toEqual([
			'missing',
			'missing',
			'missing',
		]);
		for (const header of [
			'Bearer secret-anb',
			'Bearer',
			'Bearer ',
			'Basic secret-ana',
			'secret-ana',
			'Bearer secret-ana, Bearer secret-bo',
			`Bearer ${hex('secret-ana')}`,
			`Bearer ${'x'.repeat(100_000)}`,
			'Bearer ünï',
		])
			expect(await outcome(header)).toBe('invalid');
	});

	it('opens nothing when no token is configured', async () => {
		expect(await authenticate('Bearer secret-ana', [], sha256)).toEqual({
			ok: false,
			error: 'invalid',
		});
	});

	it('is compared with every entry, wherever the match is', async () => {
		let visited = 0;
		const counted = tokens.map((token) => ({
			principal: token.principal,
			get digest() {
				visited++;
				return token.digest;
			},
		}));
		for (const name of ['ana', 'cy', 'nobody']) {
			visited = 0;
			await authenticate(`Bearer secret-${name}`, counted, sha256);
			expect(visited).toBe(3);
		}
	});
});

describe('LOADLINE_TOKENS', () => {
	it.each([
		['', 'LOADLINE_TOKENS is not valid JSON'],
		['{"name":"hunter2"', 'LOADLINE_TOKENS is not valid JSON'],
		['{}', 'LOADLINE_TOKENS must be a JSON list of 1 to 1000 tokens'],
		['[]', 'LOADLINE_TOKENS must be a JSON list of 1 to 1000 tokens'],
		['[null]', 'LOADLINE_TOKENS entry 1: must be an object {name, sha256, workspace, scopes, id?}'],
	])('is refused as %j', (json, message) => {
		expect(parseTokens(json)).toEqual({ ok: false, error: message });
	});

	it.each([
		[{ name: 'a/b' }, 'name must be'],
		[{ sha256: 'hunter2' }, 'sha256 must be'],
		[{ workspace: 'one' }, 'workspace must be'],
		[{ workspace: 'ws-' }, 'workspace must be'],
		[{ workspace: 'ws-a/b' }, 'workspace must be'],
		[{ scopes: 'admin' }, 'scopes must be'],
		[{ scopes: undefined }, 'scopes must be'],
		[{ scopes: ['mcp:use', 'hunter2'] }, 'scopes must be'],
		[{ id: 'a/b' }, 'id must be'],
		[{ token: 'hunter2' }, 'unknown member'],
	])('is refused as a whole for %j, naming entry and member', (more, message) => {
		const result = parse(entry('ana'), entry('bo', more));
		expect(result).toEqual({ ok: false, error: expect.stringContaining(`entry 2: `) });
		expect(result).toEqual({ ok: false, error: expect.stringContaining(message) });
		expect(JSON.stringify(result)).not.toContain('hunter2');
	});

	it('is refused with a name or a digest used twice', () => {
		expect(parse(entry('ana'), entry('ana', { sha256: hex('x') }))).toMatchObject({ ok: false });
		const twice = parse(entry('ana'), entry('bo', { sha256: hex('secret-ana').toUpperCase() }));
		expect(twice).toEqual({ ok: false, error: 'LOADLINE_TOKENS entry 2: sha256 is used twice' });
	});
});
