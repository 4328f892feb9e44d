// The position of a run in its definition: moves between steps, tasks, sub-steps and iterations, loop
// groups (docs/workflow.md, "Groups") and due context actions. Each move resets the context action.

import type { ContextHint } from '../shared/context-marks';
import { defined } from '../shared/json-values';
import type { Run, StepContextAction, Task, WorkflowState, WorkflowStep } from './types';

/** A run as far as its definition goes. */
type Defined = Pick<Run, 'definition'>;

export const tasksOf = (state: WorkflowState, loop: string): readonly Task[] =>
	Object.hasOwn(state.tasks, loop) ? (state.tasks[loop] ?? []) : [];

const withTaskStatus = (state: WorkflowState, index: number, status: Task['status']) => {
	const tasks = tasksOf(state, state.step);
	const task = tasks[index];
	if (task === undefined) return state;
	return {
		...state,
		tasks: { ...state.tasks, [state.step]: tasks.with(index, { ...task, status }) },
	};
};

/** Begins a task of the current loop at its first sub-step. */
const beginTask = (run: Defined, state: WorkflowState, index: number): WorkflowState => {
	const task = tasksOf(state, state.step)[index];
	const first = loopSteps(run, state.step)[0];
	if (task === undefined || first === undefined) return state;
	return {
		...withTaskStatus(state, index, 'in_progress'),
		task: { index, id: task.id, title: task.title },
		subStep: first.id,
		contextActionExecuted: false,
	};
};

const enterStep = (run: Defined, state: WorkflowState, index: number): WorkflowState => {
	const step = run.definition.steps[index];
	if (step === undefined) return { ...state, status: 'complete' };
	// The position inside the step before is dropped.
	const { task: _t, subStep: _s, ralphIteration: _r, currentStepArtefacts: _a, ...rest } = state;
	const group = runGroup(run.definition, index);
	const currentStepArtefacts = group.find(({ artefacts }) => artefacts !== undefined)?.artefacts;
	const entered: WorkflowState = {
		...{ ...rest, step: step.id, stepType: step.type, contextActionExecuted: false },
		...(step.type === 'ralph' && { ralphIteration: 1 }),
		...defined({ currentStepArtefacts }),
	};
	return step.type === 'loop' ? beginTask(run, entered, 0) : entered;
};

/** Returns the state at the first step. */
export const firstState = (run: Defined, summary?: string): WorkflowState => {
	const none = { status: 'running', step: '', stepType: 'action', tasks: {}, outputs: {} } as const;
	const rest = { ...defined({ summary }), artefacts: [], contextActionExecuted: false };
	return enterStep(run, { ...none, ...rest }, 0);
};

/** Moves past the current group to the next step, or to the end. */
export const nextStep = (run: Run, state: WorkflowState): WorkflowState => {
	const last = currentGroup({ ...run, state }).at(-1) as WorkflowStep;
	return enterStep(run, state, run.definition.steps.indexOf(last) + 1);
};

/** Moves to the next task of the loop, or past the loop. */
export const nextTask = (run: Run, state: WorkflowState, end: 'done' | 'failed'): WorkflowState => {
	const index = state.task?.index ?? -1;
	const settled = withTaskStatus(state, index, end);
	return index + 1 < tasksOf(settled, state.step).length
		? beginTask(run, settled, index + 1)
		: nextStep(run, settled);
};

/** Moves past the current step, iteration or sub-step. */
export const moveForward = (run: Run, state: WorkflowState): WorkflowState => {
	if (state.stepType === 'ralph') {
		const iteration = state.ralphIteration ?? 1;
		return iteration < (currentStep(run).n ?? 1)
			? { ...state, ralphIteration: iteration + 1, contextActionExecuted: false }
			: nextStep(run, state);
	}
	if (state.task === undefined) return nextStep(run, state);
	const subSteps = loopSteps(run, state.step);
	const next = subSteps[subSteps.findIndex(({ id }) => id === state.subStep) + 1];
	return next === undefined
		? nextTask(run, state, 'done')
		: { ...state, subStep: next.id, contextActionExecuted: false };
};

