// What the agent is told to do at the current step: the definition's text with the task filled in.
import { currentGroup, currentLoopStep, currentStep } from './context-action';
import { tasksOf } from './moves';
import { groupParts, headingOf } from './step-text';
import type { Run, Task } from './types';

const PLACEHOLDER = /\{task\.(id|title|description)\}/g;

/** The task in hand as it was set, with its description; undefined when the list was replaced since. */
export const taskInHand = ({ state }: Run): Task | undefined => {
	const task = state.task && tasksOf(state, state.step)[state.task.index];
	return task?.id === state.task?.id ? task : undefined;
};

/** One pass: what a task's own texts hold in braces stays as it is. */
const interpolate = (text: string, run: Run): string => {
	const { task } = run.state;
	if (task === undefined) return text;
	const description = taskInHand(run)?.description ?? '';
	return text.replace(PLACEHOLDER, (_, field: string) =>
		field === 'id' ? task.id : field === 'title' ? task.title : description,
	);
};

const iteration = (current: number, total: number): string =>
	`\n\n[Ralph Loop - Iteration ${current} of ${total}]\n${
		current > 1
			? `You are receiving THE SAME TASK again to refine and improve your previous result. This is intentional - you should work on this task again, NOT skip it. Your goal is to iterate and improve the quality of the work from iteration ${current - 1}.`
			: `This task will be repeated ${total} times to iteratively improve the result. After you complete this iteration, you will receive the SAME TASK again to refine your work. Each iteration is an opportunity to improve quality.`
	}`;

/** Empty at a loop that waits for its tasks. */
export const instructionsOf = (run: Run): string => {
	const { state } = run;
	if (state.status === 'complete') return 'Workflow complete.';
	if (state.status === 'failed')
		return run.failure === undefined ? 'Workflow failed.' : `Workflow failed. ${run.failure}`;
	const step = currentStep(run);
	if (step.type === 'loop') return interpolate(currentLoopStep(run)?.instructions ?? '', run);
	const group = currentGroup(run);
	if (group.length > 1)
		return [headingOf(group), ...groupParts(run.definition, group)].join('\n\n');
	const text = step.instructions ?? '';
	return step.type === 'ralph' ? text + iteration(state.ralphIteration ?? 1, step.n ?? 1) : text;
};
