// A gateway that follows the configuration: each request runs under the one in force when it begins.
import type { Config } from '../config';
import type { Gateway, GatewayContext } from '../gateway';

/** Creates a gateway that is built once per config. */
export function gatewayUnderConfig(
	configOf: (workspace: string) => Promise<Config>,
	build: (config: Config, workspace: string) => Gateway,
): Gateway {
	const built = new WeakMap<Config, Gateway>();
	const at = async ({ principal }: GatewayContext) => {
		const config = await configOf(principal.workspace);
		const gateway = built.get(config) ?? build(config, principal.workspace);
		built.set(config, gateway);
		return gateway;
	};
	return {
		declared: async (context) => (await at(context)).declared(context),
		listTools: async (context, from) => (await at(context)).listTools(context, from),
		knownTool: async (name, context) => (await at(context)).knownTool(name, context),
		callTool: async (call, context) => (await at(context)).callTool(call, context),
		callPlain: async (call, context) => (await at(context)).callPlain(call, context),
		scopeOf: async (call, context) => (await at(context)).scopeOf(call, context),
		listen: async (wanted, context) => (await at(context)).listen(wanted, context),
		endConversation: async (context) => (await at(context)).endConversation(context),
		request: async (method, params, context) =>
			(await at(context)).request(method, params, context),
	};
}
