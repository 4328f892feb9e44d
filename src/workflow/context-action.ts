// When the context is compacted or cleared: once before each step, sub-step and ralph iteration that
// asks for it (docs/workflow.md, "Context actions").

import { defined } from '../shared/defined';
import { contextOfGroup, runGroup } from './group';
import type { LoopStep, Run, StepContextAction, WorkflowState, WorkflowStep } from './types';

/** The step that a run is at. */
export const currentStep = ({ definition, state }: Run): WorkflowStep => {
	const step = definition.steps.find(({ id }) => id === state.step);
	if (step === undefined) throw new Error(`run at a step that its definition lacks: ${state.step}`);
	return step;
};

/** Where a run stands, as its trace and its history tell it. */
export const whereOf = ({ step, task, subStep, ralphIteration }: WorkflowState) => ({
	step,
	...(task !== undefined && { task: task.id }),
	...defined({ subStep, ralphIteration }),
});

/** The sub-steps of a loop; none when there is no such loop. */
export const loopSteps = ({ definition }: Pick<Run, 'definition'>, loop: string) =>
	Object.hasOwn(definition.loops, loop) ? (definition.loops[loop] ?? []) : [];

/** The sub-step that a run is at, if it is working on a task. */
export const currentLoopStep = (run: Run): LoopStep | undefined =>
	loopSteps(run, run.state.step).find(({ id }) => id === run.state.subStep);

/** The step that a run is at, with the neighbours it does together with it. */
export const currentGroup = (run: Run): readonly WorkflowStep[] =>
	runGroup(run.definition, run.definition.steps.indexOf(currentStep(run)));

/**
 * The action that is due; null when there is none, or it was delivered. A sub-step's own wins over its
 * step's, also while the loop waits for its tasks: then it is due when they are set.
 */
export const getContextActionIfNeeded = (run: Run): StepContextAction | null => {
	const { state } = run;
	if (state.status !== 'running' || state.contextActionExecuted) return null;
	const own = currentLoopStep(run)?.context;
	if (own !== undefined) return own;
	const waits = state.stepType === 'loop' && state.task === undefined;
	if (waits && loopSteps(run, state.step)[0]?.context !== undefined) return null;
	return contextOfGroup(currentGroup(run)) ?? null;
};

/** The state once its action was delivered. */
export const markContextActionExecuted = (state: WorkflowState): WorkflowState => ({
	...state,
	contextActionExecuted: true,
});
