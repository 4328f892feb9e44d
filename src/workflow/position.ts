// How a run moves: to the next step, task, sub-step or iteration. Each move resets the context action.

import { defined } from '../shared/defined';
import type {
	LoopStep,
	Run,
	StepContextAction,
	Task,
	WorkflowDefinition,
	WorkflowState,
	WorkflowStep,
} from './types';

type Placed = 'task' | 'subStep' | 'ralphIteration' | 'currentStepArtefacts';

/** A state without its place inside a step. */
const unplaced = (state: WorkflowState): Omit<WorkflowState, Placed> => {
	const { task: _t, subStep: _s, ralphIteration: _r, currentStepArtefacts: _a, ...rest } = state;
	return rest;
};

/** The tasks of a loop; none when there are none yet. */
export const tasksOf = (state: WorkflowState, loop: string): readonly Task[] =>
	Object.hasOwn(state.tasks, loop) ? (state.tasks[loop] ?? []) : [];

const withTaskStatus = (
	state: WorkflowState,
	index: number,
	status: Task['status'],
): WorkflowState => {
	const tasks = tasksOf(state, state.step);
	const task = tasks[index];
	if (task === undefined) return state;
	return {
		...state,
		tasks: { ...state.tasks, [state.step]: tasks.with(index, { ...task, status }) },
	};
};

/** Begins a task of the current loop, if there is one, at the loop's first sub-step. */
const beginTask = (
	run: Pick<Run, 'definition'>,
	state: WorkflowState,
	index: number,
): WorkflowState => {
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

const enterStep = (
	run: Pick<Run, 'definition'>,
	state: WorkflowState,
	index: number,
): WorkflowState => {
	const step = run.definition.steps[index];
	if (step === undefined) return { ...state, status: 'complete' };
	const artefacts = runGroup(run.definition, index).find((each) => each.artefacts !== undefined);
	const entered: WorkflowState = {
		...unplaced(state),
		step: step.id,
		stepType: step.type,
		...(step.type === 'ralph' && { ralphIteration: 1 }),
		...(artefacts?.artefacts !== undefined && { currentStepArtefacts: artefacts.artefacts }),
		contextActionExecuted: false,
	};
	return step.type === 'loop' ? beginTask(run, entered, 0) : entered;
};

/** The state at the first step of a definition. */
export const firstState = (run: Pick<Run, 'definition'>, summary?: string): WorkflowState => {
	const blank: WorkflowState = {
		status: 'running',
		step: '',
		stepType: 'action',
		tasks: {},
		outputs: {},
		...(summary !== undefined && { summary }),
		artefacts: [],
		contextActionExecuted: false,
	};
	return enterStep(run, blank, 0);
};

/** To the next step, past all that is done together with this one, or to the end. */
export const nextStep = (run: Run, state: WorkflowState): WorkflowState => {
	const { steps } = run.definition;
	const last = currentGroup({ ...run, state }).at(-1) as WorkflowStep;
	return enterStep(run, state, steps.indexOf(last) + 1);
};

/** The same place once more, as if it were reached anew: for the next page of a group. */
export const onceMore = (state: WorkflowState): WorkflowState => ({
	...state,
	contextActionExecuted: false,
});

/** To the next task of the loop, or past it. */
export const nextTask = (
	run: Run,
	state: WorkflowState,
	left: 'done' | 'failed',
): WorkflowState => {
	const index = state.task?.index ?? -1;
	const settled = withTaskStatus(state, index, left);
	return index + 1 < tasksOf(settled, state.step).length
		? beginTask(run, settled, index + 1)
		: nextStep(run, settled);
};

/** To what comes after the current step, iteration or sub-step was done. */
export const moveOn = (run: Run, state: WorkflowState): WorkflowState => {
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

/** The state with the tasks of one loop; a loop that waits for them begins, or is skipped if there are none. */
export const withTasks = (
	run: Run,
	loop: string,
	tasks: readonly Task[],
): { state: WorkflowState; moved: boolean } => {
	const state = { ...run.state, tasks: { ...run.state.tasks, [loop]: tasks } };
	const waiting = state.step === loop && state.stepType === 'loop' && state.task === undefined;
	if (!waiting) return { state, moved: false };
	if (tasks.length === 0) return { state: nextStep(run, state), moved: true };
	const begun = beginTask(run, state, 0);
	// What the waiting loop did to the context need not be done again: nothing was done since.
	const isDone = state.contextActionExecuted && loopSteps(run, loop)[0]?.context === undefined;
	return { state: isDone ? { ...begun, contextActionExecuted: true } : begun, moved: true };
};

/** The run given up: a task in hand counts as failed. */
export const failed = (state: WorkflowState): WorkflowState => ({
	...(state.task === undefined ? state : withTaskStatus(state, state.task.index, 'failed')),
	status: 'failed',
});

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
