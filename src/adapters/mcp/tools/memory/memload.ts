// memload (Memory MCP): content and constraints of chosen objects. A load over its budget is chunked
// content by content, or paged; the constraints stay whole.
import { fitLoad } from './fit-load';
import { memoryTool } from './memory-tool';

export const memload = memoryTool({
	name: 'memload',
	description:
		'Loads the content of ids from memdisc; what you hold (same hash) is only named. Follow what you loaded.',
	properties: {
		ids: { type: 'array', items: { type: 'string' } },
		knownHashes: {
			type: 'object',
			additionalProperties: { type: 'string' },
			description: '{id: hash you hold, or ""}, an entry for every id.',
		},
		draft: { type: 'boolean', description: 'Your own drafts instead of the published text.' },
		shape: { type: 'string', enum: ['slim', 'full'] },
	},
	required: ['ids', 'knownHashes'],
	annotations: { readOnlyHint: true },
	whole: 'items',
	fit: fitLoad,
});
