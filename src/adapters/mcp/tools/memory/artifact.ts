// artifact (Memory MCP): proposes a change to rules, context or the meta-prompt; people review it.
import { memoryTool } from './memory-tool';

export const artifact = memoryTool({
	name: 'artifact',
	description: 'Drafts one change to a rule or workflow, a context, or META_PROMPT.md (mpf).',
	properties: {
		resource: { type: 'string', enum: ['context', 'rule', 'mpf'] },
		op: {
			type: 'object',
			description:
				'One of {create: {path, body}}, {update: {id, body}}, {rename: {id, new_path}}, {delete: {id}}, each with description?; {discard: {id}} drops your draft; {learn: {text, example?, source?}} when the user corrected you.',
		},
	},
	required: ['resource', 'op'],
	annotations: { destructiveHint: false },
});
