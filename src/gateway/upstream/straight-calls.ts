// The way of most calls to a server: nothing holds them back, goes on with them or asks a client on the way, and what
// is answered is a result in words of the server's own. Any other call and any other answer takes the guarded way.
import { LOGIN_TOOL } from '../contract/login-tool';
import type { CallContext, ToolCall, ToolSource } from '../contract/tool-source';
import { isForgedResult } from './label-server-text';

/**
 * The guarded source, its usual calls straight to the server.
 *
 * @param straight calls the server with nothing between
 * @param guarded wraps the source; an answer that needs a guard passes through it afterwards
 */
export function straightCalls<Source extends ToolSource>(
	source: Source,
	straight: ToolSource['callTool'],
	guarded: (source: Source) => Source,
): Source {
	const long = guarded(source);
	return {
		...long,
		callTool: async (call, context) => {
			if (!isUsual(call, context)) return long.callTool(call, context);
			const answered = await straight(call, context);
			if (answered.ok && answered.value.kind === 'result' && !isForgedResult(answered.value.result))
				return answered;
			return guarded({ ...source, callTool: async () => answered }).callTool(call, context);
		},
	};
}

/** Returns whether a call neither goes on with another nor may be one in which its client is asked. */
const isUsual = ({ name, continuation }: ToolCall, context: CallContext): boolean => {
	const { ask, conversation, clientCapabilities } = context;
	if (continuation || ask || name === LOGIN_TOOL) return false;
	return conversation === undefined || Object.keys(clientCapabilities ?? {}).length === 0;
};
