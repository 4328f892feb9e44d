// Shared parts of the workflow tools: the arguments that select a run, and texts of faults.
import * as z from 'zod/v4';
import type { Result } from '../../../../shared/result';
import { type ToolResult, textResult } from '../../../../shared/tool-result';
import type { RunCall, WorkflowFault } from '../../../../workflow';
import { jsonResult, type OwnRequest, sessionId } from '../tool';

/** `run_id` and `session_id`, both optional: the session's latest run unless one is named. */
export const runArguments = () => ({
	run_id: z.string().optional(),
	session_id: sessionId(),
});

/** A number that may come as a text, or as nothing in one of its spellings. */
export const position = () =>
	z
		.preprocess(
			(value) =>
				value === null || value === ''
					? undefined
					: typeof value === 'string' && /^\d+$/.test(value)
						? Number(value)
						: value,
			z.number('must be the position of the last answer, a number').optional(),
		)
		.optional()
		.meta({ type: 'number' });

/** Resolves the run of a call; a session that names a run keeps it. */
export const runCall = async (
	{ run_id }: { readonly run_id?: string | undefined },
	{ context, session, sessionName }: OwnRequest,
): Promise<RunCall> => ({
	principal: context.principal.id,
	session: run_id !== undefined && session.source === 'none' ? '' : await sessionName(),
	...(run_id !== undefined && { run_id }),
	...(session.source === 'none' && { unsaid: true }),
});

/** A fault as the model reads it. */
export const faultResult = ({ message }: WorkflowFault): ToolResult => textResult(message, true);

/** A value as structured content and text, or the fault. */
export const valueResult = (answered: Result<object, WorkflowFault>): ToolResult =>
	answered.ok ? jsonResult(answered.value) : faultResult(answered.error);

/** Members of a status. */
export const STATUS_OUTPUT =
	'run_id: string, position: number, status: string, step: string, stepType: string, agent, instructions: string, progress, task, subStep: string, ralphIteration: number, ralphTotal: number, artefacts, note: string';

/** Members of a status, or of a pending context action. */
export const MOVE_OUTPUT =
	'run_id: string, position: number, contextAction: string, message: string, note: string, status: string, step: string, instructions: string, progress, stale: boolean';
