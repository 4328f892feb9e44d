// memload (Memory MCP): content and constraints of chosen objects. A load over its budget is chunked
// content by content, or paged; the constraints stay whole.
import { fitLoad } from './fit-load';
import { memoryTool } from './memory-tool';

export const memload = memoryTool({
	name: 'memload',
	description:
		'Loads content and constraints of ids from memdisc. Content you hold (same hash) is null. Follow what you loaded.',
	properties: {
		ids: { type: 'array', items: { type: 'string' } },
		knownHashes: {
			type: 'object',
			description: '{id: hash you hold, or ""}, an entry for every id.',
		},
	},
	required: ['ids', 'knownHashes'],
	annotations: { readOnlyHint: true },
	whole: 'items',
	fit: fitLoad,
});