/** Sets the tasks of a loop; a waiting loop begins, or is skipped without tasks. */
export const withTasks = (run: Run, loop: string, tasks: readonly Task[]) => {
	const state = { ...run.state, tasks: { ...run.state.tasks, [loop]: tasks } };
	const waiting = state.step === loop && state.stepType === 'loop' && state.task === undefined;
	if (!waiting) return { state, moved: false };
	if (tasks.length === 0) return { state: nextStep(run, state), moved: true };
	const begun = beginTask(run, state, 0);
	// The waiting loop's context action counts, since nothing was done since.
	const isDone = state.contextActionExecuted && loopSteps(run, loop)[0]?.context === undefined;
	return { state: isDone ? { ...begun, contextActionExecuted: true } : begun, moved: true };
};

/** Fails the run and its current task. */
export const failed = (state: WorkflowState): WorkflowState => ({
	...(state.task === undefined ? state : withTaskStatus(state, state.task.index, 'failed')),
	status: 'failed',
});

/** Returns the step that a run is at. */
export const currentStep = ({ definition, state }: Run): WorkflowStep => {
	const step = definition.steps.find(({ id }) => id === state.step);
	if (step === undefined) throw new Error(`run at a step that its definition lacks: ${state.step}`);
	return step;
};

/** Returns the position as traced and recorded in the history. */
export const locationOf = ({ step, task, subStep, ralphIteration }: WorkflowState) => ({
	step,
	...(task !== undefined && { task: task.id }),
	...defined({ subStep, ralphIteration }),
});

/** Returns the sub-steps of a loop. */
export const loopSteps = ({ definition }: Defined, loop: string) =>
	Object.hasOwn(definition.loops, loop) ? (definition.loops[loop] ?? []) : [];

/** Returns the current sub-step, while a task is worked on. */
export const currentLoopStep = (run: Run) =>
	loopSteps(run, run.state.step).find(({ id }) => id === run.state.subStep);

/** Returns the current step with the neighbours done together with it. */
export const currentGroup = (run: Run): readonly WorkflowStep[] =>
	runGroup(run.definition, run.definition.steps.indexOf(currentStep(run)));

/** Returns the due context action, a sub-step's before its step's, also while the loop waits for tasks; null: none is due. */
export const getContextActionIfNeeded = (run: Run): StepContextAction | null => {
	const { state } = run;
	if (state.status !== 'running' || state.contextActionExecuted) return null;
	const own = currentLoopStep(run)?.context;
	if (own !== undefined) return own;
	const waits = state.stepType === 'loop' && state.task === undefined;
	if (waits && loopSteps(run, state.step)[0]?.context !== undefined) return null;
	return contextOfGroup(currentGroup(run)) ?? null;
};

/** Returns the adjacent steps of a step's loop group; the step alone without one. */
export const groupOf = (steps: readonly WorkflowStep[], at: number): readonly WorkflowStep[] => {
	const group = steps[at]?.loopGroup;
	if (group === undefined) return steps.slice(at, at + 1);
	let from = at;
	let to = at + 1;
	while (steps[from - 1]?.loopGroup === group) from--;
	while (steps[to]?.loopGroup === group) to++;
	return steps.slice(from, to);
};

/** Returns the steps done at once: a group of actions, otherwise the step alone. */
export const runGroup = ({ steps }: Pick<Run['definition'], 'steps'>, at: number) => {
	const group = groupOf(steps, at);
	return group.every(({ type }) => type === 'action') ? group : steps.slice(at, at + 1);
};

/** Returns the first context action of a group, which is delivered once before it. */
export const contextOfGroup = (group: readonly WorkflowStep[]): StepContextAction | undefined =>
	group.find(({ context }) => context !== undefined)?.context;

/** Returns a hint per step that names the consumer of its results. */
export const hintsOf = (group: readonly WorkflowStep[]): readonly ContextHint[] =>
	group.flatMap(({ order, tool, contextHint }): ContextHint[] =>
		tool === undefined || contextHint === undefined ? [] : [{ step: order, tool, ...contextHint }],
	);
