import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryTerms, termsOf } from '../../src/shared/terms';

describe('search terms', () => {
	it.each([
		['code codes coding coded', 1],
		['name names naming named', 1],
		['commit commits committed committing', 1],
		['policy policies', 1],
		['Café CAFÉ cafe', 1],
		['snake_case snake-case SnakeCase', 2],
		['class process status', 3],
	])('of %j are %i', (text, distinct) => {
		expect(new Set(termsOf(text)).size).toBe(distinct);
	});

	it('of scripts without spaces are pairs', () => {
		expect(termsOf('日本語 x')).toEqual(['日本', '本語', 'x']);
	});

	it('leave function words out, unless a query has no others', () => {
		expect(queryTerms('how do I write the code')).toEqual(['writ', 'cod']);
		expect(queryTerms('to be')).toEqual(['to', 'be']);
		expect(queryTerms(' "*" ')).toEqual([]);
	});

	it('are plain words, whatever the text holds', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				for (const term of termsOf(text)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u);
			}),
		);
	});
});
