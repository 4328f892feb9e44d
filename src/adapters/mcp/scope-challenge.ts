// A call whose caller lacks a scope learns which one ("Scope Challenge Handling", MCP): a client can ask for
// more where it learns what is missing.

import { allows, challenge, lacks, type Scope } from '../../auth';
import { asObject } from '../../shared/is-record';
import { callerOf, contextOf, type McpRequestParts } from './caller';
import type { Messages } from './messages';
import { refusal } from './refusals';

/** The refusal of messages of which a call takes more than its caller may; whoever may call anything is not asked about. */
export const scopeRefusal = async (
	parts: McpRequestParts,
	{ requests }: Messages,
	signal: AbortSignal,
): Promise<Response | undefined> => {
	if (allows(parts.principal, 'mcp:use')) return undefined;
	const caller = callerOf(parts);
	const context = contextOf(caller, 'modern', signal, false);
	for (const { method, params } of requests.values()) {
		const { name, arguments: args } = asObject(params) ?? {};
		if (method !== 'tools/call' || typeof name !== 'string') continue;
		const needed = await parts.gateway.scopeOf({ name, args: asObject(args) ?? {} }, context);
		if (!allows(parts.principal, needed)) return insufficientScope(needed);
	}
	return undefined;
};

const insufficientScope = (scope: Scope): Response =>
	refusal(403, -32_600, lacks('This call', scope), {
		'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope }),
	});
