// artifact (Memory MCP): proposes a change to rules, context or the meta-prompt; people review it.
import { memoryTool } from './memory-tool';

const texts = (...names: readonly string[]) => ({
	type: 'object',
	properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

export const artifact = memoryTool({
	name: 'artifact',
	description:
		'Drafts a change to a rule, workflow, context or META_PROMPT.md (mpf). Paths become folder/NAME.md.',
	properties: {
		resource: { type: 'string', enum: ['context', 'rule', 'mpf'] },
		op: {
			type: 'object',
			description: 'One; learn: what the user corrected.',
			properties: {
				create: texts('path', 'body'),
				update: texts('id', 'body'),
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
});
