// What a caller learns about a run: its status, or the context action to perform first.

import { instructionsOf } from './instructions';
import {
	type ContextHint,
	currentGroup,
	currentLoopStep,
	currentStep,
	hintsOf,
	loopSteps,
	tasksOf,
	whereOf,
} from './position';
import type { HistoryEntry, RunRecord } from './store';
import type { Run, RunEffect, RunEvent, StepContextAction, StepType, TaskContext } from './types';

/** How far a run is; what concerns tasks is absent outside a loop. */
export interface Progress {
	/** From 1. */
	readonly currentStep: number;
	readonly totalSteps: number;
	/** Of the loop that the run is at. */
	readonly completedTasks?: number;
	readonly totalTasks?: number;
	/** `Task 1/2, Sub-step 1/4`. */
	readonly currentTaskProgress?: string;
}

/** What to do now: the step a run is at, with its instructions. Task and sub-step are absent outside a loop. */
export interface Status {
	readonly run_id: string;
	readonly position: number;
	readonly status: 'running' | 'complete' | 'failed';
	readonly step: string;
	readonly stepType: StepType;
	readonly agent: string | null;
	/** What the step is called, and the tool that it calls, where the definition says so. */
	readonly title?: string;
	readonly tool?: string;
	readonly instructions: string;
	readonly progress: Progress;
	readonly task?: TaskContext & { readonly total: number };
	readonly subStep?: string;
	/** From 0. */
	readonly subStepIndex?: number;
	readonly totalSubSteps?: number;
	readonly ralphIteration?: number;
	readonly ralphTotal?: number;
	readonly artefacts: readonly string[];
	/** What the call did or needs, where the rest does not show it. */
	readonly note?: string;
	/** Nothing changed: `if_position` was not the current position, or the call came once more. */
	readonly stale?: true;
}

/** Given in place of a status: the context is to be compacted or cleared before the step begins. */
export interface PendingAction {
	readonly run_id: string;
	readonly position: number;
	readonly contextAction: '/compact' | '/clear';
	readonly message: string;
	readonly note?: string;
	/** The answer was given before: the call came once more. */
	readonly stale?: true;
}

const progressOf = (run: Run): Progress => {
	const { definition, state } = run;
	const progress = {
		currentStep: definition.steps.findIndex(({ id }) => id === state.step) + 1,
		totalSteps: definition.steps.length,
	};
	if (state.stepType !== 'loop') return progress;
	const tasks = tasksOf(state, state.step);
	const counts = {
		...progress,
		completedTasks: tasks.filter(({ status }) => status === 'done').length,
		totalTasks: tasks.length,
	};
	if (state.task === undefined) return counts;
	const subSteps = loopSteps(run, state.step);
	const at = subSteps.findIndex(({ id }) => id === state.subStep) + 1;
	return {
		...counts,
		currentTaskProgress: `Task ${state.task.index + 1}/${tasks.length}, Sub-step ${at}/${subSteps.length}`,
	};
};

/** Where a run stands, and what to do there. */
export const statusOf = (id: string, run: Run, note?: string): Status => {
	const { state, position } = run;
	const running = state.status === 'running';
	const step = currentStep(run);
	const isAlone = running && currentGroup(run).length === 1;
	const subSteps = loopSteps(run, state.step);
	return {
		run_id: id,
		position,
		status: state.status,
		step: state.step,
		stepType: state.stepType,
		agent: running ? (currentLoopStep(run)?.agent ?? step.agent ?? null) : null,
		...(isAlone && step.title !== undefined && { title: step.title }),
		...(isAlone && step.tool !== undefined && { tool: step.tool }),
		instructions: instructionsOf(run),
		progress: progressOf(run),
		...(running &&
			state.task !== undefined && {
				task: { ...state.task, total: tasksOf(state, state.step).length },
			}),
		...(running &&
			state.subStep !== undefined && {
				subStep: state.subStep,
				subStepIndex: subSteps.findIndex(({ id }) => id === state.subStep),
				totalSubSteps: subSteps.length,
			}),
		...(running &&
			state.stepType === 'ralph' && {
				ralphIteration: state.ralphIteration ?? 1,
				ralphTotal: step.n ?? 1,
			}),
		artefacts: state.artefacts,
		...(note !== undefined && { note }),
	};
};

/** For the model, which can run no command. */
const askFor = (id: string, action: StepContextAction): string =>
	`You cannot run it: ask the user to run /${action}, or to go on in a fresh session, and end your turn. Afterwards: workflow_status {"run_id":"${id}"}.`;

