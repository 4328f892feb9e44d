// The one place where what went wrong becomes an MCP answer: JSON-RPC error or `isError` result.
import type { SourceFault } from '../../gateway';
import { type ToolResult, textResult } from '../../shared/tool-result';

/** Error codes of JSON-RPC 2.0. */
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;

/** An error that reaches the wire with this code, message and data. */
export class WireError extends Error {
	constructor(
		readonly code: number,
		message: string,
		readonly data?: unknown,
	) {
		super(message);
	}
}

/** A fault of any request but `tools/call`, and of a call that the server itself refused. */
export const wireErrorOf = (fault: SourceFault, correlationId: string): WireError => {
	if (fault.rpc) return new WireError(fault.rpc.code, fault.rpc.message, fault.rpc.data);
	if (fault.code === 'unknown_tool') return new WireError(INVALID_PARAMS, fault.message);
	if (fault.code === 'unknown_method') return new WireError(METHOD_NOT_FOUND, fault.message);
	return new WireError(INTERNAL_ERROR, withId(fault.message, correlationId));
};

/** A fault of a call as the result that the model reads; throws what is a protocol error instead. */
export const errorResultOrThrow = (fault: SourceFault, correlationId: string): ToolResult => {
	if (fault.rpc || fault.code === 'unknown_tool' || fault.code === 'unknown_method')
		throw wireErrorOf(fault, correlationId);
	return textResult(withId(fault.message, correlationId), true);
};

/** Returns the error for a fault of Loadline itself. */
export const internalError = (correlationId: string): WireError =>
	new WireError(INTERNAL_ERROR, withId('Internal error', correlationId));

/** The error for a question that a legacy protocol cannot carry. */
export const NEEDS_MODERN_CLIENT =
	'needs input from the user, which takes a client of MCP protocol 2026-07-28; this client speaks an older one. Nothing was done.';

/** Characters of a fault's message that are passed on (an error stays under 2 KB). */
const LONGEST_MESSAGE = 1_500;

const withId = (message: string, correlationId: string): string =>
	message.includes(correlationId)
		? message.slice(0, LONGEST_MESSAGE)
		: `${message.slice(0, LONGEST_MESSAGE)} (correlation id ${correlationId})`;
