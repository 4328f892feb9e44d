// Environment variables: one for each key with a single value, named after it (context window
// protection, FR-024).
import { describe, expect, it } from 'vitest';
import { readEnvironment, variablesOf } from '../../src/config/base-layers';
import { configSchema } from '../../src/config/schema';
import { checkUrl } from './check-url';

const schema = configSchema(checkUrl);
const read = (variables: Record<string, unknown>) => readEnvironment(variables, schema);

describe('the environment', () => {
	it('has a variable for every key with a single value', () => {
		const names = variablesOf(schema).map(({ name }) => name);
		expect(names).toEqual(
			expect.arrayContaining([
				'LOADLINE_TOKEN_BUDGET_THRESHOLD',
				'LOADLINE_DEFAULT_PAGE_SIZE',
				'LOADLINE_MAX_PAGE_SIZE',
				'LOADLINE_CHUNK_SIZE',
				'LOADLINE_ESTIMATOR',
				'LOADLINE_EXACT_SAMPLE_RATE',
				'LOADLINE_HARD_BYTE_LIMIT',
				'LOADLINE_ITEMS_PATH',
				'LOADLINE_DEMO',
				'LOADLINE_WORKFLOW_MAX_RETRIES',
				'LOADLINE_REVIEW_FOUR_EYES',
			]),
		);
		expect(names).not.toContain('LOADLINE_UPSTREAMS');
		expect(new Set(names).size).toBe(names.length);
	});

	it('is read as numbers, booleans and words', () => {
		expect(
			read({
				LOADLINE_TOKEN_BUDGET_THRESHOLD: ' 8000 ',
				LOADLINE_EXACT_SAMPLE_RATE: '0.5',
				LOADLINE_DEMO: 'TRUE',
				LOADLINE_DEBUG: '0',
				LOADLINE_ESTIMATOR: 'heuristic',
				LOADLINE_REPLAY_TOKEN_BUDGET: 900,
				LOADLINE_CHUNK_SIZE: '',
				LOADLINE_TOKENS: '[]',
				OTHER: '1',
			}),
		).toEqual({
			document: {
				tokenBudgetThreshold: 8000,
				exactSampleRate: 0.5,
				demo: true,
				debug: false,
				estimator: 'heuristic',
				replay: { tokenBudget: 900 },
			},
			issues: [],
		});
	});

	it('leaves a bad value out and names its variable', () => {
		const { document, issues } = read({
			LOADLINE_TOKEN_BUDGET_THRESHOLD: '4k',
			LOADLINE_CHUNK_SIZE: '-5',
			LOADLINE_DEMO: 'maybe',
			LOADLINE_ESTIMATOR: 'exact',
			LOADLINE_MAX_PAGE_SIZE: '100',
			LOADLINE_DEFAULT_PAGE_SIZE: 'x25',
			LOADLINE_EXACT_SAMPLE_RATE: '0.25',
			LOADLINE_TOKEN_FAMILY: '1.2.3',
			LOADLINE_ITEMS_PATH: 'true',
			LOADLINE_DEBUG: null,
		});
		expect(document).toEqual({ maxPageSize: 100, exactSampleRate: 0.25, itemsPath: 'true' });
		expect(Object.fromEntries(issues.map(({ path, reason }) => [path, reason]))).toEqual({
			LOADLINE_TOKEN_BUDGET_THRESHOLD:
				'must be a whole number of tokens from 500 to 1,000,000, not "4k"',
			LOADLINE_CHUNK_SIZE: 'must be a whole number of lines from 1 to 10,000, not -5',
			LOADLINE_DEMO: 'must be true or false, not "maybe"',
			LOADLINE_DEFAULT_PAGE_SIZE: 'must be a whole number of items from 1 to 200, not "x25"',
			LOADLINE_TOKEN_FAMILY: 'must be a number from 0.5 to 3, not "1.2.3"',
			LOADLINE_ESTIMATOR: expect.stringContaining('command line'),
		});
	});
});
