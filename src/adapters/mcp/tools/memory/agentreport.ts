// agentreport (Memory MCP): closes a turn that went well.
import { memoryTool } from './memory-tool';

export const agentreport = memoryTool({
	name: 'agentreport',
	description: 'Closes a turn with a short summary of the completed work.',
	properties: { summary: { type: 'string' } },
	required: ['summary'],
	annotations: { destructiveHint: false },
});
