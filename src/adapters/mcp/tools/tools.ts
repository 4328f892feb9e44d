// All of Loadline's own tools, in the order in which they are listed.
import { MEMORY_TOOLSET } from './memory/tools';
import { RECORDS_TOOLSET } from './records/tools';
import { REPLAY_TOOLSET } from './replay/tools';
import { RESULT_TOOLS } from './results/tools';
import type { OwnTool } from './tool';
import { WORKFLOW_TOOLSET } from './workflow/tools';

export const OWN_TOOLS: readonly OwnTool[] = [
	...RECORDS_TOOLSET,
	...MEMORY_TOOLSET,
	...WORKFLOW_TOOLSET,
	...REPLAY_TOOLSET,
	...RESULT_TOOLS,
];
