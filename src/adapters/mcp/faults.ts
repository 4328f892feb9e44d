// The one place where what went wrong becomes an MCP answer: JSON-RPC error or `isError` result.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { SourceFault } from '../../gateway';
import { type ToolResult, textResult } from '../../shared/tool-result';

/** An error that reaches the wire with this code, message and data. */
export { ProtocolError as WireError } from '@modelcontextprotocol/server';

/** A fault of any request but `tools/call`, and of a call that the server itself refused. */
export const wireErrorOf = (fault: SourceFault, correlationId: string): ProtocolError => {
	if (fault.rpc) return new ProtocolError(fault.rpc.code, fault.rpc.message, fault.rpc.data);
	switch (fault.code) {
		case 'unknown_tool':
			return new ProtocolError(ProtocolErrorCode.InvalidParams, fault.message);
		case 'unknown_method':
			return new ProtocolError(ProtocolErrorCode.MethodNotFound, fault.message);
		case 'unavailable':
		case 'timeout':
		case 'too_large':
		case 'bad_answer':
		case 'rejected':
		case 'unnamed':
			return new ProtocolError(
				ProtocolErrorCode.InternalError,
				withId(fault.message, correlationId),
			);
	}
};

/** A fault of a call as the result that the model reads; throws what is a protocol error instead. */
export const errorResultOrThrow = (fault: SourceFault, correlationId: string): ToolResult => {
	if (fault.rpc || fault.code === 'unknown_tool' || fault.code === 'unknown_method')
		throw wireErrorOf(fault, correlationId);
	return textResult(withId(fault.message, correlationId), true);
};

/** What a caller learns of a fault in the program itself. */
export const internalError = (correlationId: string): ProtocolError =>
	new ProtocolError(ProtocolErrorCode.InternalError, withId('Internal error', correlationId));

/** What a legacy caller gets instead of a question that its protocol cannot carry. */
export const NEEDS_MODERN_CLIENT =
	'needs input from the user, which takes a client of MCP protocol 2026-07-28; this client speaks an older one. Nothing was done.';

/** Characters of a fault's message that are passed on (an error stays under 2 KB). */
const LONGEST_MESSAGE = 1_500;

const withId = (message: string, correlationId: string): string =>
	message.includes(correlationId)
		? message.slice(0, LONGEST_MESSAGE)
		: `${message.slice(0, LONGEST_MESSAGE)} (correlation id ${correlationId})`;
