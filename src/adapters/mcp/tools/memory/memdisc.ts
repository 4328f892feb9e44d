// memdisc (Memory MCP): what there is, without its content.
import { memoryTool } from './memory-tool';

export const memdisc = memoryTool({
	name: 'memdisc',
	description: 'Finds rules, workflows and context by name and description, without content.',
	properties: {
		kind: { type: 'string', enum: ['rule', 'workflow', 'context'] },
		group: { type: 'string', description: 'First folder of the path.' },
		query: { type: 'string' },
	},
	annotations: { readOnlyHint: true },
	// Hashes and descriptions are what an agent chooses by: fewer items rather than shorter ones.
	whole: 'items',
});
