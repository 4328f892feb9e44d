// The memory tools (Memory MCP), in the order of a turn.

import { policyFor } from '../../../../config';
import { isProtected } from '../../../../gateway';
import { ACTIVATION_BUDGET } from '../../../../memory';
import type { JsonObject } from '../../../../shared/json-values';
import { handleOf, type OwnRequest, type OwnTool } from '../tool';
import { memload, memoryTool } from './memload';

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

/** An object of texts; null stands for one that is optional, as hosts that fill in every member send it. */
const texts = (...names: readonly string[]) => ({
	type: 'object',
	properties: Object.fromEntries(
		names.map((name) => [
			name,
			{ type: MAY_BE_NULL.includes(name) ? ['string', 'null'] : 'string' },
		]),
	),
});
const MAY_BE_NULL = ['description', 'base'];

export const MEMORY_TOOLSET: readonly OwnTool[] = [
	/** Its argument names the session, so the handle that is bound comes from the rest of the request. */
	memoryTool({
		name: 'memsetup',
		description: 'Call first, once: brings META_PROMPT.md and a handle, your session_id.',
		properties: {
			session_id: {
				type: 'string',
				description: '"new" if none.',
			},
			knownHashes: {
				type: 'object',
				properties: { 'META_PROMPT.md': { type: 'string', description: 'Hash held or ""' } },
			},
		},
		required: ['session_id', 'knownHashes'],
		annotations: { destructiveHint: false },
		whole: true,
		first: true,
		caller: async ({ context, services }) => {
			// Calls before this one belong to the session that was bound then.
			await services.settled();
			const handle = handleOf(context);
			return handle.ok ? { principal: context.principal.id, ...handle.value } : handle.error;
		},
	}),
	memoryTool({
		name: 'memdisc',
		description: 'Finds rules, workflows and context by their words, without content.',
		properties: {
			kind: { type: 'string', enum: ['rule', 'workflow', 'context'] },
			group: { type: 'string', description: 'First folder of the path.' },
			query: { type: 'string' },
			limit: { type: 'integer', description: '10 with a query.' },
			shape: { type: 'string', enum: ['slim', 'full'] },
		},
		annotations: { readOnlyHint: true },
		// Hashes and descriptions are what an agent chooses by: fewer items rather than shorter ones.
		whole: 'items',
	}),
	memload,
	memoryTool({
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
	}),
	memoryTool({
		name: 'memref',
		description:
			'Declares which loaded constraints shaped your work: all of refs are recorded, or none.',
		properties: {
			refs: {
				type: 'array',
				items: {
					type: 'object',
					properties: {
						ruleId: { type: 'string' },
						constraintId: {
							type: 'string',
							description: 'First words of the item or paragraph, or its id.',
						},
						ruleHash: { type: 'string' },
						reason: { type: 'string' },
					},
					required: ['ruleId', 'constraintId'],
				},
			},
		},
		required: ['refs'],
		annotations: { destructiveHint: false },
	}),
	memoryTool({
		name: 'agentreport',
		description: 'Closes a turn with a short summary of the completed work.',
		properties: { summary: { type: 'string' } },
		required: ['summary'],
		annotations: { destructiveHint: false },
	}),
	memoryTool({
		name: 'agentrejected',
		description: 'Closes a turn whose output did not follow loaded constraints.',
		properties: { reason: { type: 'string' } },
		annotations: { destructiveHint: false },
	}),
	memoryTool({
		name: 'artifact',
		description: 'Drafts a change; mpf: META_PROMPT.md. Paths become folder/NAME.md.',
		properties: {
			resource: { type: 'string', enum: ['context', 'rule', 'mpf'] },
			op: {
				type: 'object',
				description: 'One; learn: user corrections.',
				properties: {
					create: texts('path', 'body', 'description'),
					update: texts('id', 'body', 'base'),
					rename: texts('id', 'new_path'),
					delete: texts('id'),
					discard: texts('id'),
					learn: texts('text', 'example', 'source'),
				},
			},
		},
		required: ['resource', 'op'],
		annotations: { destructiveHint: false },
		first: true,
	}),
];
