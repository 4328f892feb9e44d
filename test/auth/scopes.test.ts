import { describe, expect, it } from 'vitest';
import { isPrincipalId, principalId } from '../../src/auth/principal';
import { allows, SCOPES, scopeOfTool } from '../../src/auth/scopes';

const may = (...scopes: string[]) => SCOPES.filter((scope) => allows({ scopes }, scope));

describe('a scope', () => {
	it('allows itself, and what it holds', () => {
		expect(may()).toEqual([]);
		expect(may('mcp:read')).toEqual(['mcp:read']);
		expect(may('mcp:use')).toEqual(['mcp:read', 'mcp:use']);
		expect(may('memory:review')).toEqual(['memory:review']);
		expect(may('admin')).toEqual(SCOPES.filter((scope) => scope !== 'operator'));
		expect(may('operator')).toEqual(['operator']);
		expect(may('nonsense', '__proto__', 'constructor')).toEqual([]);
	});

	it('of a tool is that of any, unless it is annotated as read-only', () => {
		expect(scopeOfTool({ annotations: { readOnlyHint: true } })).toBe('mcp:read');
		for (const annotations of [undefined, null, {}, { readOnlyHint: 'true' }, { readOnlyHint: 1 }])
			expect(scopeOfTool({ annotations })).toBe('mcp:use');
	});
});

describe('the id of a principal', () => {
	it('is opaque, and differs by issuer and subject wherever the one ends and the other begins', () => {
		const ids = [
			principalId('https://a.example', 'b|c/d:e'),
			principalId('https://a.example', 'b|c/d:f'),
			principalId('https://a.example"', 'b|c/d:e'),
			principalId('https://a.exampleb', '|c/d:e'),
		];
		expect(new Set(ids).size).toBe(4);
		for (const id of ids) expect(id).toMatch(/^u-[0-9a-f]{32}$/);
		expect(ids.every(isPrincipalId)).toBe(true);
		expect(['a/b', '', 'a b', '../x', `a${'b'.repeat(128)}`].some(isPrincipalId)).toBe(false);
	});
});
