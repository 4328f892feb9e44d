// workflow_status: where a run stands and what to do there. It changes nothing, so that a session that
// lost its context, or a new one, goes on from it; after a context action it also says what still binds.
import { z } from 'zod';
import type { Held } from '../../../../session/held';
import { promptWeight } from '../../../../session/prompt-weight';
import { resume } from '../../../../session/verified-action';
import { liveSources } from '../live-sources';
import { jsonResult, type OwnRequest, ownTool } from '../tool';
import { faultResult, runArguments, runCall, STATUS_SCHEMA } from './run-call';

export const workflowStatus = ownTool({
	toolset: 'workflow',
	name: 'workflow_status',
	description:
		'Where the run stands and what to do now. Call it after a context action; held names the constraints you still have.',
	input: {
		...runArguments(),
		held: z.record(z.string(), z.string()).optional().describe('Constraint id to textHash.'),
	},
	outputSchema: STATUS_SCHEMA,
	annotations: { readOnlyHint: true },
	whole: true,
	async call({ held, ...which }, request) {
		const call = await runCall(which, request);
		const status = await request.services.workflow.status(call);
		if (!status.ok) return faultResult(status.error);
		const replay = await resumed(status.value.run_id, held, request);
		if (!replay) return jsonResult(status.value);
		// Before the instructions: where those are long, what binds is in the first chunk.
		const { run_id, position, ...rest } = status.value;
		return jsonResult({ run_id, position, replay, ...rest });
	},
});

/** What must hold after the context action, and whether it does; noted in the session. */
async function resumed(runId: string, held: Held | undefined, request: OwnRequest) {
	const { services, context } = request;
	const named = { principal: context.principal.id, session: '', run_id: runId };
	const run = await services.workflow.inForce(named);
	if (!run.ok || (run.value.delivered === null && held === undefined)) return undefined;
	const { sources, who } = await liveSources(request);
	const { replay, tokenFamily } = request.config;
	const { tokenBudget } = replay;
	const estimate = promptWeight(tokenFamily);
	const section = await resume(sources, who, { runId, held, tokenBudget, estimate });
	const { admissible, failure_labels } = section.verification;
	await services.session(context.principal.id, who.session).trace({
		at: Date.now(),
		events: [{ kind: 'verified', run: runId, admissible, failures: failure_labels }],
	});
	return section;
}
