// The one place where what went wrong becomes an MCP answer: JSON-RPC error or `isError` result.
import type { SourceFault } from '../../gateway';
import { faultText, type ToolResult, textResult } from '../../shared/tool-result';

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
	const { code, rpc } = fault;
	const isMethod = code === 'unknown_method';
	const ours = isMethod
		? METHOD_NOT_FOUND
		: code === 'unknown_tool'
			? INVALID_PARAMS
			: INTERNAL_ERROR;
	return new WireError(rpc?.code ?? ours, faultText(fault, correlationId), rpc?.data);
};

/** A fault of a call as the result that the model reads; throws what is a protocol error instead. */
export const errorResultOrThrow = (fault: SourceFault, correlationId: string): ToolResult => {
	if (fault.rpc || fault.code === 'unknown_tool' || fault.code === 'unknown_method')
		throw wireErrorOf(fault, correlationId);
	return textResult(faultText(fault, correlationId), true);
};

/** Returns the error for a fault of Loadline itself. */
export const internalError = (correlationId: string): WireError =>
	new WireError(INTERNAL_ERROR, `Internal error (correlation id ${correlationId})`);

/** The error for a question that a legacy protocol cannot carry. */
export const NEEDS_MODERN_CLIENT =
	'needs input from the user, which takes a client of MCP protocol 2026-07-28; this client speaks an older one. Nothing was done.';
