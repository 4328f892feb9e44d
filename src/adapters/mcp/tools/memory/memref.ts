// memref (Memory MCP): declares the constraints that shaped the work.
import { memoryTool } from './memory-tool';

export const memref = memoryTool({
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
});
