// Cost of tool definitions and instructions in a context, estimated from what clients get: one measure for all pages.
import { estimate } from '../../../protect';
import type { Api, Tool } from './api';
import { INSTRUCTIONS } from './figures';

/** Tokens of the definitions at `/mcp` by server; own tools under `Loadline`, and what it instructs under `INSTRUCTIONS`. */
export type Definitions = ReadonlyMap<string, number>;

/** Loadline's own beside those of one server. */
export const OWN_TOOL = 'read_result';

/** Returns the tokens of one definition. */
export const definitionTokens = ({ name, description, inputSchema }: Tool): number =>
	estimate(JSON.stringify({ name, description, inputSchema }));

/**
 * Reads what `/mcp` lists, the most costly server first; undefined where it does not tell.
 * @param of the one server whose own address is asked instead
 */
export async function definitionsOf(api: Api, of?: string): Promise<Definitions | undefined> {
	const [tools, told] = await Promise.all([api.tools(of), api.mcp('server/discover', {}, of)]);
	if (tools === undefined) return undefined;
	const tokens = new Map<string, number>();
	for (const tool of tools) {
		const [server = '', ...rest] = tool.name.split('__');
		const isOwn = of === undefined ? rest.length === 0 : tool.name === OWN_TOOL;
		const owner = isOwn ? 'Loadline' : (of ?? server);
		tokens.set(owner, (tokens.get(owner) ?? 0) + definitionTokens(tool));
	}
	const instructions = told?.instructions;
	if (typeof instructions === 'string') tokens.set(INSTRUCTIONS, estimate(instructions));
	return new Map([...tokens].sort(([, a], [, b]) => b - a));
}
