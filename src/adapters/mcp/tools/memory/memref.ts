// memref (Memory MCP): declares the constraints that shaped the work.
import { memoryTool } from './memory-tool';

export const memref = memoryTool({
	name: 'memref',
	description:
		'Declares which loaded constraints shaped your work: all of refs are recorded, or none.',
	properties: {
		refs: {
			type: 'array',
			items: { type: 'object' },
			description:
				'{ruleId, constraintId: first words of the item or paragraph, or its id; ruleHash?, reason?}',
		},
	},
	required: ['refs'],
	annotations: { destructiveHint: false },
});
