// The workflow tools, in the order of their use.
import * as z from 'zod/v4';
import { saveBaseline } from '../../../../session';
import { defined, jsonIn } from '../../../../shared/json-values';
import type { Result } from '../../../../shared/result';
import { textResult } from '../../../../shared/tool-result';
import type { RunAnswer, WorkflowFault } from '../../../../workflow';
import {
	answerOf,
	jsonResult,
	liveSources,
	type OwnRequest,
	type OwnTool,
	sessionId,
} from '../tool';
import {
	MOVE_OUTPUT,
	ownTool,
	position,
	runArguments,
	runCall,
	workflowStatus,
} from './workflow-status';

/** The answer of workflow_start, workflow_set_tasks and workflow_advance. */
const moveResult = async (answered: Result<RunAnswer, WorkflowFault>, request: OwnRequest) => {
	if (!answered.ok) return textResult(answered.error.message, true);
	const { answer, effects, delivered, contextHints } = answered.value;
	const hints = contextHints.length > 0 ? { contextHints } : {};
	if (delivered === null)
		return contextHints.length > 0 ? jsonResult(answer, hints) : jsonResult(answer);
	// A repeat finds it saved: what binds may have left the context since.
	const isFirst = effects.some(({ kind }) => kind === 'context_action');
	if (isFirst) await saveWhatBinds(answer.run_id, request);
	return jsonResult(answer, { ...hints, context: { action: delivered, run_id: answer.run_id } });
};

/**
 * Before the context changes, what must survive is saved. The action is delivered already, once: an
 * answer that got lost over a failure here would be the only one.
 */
const saveWhatBinds = async (runId: string, request: OwnRequest): Promise<void> => {
	try {
		const { sources, who } = await liveSources(request);
		await saveBaseline(sources, who, runId);
		await request.services.memory.hub.taken({ caller: who.caller });
	} catch (error) {
		request.report(error);
	}
};

/** Some models write a list as its JSON text. */
function parsed(value: unknown): unknown {
	const isList = typeof value === 'string' && value.trimStart().startsWith('[');
	return (isList ? jsonIn(value) : undefined) ?? value;
}

/** The entries are unchecked here: the workflow says of each task what is wrong with it. */
const tasks = z
	.preprocess(
		parsed,
		z.custom<readonly unknown[]>(Array.isArray, 'must be a list of {id, title, description?}'),
	)
	.meta({
		type: 'array',
		items: {
			type: 'object',
			properties: {
				id: { type: 'string' },
				title: { type: 'string' },
				description: { type: 'string' },
			},
			required: ['id', 'title'],
		},
	});

export const WORKFLOW_TOOLSET: readonly OwnTool[] = [
	ownTool({
		name: 'workflow_list',
		description: 'Lists the workflows that can be started, and your runs that go on.',
		input: {},
		output: 'workflows: array, runs: array',
		annotations: { readOnlyHint: true },
		async call(_, { services, context }) {
			const [workflows, running] = await Promise.all([
				services.workflow.list({}),
				services.workflow.runningRuns({ principal: context.principal.id }),
			]);
			const runs = running.map(({ id, workflow, step, position, summary }) => ({
				run_id: id,
				workflow,
				step,
				position,
				...(summary !== undefined && { summary }),
			}));
			return jsonResult({ workflows, ...(runs.length > 0 && { runs }) });
		},
	}),
	ownTool({
		name: 'workflow_start',
		description:
			'Starts a workflow and answers what to do first. On contextAction ask the user to run that command; then call workflow_status.',
		input: {
			workflow: z.string(),
			summary: z.string().optional().describe('What the work is about, one line.'),
			key: z
				.string()
				.min(1, 'must have 1 to 200 characters')
				.max(200, 'must have 1 to 200 characters')
				.optional()
				.describe('Your name for this run: repeated, it starts no second one.'),
			session_id: sessionId(),
		},
		output: MOVE_OUTPUT,
		whole: true,
		call: async ({ workflow, summary, key }, request) =>
			moveResult(
				await request.services.workflow.start({
					workflow,
					...defined({ summary, key }),
					session: await request.sessionName(),
					principal: request.context.principal.id,
				}),
				request,
			),
	}),
	ownTool({
		name: 'workflow_set_tasks',
		description: 'Sets the tasks of a loop of the run; replaces earlier ones.',
		input: { loop_id: z.string(), tasks, ...runArguments() },
		output: MOVE_OUTPUT,
		whole: true,
		call: async ({ loop_id, tasks: list, ...which }, request) =>
			moveResult(
				await request.services.workflow.setTasks({
					...(await runCall(which, request)),
					loop_id,
					tasks: list,
				}),
				request,
			),
	}),
	workflowStatus,
	ownTool({
		name: 'workflow_advance',
		description:
			'Ends the current step and answers the next. Pass if_position, the position of the last answer: a repeated call then skips nothing.',
		input: {
			output: z.string().optional().describe('Result of the step, kept for later steps.'),
			outcome: z
				.enum(['ok', 'failed', 'again'], 'must be ok, failed, or again (the next page of a group)')
				.optional(),
			artefacts: z.array(z.string()).optional().describe('Files made.'),
			if_position: position(),
			...runArguments(),
		},
		output: MOVE_OUTPUT,
		whole: true,
		call: async ({ output, outcome, artefacts, if_position, ...which }, request) =>
			moveResult(
				await request.services.workflow.advance({
					...(await runCall(which, request)),
					...defined({ output, outcome, artefacts, if_position }),
					maxRetries: request.config.workflow.maxRetries,
				}),
				request,
			),
	}),
	ownTool({
		name: 'workflow_context',
		description: 'Outputs and artefacts of the run so far.',
		input: runArguments(),
		output: 'run_id: string, summary, outputs, artefacts',
		annotations: { readOnlyHint: true },
		call: async (args, request) =>
			answerOf(await request.services.workflow.context(await runCall(args, request))),
	}),
	/** `_meta.contextHints` tell the client which results may leave the context once used (docs/client.md). */
	ownTool({
		name: 'get_workflow_step',
		description: 'Text of one step of a workflow, or of its loop group, without a run.',
		input: {
			workflow: z.string(),
			step: z
				.union([z.number(), z.string()], 'must be the number or the id of a step')
				.meta({ anyOf: undefined, description: 'Number or id.' }),
			session_id: sessionId(),
		},
		annotations: { readOnlyHint: true },
		whole: true,
		call: async ({ workflow, step }, { services }) => {
			const found = await services.workflow.step({ workflow, step });
			if (!found.ok) return textResult(found.error.message, true);
			const { text, contextHints } = found.value;
			// Text alone: hosts that show structured content would show a model its lines as JSON.
			return { content: [{ type: 'text', text }], ...(contextHints && { meta: { contextHints } }) };
		},
	}),
];
