// Calls that must fail, and what each is told (docs/memory.md, "Errors"). `$RULE` and `$CONTEXT` stand
// for ids of a workflow whose only constraint is Steps, and of a context.
import { expect } from 'vitest';

type Row = readonly [tool: string, args: Record<string, unknown>, structured: object];

const error = (text: string | RegExp) => ({
	error: typeof text === 'string' ? text : expect.stringMatching(text),
});
const NONE = { 'META_PROMPT.md': '' };
const op = (name: string, details: object) => ({ resource: 'rule', op: { [name]: details } });

export const MEMORY_ERRORS: readonly Row[] = [
	['memsetup', { knownHashes: NONE }, error('session_id is required')],
	['memsetup', { session_id: 5, knownHashes: NONE }, error('session_id must be a string')],
	['memsetup', { session_id: 'a b', knownHashes: NONE }, error(/^session_id may only contain/)],
	[
		'memsetup',
		{ session_id: 'other' },
		error('knownHashes is required: {"META_PROMPT.md": ""}, or the hash that you hold'),
	],
	['memsetup', { session_id: 'other', knownHashes: {} }, error(/^knownHashes must contain/)],
	['memdisc', { kind: 'mpf' }, error(/^kind parameter must be one of/)],
	['memdisc', { query: 1e30 }, error('query parameter must be a string')],
	['memdisc', { session_id: ['x'] }, error('session_id must be a string')],
	['memload', {}, error('ids parameter is required and must be an array of strings')],
	['memload', { ids: '$RULE' }, error('ids parameter must be a JSON array')],
	['memload', { ids: ['$RULE'] }, error(/^knownHashes parameter is required/)],
	['memload', { ids: ['$RULE'], knownHashes: {} }, error(/^knownHashes must contain an entry/)],
	['memload', { ids: ['p-none'], knownHashes: { 'p-none': '' } }, error(/^Unknown rule id/)],
	['memref', {}, error('refs parameter is required')],
	['memref', { refs: [] }, error(/^refs parameter must contain at least one/)],
	[
		'memref',
		{ refs: [{ ruleId: 'p-none', constraintId: 'Steps' }] },
		{
			...error(/^memref ruleId must identify/),
			code: 'unknown_rule_or_workflow',
			retryable: true,
			retryAction: 'rediscover_and_reload',
		},
	],
	[
		'memref',
		{ refs: [{ ruleId: '$CONTEXT', constraintId: 'Steps' }] },
		{ code: 'invalid_target_kind', retryable: false, retryAction: 'use_rule_or_workflow_id' },
	],
	[
		'memref',
		{ refs: [{ ruleId: '$RULE', constraintId: 'Step' }] },
		{
			...error(/retry with one of: Steps$/),
			code: 'unknown_constraint',
			retryable: true,
			retryAction: 'retry_with_valid_constraint',
			validConstraints: [{ id: 'Steps', name: 'Steps', text: expect.any(String) }],
		},
	],
	['agentreport', {}, error('summary is required')],
	['agentreport', { summary: 7 }, error('summary must be a string')],
	['agentreport', { summary: '' }, error('summary must not be empty')],
	['agentrejected', { reason: {} }, error('reason must be a string')],
	['artifact', { op: {} }, error('resource name is required')],
	['artifact', { resource: 'rule', op: 'create' }, error('op must be a JSON object')],
	['artifact', { resource: 'rule', op: {} }, error(/^op must contain exactly one of/)],
	['artifact', op('create', { path: '../x.md', body: 'x' }), error(/^unsafe path/)],
	[
		'artifact',
		op('create', { path: 'workflow/coding.md', body: 'x' }),
		error(/^draft already exists/),
	],
	['artifact', op('update', { id: 'p-none', body: 'x' }), error(/^file not found in cache/)],
	['artifact', op('discard', { id: '$RULE' }), error(/^file not found in cache/)],
	['artifact', { resource: 'mpf', op: { rename: {} } }, error('mpf cannot be renamed')],
	['memactivate', { query: '' }, error(/^query is required/)],
	['memactivate', { query: 'x', token_budget: 'all' }, error(/^token_budget must be/)],
];
