import { describe, expect, it } from 'vitest';
import { relaxOutputSchema } from '../../src/gateway/listing/catalog';

describe('an output schema', () => {
	it('keeps names and descriptions, and nothing that a page or a summary would break', () => {
		const strict = {
			type: 'object',
			description: 'All rows',
			additionalProperties: false,
			required: ['rows', 'total'],
			properties: {
				rows: { type: 'array', minItems: 100, description: 'The rows', items: { type: 'object' } },
				total: { type: 'integer', const: 100 },
			},
		};
		expect(relaxOutputSchema(strict)).toEqual({
			type: 'object',
			description: 'All rows',
			properties: { rows: { description: 'The rows' }, total: {} },
		});
	});

	it.each([
		[{ type: 'array', minItems: 3 }, {}],
		[{ anyOf: [{ type: 'object' }], description: 'd' }, { description: 'd' }],
		[{ type: 'object', properties: null }, { type: 'object' }],
	])('of another root asserts nothing: %j', (schema, relaxed) => {
		expect(relaxOutputSchema(schema)).toEqual(relaxed);
	});
});
