// When the context is compacted or cleared: once before each step, sub-step and ralph iteration that
// asks for it (docs/workflow.md, "Context actions").
import type { LoopStep, Run, StepContextAction, WorkflowState, WorkflowStep } from './types';

/** The step that a run is at. */
export const currentStep = ({ definition, state }: Run): WorkflowStep => {
	const step = definition.steps.find(({ id }) => id === state.step);
	if (step === undefined) throw new Error(`run at a step that its definition lacks: ${state.step}`);
	return step;
};

/** The sub-steps of a loop; none when there is no such loop. */
export const loopSteps = ({ definition }: Pick<Run, 'definition'>, loop: string) =>
	Object.hasOwn(definition.loops, loop) ? (definition.loops[loop] ?? []) : [];

/** The sub-step that a run is at, if it is working on a task. */
export const currentLoopStep = (run: Run): LoopStep | undefined =>
	run.state.stepType === 'loop' && run.state.subStep !== undefined
		? loopSteps(run, run.state.step).find(({ id }) => id === run.state.subStep)
		: undefined;

/** The action that is due; null when there is none, or it was delivered. */
export const getContextActionIfNeeded = (run: Run): StepContextAction | null => {
	if (run.state.status !== 'running' || run.state.contextActionExecuted) return null;
	return currentLoopStep(run)?.context ?? currentStep(run).context ?? null;
};

/** The state once its action was delivered. */
export const markContextActionExecuted = (state: WorkflowState): WorkflowState => ({
	...state,
	contextActionExecuted: true,
});
