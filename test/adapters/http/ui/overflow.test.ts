import { expect, it } from 'vitest';
import { Overflow } from '../../../../src/adapters/http/ui/calls';

const record = {
	...{ endpoint: 'up__links', variant: 'on', errorCode: '', oversized: true },
	...{ estimatedTokens: 5_000, originalTokens: 5_000 },
} as Parameters<typeof Overflow>[0]['record'];
const shown = (isJson: boolean, more = {}) =>
	String(Overflow({ record: { ...record, ...more }, isJson }) ?? '');

it('advises to leave fields out where there are fields', () => {
	expect(shown(true)).toContain('Leave some of its fields out');
	expect(shown(false)).toContain('5,000 tokens, because nothing shorter');
	expect(shown(false)).not.toContain('fields');
	expect(shown(true, { estimatedTokens: 495 })).toBe('');
});
