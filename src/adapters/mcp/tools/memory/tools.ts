// The memory tools, in the order of a turn.
import type { OwnTool } from '../tool';
import { agentrejected } from './agentrejected';
import { agentreport } from './agentreport';
import { artifact } from './artifact';
import { memactivate } from './memactivate';
import { memdisc } from './memdisc';
import { memload } from './memload';
import { memref } from './memref';
import { memsetup } from './memsetup';

export const MEMORY_TOOLSET: readonly OwnTool[] = [
	memsetup,
	memdisc,
	memload,
	memactivate,
	memref,
	agentreport,
	agentrejected,
	artifact,
];
