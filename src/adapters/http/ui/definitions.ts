// Cost of tool definitions and instructions in a context, estimated from what clients get: one measure for all pages.
import { estimate } from '../../../protect';
import type { Api, Tool } from './api';
import { INSTRUCTIONS } from './figures';

/** Tokens of the definitions at `/mcp` by server; own tools under `Loadline`, and what it instructs under `INSTRUCTIONS`. */
export type Definitions = ReadonlyMap<string, number>;

/** Returns the tokens of one definition. */
export const definitionTokens = ({ name, description, inputSchema }: Tool): number =>
	estimate(JSON.stringify({ name, description, inputSchema }));

/** Reads what `/mcp` lists, the most costly server first; undefined where it does not tell. */
export async function definitionsOf(api: Api): Promise<Definitions | undefined> {
	const [tools, told] = await Promise.all([api.tools(), api.mcp('server/discover', {})]);
	if (tools === undefined) return undefined;
	const tokens = new Map<string, number>();
	for (const tool of tools) {
		const [server = '', ...rest] = tool.name.split('__');
		const owner = rest.length > 0 ? server : 'Loadline';
		tokens.set(owner, (tokens.get(owner) ?? 0) + definitionTokens(tool));
	}
	const instructions = told?.instructions;
	if (typeof instructions === 'string') tokens.set(INSTRUCTIONS, estimate(instructions));
	return new Map([...tokens].sort(([, a], [, b]) => b - a));
}