/** Which tool uses up what is fetched where the run stands. */
export const runHints = (run: Run): readonly ContextHint[] =>
	run.state.status === 'running' ? hintsOf(currentGroup(run)) : [];

/** The answer that hands a context action to whoever can perform it. */
export const pendingAction = (
	id: string,
	run: Run,
	action: StepContextAction,
	note?: string,
): PendingAction => ({
	run_id: id,
	position: run.position,
	contextAction: `/${action}`,
	message: `Please run \`/${action}\` first, then call workflow_status again.`,
	note: [note, askFor(id, action)].filter((each) => each !== undefined).join(' '),
});

/** What an event did that a status does not show. */
export const eventNote = (effects: readonly RunEffect[]): string | undefined => {
	const notes = effects.flatMap((effect) => {
		if (effect.kind === 'loop_skipped')
			return [`Loop '${effect.loop}' has no tasks and was skipped.`];
		if (effect.kind === 'tasks_replaced')
			return [`Loop '${effect.loop}' goes on with the new tasks after the task in hand.`];
		if (effect.kind === 'retried')
			return [
				`Retry ${effect.retry} of ${effect.maxRetries}: the sub-step failed and is repeated.`,
			];
		return [];
	});
	return notes.length > 0 ? notes.join(' ') : undefined;
};

/** What a status does not show by itself: what the event did, what is waited for. */
export const noteOf = (run: Run, effects: readonly RunEffect[] = []): string | undefined => {
	const { status, step, stepType, task, currentStepArtefacts } = run.state;
	const notes = [eventNote(effects) ?? ''];
	if (status === 'running' && stepType === 'loop' && task === undefined)
		notes.push(
			`Loop '${step}' waits for its tasks: call workflow_set_tasks with loop_id '${step}', or workflow_advance to skip it.`,
		);
	const isGroup = status === 'running' && currentGroup(run).length > 1;
	if (isGroup)
		notes.push(`These steps are one: repeat them for every page, then call workflow_advance once.`);
	if (status === 'running' && currentStepArtefacts === true)
		notes.push('Name what this step makes in artefacts when you call workflow_advance.');
	return notes.filter((note) => note !== '').join(' ') || undefined;
};

/** An answer, and what happened for the trace of the session. */
export interface RunAnswer {
	readonly answer: Status | PendingAction;
	readonly effects: readonly RunEffect[];
	/** The context action that the answer hands over. */
	readonly delivered: StepContextAction | null;
	/** Which tool uses up what is fetched where the run stands now. */
	readonly contextHints: readonly ContextHint[];
}

/** The context action among the effects, if there is one. */
export const deliveredBy = (effects: readonly RunEffect[]): StepContextAction | null =>
	effects.find((effect) => effect.kind === 'context_action')?.action ?? null;

/** Nothing changed: where the run stands, for a caller that meant another position. */
export const staleStatus = ({ id, run, delivered }: RunRecord): Status => {
	const earlier =
		delivered === null
			? undefined
			: `The context action \`/${delivered}\` was delivered at this position.`;
	const notes = [earlier, noteOf(run)].filter((note) => note !== undefined);
	return { ...statusOf(id, run, notes.join(' ') || undefined), stale: true };
};

/** What the change that led here was answered, for a caller that never got it: its action included. */
export const repeatedAnswer = (id: string, run: Run): RunAnswer => {
	const effects = run.arrival?.effects ?? [];
	const { answer, delivered, contextHints } = answerOf(id, run, effects);
	return {
		answer: { ...answer, stale: true },
		effects: [{ kind: 'repeated' }],
		delivered,
		contextHints,
	};
};

/** What the caller is told after a change of a run. */
export const answerOf = (id: string, run: Run, effects: readonly RunEffect[]): RunAnswer => {
	const action = deliveredBy(effects);
	return {
		answer:
			action === null
				? statusOf(id, run, noteOf(run, effects))
				: pendingAction(id, run, action, eventNote(effects)),
		effects,
		delivered: action,
		contextHints: runHints(run),
	};
};

/** A change of a run, for its history. */
export const entryOf = (
	event: RunEvent | 'start',
	at: number,
	run: Run,
	effects: readonly RunEffect[],
): HistoryEntry => {
	const action = deliveredBy(effects);
	const { status } = run.state;
	const note = status === 'failed' ? run.failure : eventNote(effects);
	return {
		at,
		event: event === 'start' ? 'start' : event.type,
		...(event !== 'start' && event.type === 'advance' && { outcome: event.outcome ?? 'ok' }),
		position: run.position,
		status,
		...whereOf(run.state),
		...(action !== null && { contextAction: action }),
		...(note !== undefined && { note }),
	};
};
