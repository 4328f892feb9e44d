// Answers about a run: its status, a pending context action, and history entries.

import type { ContextHint } from '../shared/context-marks';
import { defined } from '../shared/json-values';
import { instructionsOf } from './instructions';
import {
	currentGroup,
	currentLoopStep,
	currentStep,
	hintsOf,
	locationOf,
	loopSteps,
	tasksOf,
} from './position';
import type { HistoryEntry, RunRecord } from './store';
import type { Run, RunEffect, RunEvent, StepContextAction } from './types';

/** The current step of a run with its instructions; task and sub-step (from 0) are absent outside a loop. */
export type Status = ReturnType<typeof statusOf> & {
	/** Nothing changed: `if_position` was not the current position, or the call was a repeat. */
	readonly stale?: true;
};

/** Answer in place of a status: the context must be compacted or cleared before the step begins. */
export type PendingAction = ReturnType<typeof pendingAction> & Pick<Status, 'stale'>;

/** Returns the progress of a run: of a loop how many of its tasks are done, and `Task 1/2, Sub-step 1/4` of the one in hand. */
const progressOf = (run: Run) => {
	const { definition, state } = run;
	const isLoop = state.stepType === 'loop';
	const tasks = tasksOf(state, state.step);
	const subSteps = loopSteps(run, state.step);
	const at = subSteps.findIndex(({ id }) => id === state.subStep) + 1;
	return {
		currentStep: definition.steps.findIndex(({ id }) => id === state.step) + 1,
		totalSteps: definition.steps.length,
		...(isLoop && {
			completedTasks: tasks.filter(({ status }) => status === 'done').length,
			totalTasks: tasks.length,
		}),
		...(isLoop &&
			state.task && {
				currentTaskProgress: `Task ${state.task.index + 1}/${tasks.length}, Sub-step ${at}/${subSteps.length}`,
			}),
	};
};

/** Describes a run as `workflow_status` answers it. */
export const statusOf = (id: string, run: Run, note?: string) => {
	const { state, position } = run;
	const running = state.status === 'running';
	const { task, subStep }: Partial<Run['state']> = running ? state : {};
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
		...(isAlone && defined({ title: step.title, tool: step.tool })),
		instructions: instructionsOf(run),
		progress: progressOf(run),
		...(task && { task: { ...task, total: tasksOf(state, state.step).length } }),
		...(subStep !== undefined && {
			subStep,
			subStepIndex: subSteps.findIndex(({ id }) => id === subStep),
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

/** Returns the context hints of the current steps. */
export const runHints = (run: Run): readonly ContextHint[] =>
	run.state.status === 'running' ? hintsOf(currentGroup(run)) : [];

/** Returns the answer that requests a context action, for a model, which cannot run commands. */
export const pendingAction = (id: string, run: Run, action: StepContextAction, note = '') => ({
	run_id: id,
	position: run.position,
	contextAction: `/${action}` as const,
	message: `Please run \`/${action}\` first, then call workflow_status again.`,
	note: `${note} You cannot run it: ask the user to run /${action}, or to go on in a fresh session, and end your turn. Afterwards: workflow_status {"run_id":"${id}"}.`.trimStart(),
});

/** Describes the effects that a status does not show. */
export const eventNote = (effects: readonly RunEffect[]): string | undefined => {
	const notes = effects.flatMap((effect) => {
		if (effect.kind === 'loop_skipped')
			return `Loop '${effect.loop}' has no tasks and was skipped.`;
		if (effect.kind === 'tasks_replaced')
			return `Loop '${effect.loop}' goes on with the new tasks after the task in hand.`;
		if (effect.kind === 'retried')
			return `Retry ${effect.retry} of ${effect.maxRetries}: the sub-step failed and is repeated.`;
		return [];
	});
	return notes.join(' ') || undefined;
};

/** Returns the note of a status: effects of the call, and what the run waits for. */
export const noteOf = (run: Run, effects: readonly RunEffect[] = []): string | undefined => {
	const { status, step, stepType, task, currentStepArtefacts } = run.state;
	const notes = [eventNote(effects) ?? ''];
	const waits = `Loop '${step}' waits for its tasks: call workflow_set_tasks with loop_id '${step}', or workflow_advance to skip it.`;
	if (status === 'running' && stepType === 'loop' && task === undefined) notes.push(waits);
	const isGroup = status === 'running' && currentGroup(run).length > 1;
	if (isGroup)
		notes.push(`These steps are one: repeat them for every page, then call workflow_advance once.`);
	if (status === 'running' && currentStepArtefacts === true)
		notes.push('Name what this step makes in artefacts when you call workflow_advance.');
	return notes.filter((note) => note !== '').join(' ') || undefined;
};

/** An answer, with the effects for the session's trace. */
export interface RunAnswer {
	readonly answer: Status | PendingAction;
	readonly effects: readonly RunEffect[];
	readonly delivered: StepContextAction | null;
	readonly contextHints: readonly ContextHint[];
}

/** Returns the context action among the effects. */
export const deliveredAction = (effects: readonly RunEffect[]): StepContextAction | null =>
	effects.find((effect) => effect.kind === 'context_action')?.action ?? null;

/** Returns the unchanged status for a call that meant another position. */
export const staleStatus = ({ id, run, delivered }: RunRecord): Status => {
	const earlier =
		delivered === null
			? undefined
			: `The context action \`/${delivered}\` was delivered at this position.`;
	const notes = [earlier, noteOf(run)].filter((note) => note !== undefined);
	return { ...statusOf(id, run, notes.join(' ') || undefined), stale: true };
};

/** Repeats the answer of the change that led here, for a caller that never received it. */
export const repeatedAnswer = (id: string, run: Run): RunAnswer => {
	const { answer, ...rest } = answerOf(id, run, run.arrival?.effects ?? []);
	return { ...rest, answer: { ...answer, stale: true }, effects: [{ kind: 'repeated' }] };
};

/** Returns the answer to a change of a run. */
export const answerOf = (id: string, run: Run, effects: readonly RunEffect[]): RunAnswer => {
	const action = deliveredAction(effects);
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

/** Returns the history entry of a change. */
export const entryOf = (
	event: RunEvent | 'start',
	at: number,
	run: Run,
	effects: readonly RunEffect[],
): HistoryEntry => {
	const action = deliveredAction(effects);
	const { status } = run.state;
	const note = status === 'failed' ? run.failure : eventNote(effects);
	return {
		at,
		event: event === 'start' ? 'start' : event.type,
		...(event !== 'start' && event.type === 'advance' && { outcome: event.outcome ?? 'ok' }),
		position: run.position,
		status,
		...locationOf(run.state),
		...(action !== null && { contextAction: action }),
		...(note !== undefined && { note }),
	};
};
