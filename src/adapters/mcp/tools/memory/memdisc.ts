// memdisc (Memory MCP): lists documents without their content.
import { memoryTool } from './memory-tool';

export const memdisc = memoryTool({
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
});
