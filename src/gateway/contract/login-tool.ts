// The one tool that a server has for somebody who has not logged in there yet.
import type { ToolDefinition } from './tool-source';

export const LOGIN_TOOL = 'log_in';

/** The tool that stands for an upstream until the user has logged in there. */
export const loginTool = (upstream: string): ToolDefinition => ({
	name: LOGIN_TOOL,
	description: `Log in at ${upstream}: its tools are listed once the user has.`,
	inputSchema: { type: 'object', properties: {} },
	annotations: { readOnlyHint: true },
});

/** Such a list ends with the next request: the user may have logged in meanwhile. */
export const isLoginList = (tools: readonly Pick<ToolDefinition, 'name'>[]): boolean =>
	tools.length === 1 && tools[0]?.name === LOGIN_TOOL;
