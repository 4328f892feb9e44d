// A gateway before one server, and the tools that it lists.
import type { Scope } from '../../src/gateway/contract/gateway';
import { bookings, both, seeded } from '../protect/payloads';
import { ada, contextOf, gatewayOf, type Setting, scripted, type Tool } from './gateway';

export const many: Tool = { answer: () => both({ bookings: bookings(seeded(1), 500) }) };
export const few: Tool = { answer: () => both({ id: 1 }) };

export const listed = async (gateway: ReturnType<typeof gatewayOf>, scope: Scope = {}) => {
	const tools = await gateway.listTools(contextOf(ada, scope));
	if (!tools.ok) throw new Error(tools.error.message);
	return new Map(tools.value.map((tool) => [tool.name, tool]));
};
export const argumentsOf = (tool?: { inputSchema: object }): string[] =>
	Object.keys((tool?.inputSchema as { properties?: object } | undefined)?.properties ?? {});

export const server = (tools: Record<string, Tool>, setting: Partial<Setting> = {}) => {
	const { source, calls } = scripted('up', tools);
	return { gateway: gatewayOf({ sources: [source], ...setting }), calls };
};
