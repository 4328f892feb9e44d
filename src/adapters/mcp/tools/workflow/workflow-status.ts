// workflow_status: where a run stands and what to do there. It changes nothing, so that a session that
// lost its context, or a new one, goes on from it; after a context action it also says what still binds. Before it, what
// all workflow tools share: the arguments that select a run, and texts of faults.
import * as z from 'zod/v4';
import { policyFor } from '../../../../config';
import { isProtected } from '../../../../gateway';
import { boundTokens, budgetOf, weigher, within } from '../../../../protect';
import { resume } from '../../../../session';
import type { SuccessOf } from '../../../../shared/result';
import { textResult } from '../../../../shared/tool-result';
import type { RunCall, Status, WorkflowService } from '../../../../workflow';
import { jsonResult, liveSources, type OwnRequest, ownTools, sessionId } from '../tool';

export const ownTool = ownTools('workflow');

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

/** Members of a status. */
const STATUS_OUTPUT =
	'run_id: string, position: number, status: string, step: string, stepType: string, agent, instructions: string, progress, task, subStep: string, ralphIteration: number, ralphTotal: number, artefacts, note: string';

/** Members of a status, or of a pending context action. */
export const MOVE_OUTPUT =
	'run_id: string, position: number, contextAction: string, message: string, note: string, status: string, step: string, instructions: string, progress, stale: boolean';

export const workflowStatus = ownTool({
	name: 'workflow_status',
	description:
		'Where the run stands and what to do now. Call it after a context action; held names the constraints you still have.',
	input: {
		...runArguments(),
		held: z
			.record(
				z.string(),
				z.string('must be a hash as text'),
				'must be an object of hashes: {"r12": "3f2a9c1b2d4e"}',
			)
			.optional()
			.describe('Constraint id to textHash.'),
	},
	output: STATUS_OUTPUT,
	annotations: { readOnlyHint: true },
	whole: true,
	async call({ held, ...which }, request) {
		const call = await runCall(which, request);
		const status = await request.services.workflow.status(call);
		if (!status.ok) return textResult(status.error.message, true);
		const named = { principal: call.principal, session: '', run_id: status.value.run_id };
		const inForce = await request.services.workflow.inForce(named);
		if (!inForce.ok) return textResult(inForce.error.message, true);
		const { contextHints, delivered } = inForce.value;
		const meta = contextHints.length > 0 ? { contextHints } : undefined;
		if (delivered === null && held === undefined) return jsonResult(status.value, meta);
		const plain = resumedStatus(status.value, inForce.value);
		const replay = await resumed(plain, held, request);
		return jsonResult({ ...plain.first, replay, ...plain.last }, meta);
	},
});

/** Characters of instructions that leave room for what binds in the first chunk of a long answer. */
const SHORT = 4_000;

/** For a context that holds nothing: what to do, what comes then, where the outputs are; what binds stands before long instructions. */
function resumedStatus(
	{ run_id, position, ...rest }: Status,
	{ outputs }: SuccessOf<WorkflowService['inForce']>,
) {
	const run = JSON.stringify(run_id);
	const next = {
		...(rest.status === 'running' && {
			next: `When done: workflow_advance {"run_id":${run},"if_position":${position}}`,
		}),
		...(outputs > 0 && {
			outputs: `${outputs} of earlier steps: workflow_context {"run_id":${run}}`,
		}),
	};
	return rest.instructions.length <= SHORT
		? { first: { run_id, position, ...rest, ...next }, last: {} }
		: { first: { run_id, position, ...next }, last: rest };
}

/** Verifies the context after an action, and notes the verdict in the session. */
async function resumed(
	status: ReturnType<typeof resumedStatus>,
	held: Readonly<Record<string, string>> | undefined,
	request: OwnRequest,
) {
	const { services, context, config } = request;
	const { sources, who } = await liveSources(request);
	const { tokenBudget } = config.replay;
	// The budget must hold when counted exactly; the estimate is too low for hashes, paths and emoji.
	const estimate = (text: string) => boundTokens(text, config.tokenFamily);
	const runId = status.first.run_id;
	const policy = policyFor(config, 'workflow_status');
	const weigh = weigher(policy);
	const fits = (replay: object) =>
		!isProtected(policy) ||
		within(weigh(JSON.stringify({ ...status.first, replay })), budgetOf(policy));
	const limits = { tokenBudget, estimate, fits };
	const { section, bound } = await resume(sources, who, { runId, held, ...limits });
	const { admissible, failure_labels } = section.verification;
	await services.session(context.principal.id, who.session).trace({
		at: Date.now(),
		events: [{ kind: 'verified', run: runId, admissible, failures: failure_labels, bound }],
	});
	return section;
}
