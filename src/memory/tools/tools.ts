// The memory tools by name. Each reads its own arguments, so that faults are its own texts.
import type { MemoryTool } from './answer';
import { artifact } from './artifact';
import { agentrejected, agentreport } from './closing';
import { memactivate } from './memactivate';
import { memdisc } from './memdisc';
import { memload } from './memload';
import { memref } from './memref';
import { memsetup } from './memsetup';

export const MEMORY_TOOLS = {
	memsetup,
	memdisc,
	memload,
	memref,
	agentreport,
	agentrejected,
	artifact,
	memactivate,
} as const satisfies Readonly<Record<string, MemoryTool>>;

export type MemoryToolName = keyof typeof MEMORY_TOOLS;
