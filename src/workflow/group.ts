// Loop groups: neighbours that are repeated together, page by page (docs/workflow.md, "Groups"). A run
// stands at a whole group at once, as `get_workflow_step` shows it.
import type { StepContextAction, WorkflowDefinition, WorkflowStep } from './types';

/** A hint as clients read it (docs/client.md). */
export interface ContextHint {
	/** Number of the step. */
	readonly step: number;
	readonly tool: string;
	readonly lifecycle: 'transient';
	readonly consumedBy: string;
}

/** The neighbours that are repeated together with a step; the step alone when it is in no group. */
export const groupOf = (steps: readonly WorkflowStep[], at: number): readonly WorkflowStep[] => {
	const group = steps[at]?.loopGroup;
	if (group === undefined) return steps.slice(at, at + 1);
	let from = at;
	let to = at + 1;
	while (steps[from - 1]?.loopGroup === group) from--;
	while (steps[to]?.loopGroup === group) to++;
	return steps.slice(from, to);
};

/** What a run does at once: a group of actions, else the step alone, since loops and ralphs repeat themselves. */
export const runGroup = (
	{ steps }: Pick<WorkflowDefinition, 'steps'>,
	at: number,
): readonly WorkflowStep[] => {
	const group = groupOf(steps, at);
	return group.every(({ type }) => type === 'action') ? group : steps.slice(at, at + 1);
};

/** What is done to the context before a group, once: what the first of its steps asks that asks at all. */
export const contextOfGroup = (group: readonly WorkflowStep[]): StepContextAction | undefined =>
	group.find(({ context }) => context !== undefined)?.context;

/** One for each step that says which tool uses up what it fetches. */
export const hintsOf = (group: readonly WorkflowStep[]): readonly ContextHint[] =>
	group.flatMap(({ order, tool, contextHint }): ContextHint[] =>
		tool === undefined || contextHint === undefined
			? []
			: [
					{
						step: order,
						tool,
						lifecycle: contextHint.lifecycle,
						consumedBy: contextHint.consumedBy,
					},
				],
	);
