// Shared parts of the replay tools: reading a payload, and texts of answers and faults.
import * as z from 'zod/v4';
import type { Result } from '../../../../shared/result';
import { type ToolResult, textResult } from '../../../../shared/tool-result';
import { jsonResult } from '../tool';

/** A payload; the replay core checks what is in it. */
export const payloadArgument = () => z.record(z.string(), z.unknown());

/** The value in the tool's shape, as JSON; a fault becomes an error result with its message. */
export const answerOf = <Value>(
	result: Result<Value, { readonly message: string }>,
	shape: (value: Value) => object,
): ToolResult =>
	result.ok ? jsonResult(shape(result.value)) : textResult(result.error.message, true);
