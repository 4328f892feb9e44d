// memactivate: Loadline's own, discovery and loading in one call (docs/memory.md, "Activation").
import { policyFor } from '../../../../config';
import { isProtected } from '../../../../gateway';
import { ACTIVATION_BUDGET } from '../../../../memory';
import type { JsonObject } from '../../../../shared/is-record';
import type { OwnRequest } from '../tool';
import { memoryTool } from './memory-tool';

/** Share of the endpoint's budget, which includes the envelope and may count tokens of another model family. */
const SHARE = 0.7;

/** Limits the token budget: beyond the endpoint's, the answer would be chunks of JSON instead of items. */
function limit(args: JsonObject, { config }: OwnRequest): JsonObject {
	const policy = policyFor(config, 'memactivate');
	const most = Math.floor(policy.tokenBudgetThreshold * SHARE);
	const asked = args.token_budget;
	const isOver = typeof asked === 'number' && Number.isInteger(asked) && asked > most;
	return isOver && asked <= ACTIVATION_BUDGET.most && isProtected(policy)
		? { ...args, token_budget: Math.max(most, ACTIVATION_BUDGET.least) }
		: args;
}

export const memactivate = memoryTool({
	name: 'memactivate',
	description:
		'One call instead of memdisc and memload: the rules and context that a task needs, as a change to what you still hold, each under [key hash].',
	properties: {
		task: { type: 'string', description: 'In a few words.' },
		files: { type: 'array', items: { type: 'string' }, description: 'Paths it is about.' },
		token_budget: {
			type: 'integer',
			minimum: ACTIVATION_BUDGET.least,
			maximum: ACTIVATION_BUDGET.most,
			default: ACTIVATION_BUDGET.default,
		},
		known: {
			type: 'object',
			additionalProperties: { type: 'string' },
			description: '{key: hash} of the items that you still hold.',
		},
		shape: { type: 'string', enum: ['slim', 'full'] },
	},
	required: ['task'],
	annotations: { readOnlyHint: true },
	whole: true,
	limit,
});
