// The memory tools by name. Each reads its own arguments, so that faults are its own texts.
import { failed, type MemoryTool } from './answer';
import { callerOf } from './arguments';
import { artifact } from './artifact';
import { agentrejected, agentreport } from './closing';
import { memactivate } from './memactivate';
import { memdisc } from './memdisc';
import { memload } from './memload';
import { memref } from './memref';
import { memsetup } from './memsetup';

/** A call before memsetup is told so first, whatever else is wrong with it. */
const gated =
	(tool: MemoryTool): MemoryTool =>
	async (services, from, args) => {
		const answer = await tool(services, from, args);
		const caller = callerOf(from, args);
		if (!answer.isError || !caller.ok) return answer;
		const session = await services.hub.session({ caller: caller.value });
		return session.ok ? answer : failed(session.error);
	};

export const MEMORY_TOOLS = {
	memsetup,
	memdisc: gated(memdisc),
	memload: gated(memload),
	memref: gated(memref),
	agentreport: gated(agentreport),
	agentrejected: gated(agentrejected),
	artifact: gated(artifact),
	memactivate: gated(memactivate),
} as const satisfies Readonly<Record<string, MemoryTool>>;

/** The name of a tool of memory. */
export type MemoryToolName = keyof typeof MEMORY_TOOLS;
