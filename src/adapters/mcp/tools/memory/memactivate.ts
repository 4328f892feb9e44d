// memactivate: Loadline's own, discovery and loading in one call (docs/memory.md, "Activation").
import { memoryTool } from './memory-tool';

export const memactivate = memoryTool({
	name: 'memactivate',
	description:
		'One call instead of memdisc and memload: the constraints and context that a task needs, as a change to what you still hold.',
	properties: {
		query: { type: 'string', description: 'The task in a few words.' },
		token_budget: { type: 'integer', minimum: 100, maximum: 100_000, default: 2000 },
		known: { type: 'object', description: '{key: hash} of the items that you still hold.' },
	},
	required: ['query'],
	annotations: { readOnlyHint: true },
	whole: true,
});
