// agentrejected (Memory MCP): closes a turn whose output broke loaded constraints.
import { memoryTool } from './memory-tool';

export const agentrejected = memoryTool({
	name: 'agentrejected',
	description: 'Closes a turn whose output did not follow loaded constraints.',
	properties: { reason: { type: 'string' } },
	annotations: { destructiveHint: false },
});
