// The memory tools by name.
import { artifact } from './artifact';
import { memdisc, memload } from './discovery';
import { memactivate } from './memactivate';
import { memref } from './memref';
import { agentrejected, agentreport, memsetup } from './sessions';
import { callerOf, failed, type MemoryTool } from './tool';

/** Resolves the session of a call; before memsetup every call fails with that, whatever else is wrong with it. */
const inSession =
	(tool: MemoryTool): MemoryTool =>
	async (services, from, args) => {
		const caller = callerOf(from, args);
		if (!caller.ok) return failed(caller.error);
		const answer = await tool(services, caller.value, args);
		if (!answer.isError) return answer;
		const session = await services.hub.session({ caller: caller.value });
		return session.ok ? answer : failed(session.error);
	};

/** The memory tools; their errors are answers with `isError`. */
export const MEMORY_TOOLS = {
	memsetup,
	memdisc: inSession(memdisc),
	memload: inSession(memload),
	memref: inSession(memref),
	agentreport: inSession(agentreport),
	agentrejected: inSession(agentrejected),
	artifact: inSession(artifact),
	memactivate: inSession(memactivate),
} as const satisfies Readonly<Record<string, MemoryTool>>;

export type MemoryToolName = keyof typeof MEMORY_TOOLS;
