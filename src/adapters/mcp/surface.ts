// Capabilities of a request's scope, loaded only where the request needs them.

import type { Gateway, GatewayContext } from '../../gateway';
import { asObject } from '../../shared/is-record';
import type { Messages } from './messages';
import type { Surface } from './server';

/** Methods that need nothing of the scope's capabilities: no upstream is asked for them. */
const TOOL_METHODS = new Set(['tools/list', 'tools/call', 'ping']);

const TOLD_IN_CALLS = { tools: {}, logging: {}, resources: {}, prompts: {} };

/** Loads the capabilities for a request; a scope that does not answer still has tools. */
export const surfaceFor = async (
	{ all, requests }: Messages,
	gateway: Gateway,
	context: GatewayContext,
): Promise<Surface> => {
	const call = [...requests.values()].find(({ method }) => method === 'tools/call');
	const name = call && asObject(call.params)?.name;
	const isChecked = typeof name === 'string' && context.era === 'modern';
	const tool = isChecked ? await gateway.knownTool(name, context) : null;
	const plain = all.every(
		({ method }) =>
			typeof method !== 'string' || TOOL_METHODS.has(method) || method.startsWith('notifications/'),
	);
	// Log messages and changes told in a call belong to the call, whatever the scope declared.
	if (plain) return { capabilities: TOLD_IN_CALLS, tool };
	const declared = await gateway.declared(context);
	if (declared.ok) return { ...declared.value, tool };
	// A server that cannot be used must not look like one that has nothing.
	const instructions = `Not usable now: ${declared.error.message}`;
	return { capabilities: { tools: {} }, instructions, tool };
};
