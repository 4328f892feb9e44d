import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
	vi.unstubAllGlobals();
	vi.resetModules();
});

it('keeps how a number is spelled where the runtime can, and reads plain numbers where it cannot', async () => {
	const text = '{"n":12345678901234567890,"x":1.50}';
	const { canonicalJson, parseSpelled } = await modules();
	expect(canonicalJson(parseSpelled(text))).toBe(text);

	// As on Node 20.
	const { parse, stringify } = JSON;
	vi.stubGlobal('JSON', { parse, stringify });
	vi.resetModules();
	const older = await modules();
	expect(older.parseSpelled(text)).toEqual({ n: 12_345_678_901_234_567_000, x: 1.5 });
	expect(older.canonicalJson({ b: { x: 1.5 }, a: [] })).toBe('{"a":[],"b":{"x":1.5}}');
});

const modules = async () => ({
	...(await import('../../src/shared/json-values')),
	...(await import('../../src/shared/canonical-json')),
});
