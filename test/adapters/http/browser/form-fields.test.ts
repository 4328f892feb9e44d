import { describe, expect, it } from 'vitest';
import {
	argumentsOf,
	fieldsOf,
} from '../../../../src/adapters/http/browser/playground/form-fields';

const fields = fieldsOf({
	properties: {
		note: { type: 'string', default: 'x' },
		status: { enum: ['open', 2] },
		ids: { type: 'array', description: 'Which.' },
		limit: { type: 'integer' },
		lean: { type: 'boolean' },
	},
	required: ['limit'],
});

describe('a form from a schema', () => {
	it('has a field for every property, the required ones first', () => {
		expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
			...['limit number', 'note text', 'status choice', 'ids json', 'lean flag'],
		]);
		expect(fields[1]?.initial).toBe('x');
		expect(fieldsOf(undefined)).toEqual([]);
	});

	it('gives arguments as the schema has them, and leaves out what is empty', () => {
		const given = { limit: '3', status: '2', ids: '["a"]', lean: 'true', note: ' ' };
		expect(argumentsOf(fields, given)).toEqual({
			ok: true,
			value: { limit: 3, status: 2, ids: ['a'], lean: true },
		});
	});

	it.each([
		[{}, 'limit: is required.'],
		[{ limit: 'many' }, 'limit: must be a number.'],
		[{ limit: '"3"' }, 'limit: must be a number.'],
		[
			{ limit: '1', ids: '[a]' },
			'ids: must be JSON, such as ["a", "b"] or {"key": 1}: texts stand in double quotes (line 1, column 2).',
		],
		[
			{ limit: '1', ids: '["a",]' },
			'ids: must be JSON, such as ["a", "b"] or {"key": 1}: a comma stands before ]: take it out (line 1, column 6).',
		],
	])('says what is wrong with %j', (given, error) => {
		expect(argumentsOf(fields, given)).toEqual({ ok: false, error });
	});
});
