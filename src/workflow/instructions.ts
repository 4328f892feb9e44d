// Instructions of steps as Markdown: of a run's current step, and of a definition's steps without a run
// (docs/workflow.md, "Steps by number").

import { ok } from '../shared/result';
import { fault, listed, quoted } from './fault';
import {
	contextOfGroup,
	currentGroup,
	currentLoopStep,
	currentStep,
	groupOf,
	hintsOf,
	tasksOf,
} from './position';
import type { Run, Task, WorkflowDefinition, WorkflowStep } from './types';

const PLACEHOLDER = /\{task\.(id|title|description)\}/g;

/** Returns the current task with its description; undefined where the list was replaced since. */
export const taskInHand = ({ state }: Run): Task | undefined => {
	const task = state.task && tasksOf(state, state.step)[state.task.index];
	return task?.id === state.task?.id ? task : undefined;
};

/** Fills placeholders in one pass, so that braces inside a task's texts stay. */
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

/** Returns what to do at the current step; empty at a loop that waits for its tasks. */
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

const bodyOf = ({ loops }: WorkflowDefinition, step: WorkflowStep): string[] => {
	const parts: string[] = [];
	if (step.instructions !== undefined) parts.push(step.instructions.trimEnd());
	if (step.type === 'ralph') parts.push(`Do this ${step.n ?? 1} times, refining the same result.`);
	if (step.agent !== undefined) parts.push(`**Agent:** ${step.agent}`);
	if (step.tool !== undefined) parts.push(`**Tool:** \`${step.tool}\``);
	if (step.type === 'loop')
		for (const each of Object.hasOwn(loops, step.id) ? (loops[step.id] ?? []) : []) {
			const agent = each.agent === undefined ? '' : ` (agent: ${each.agent})`;
			parts.push(`#### ${each.id}${agent}`, each.instructions.trimEnd());
		}
	return parts;
};

const numbers = (steps: readonly WorkflowStep[]): string => {
	const first = steps[0]?.order;
	const last = steps.at(-1)?.order;
	return first === last ? `Step ${first}` : `Steps ${first}–${last}`;
};

const headingOf = (group: readonly WorkflowStep[]): string => {
	const [first] = group;
	if (first === undefined) return '';
	if (first.loopGroup !== undefined)
		return `## ${numbers(group)} — loop (repeat for each page of results)`;
	const repeat = first.type === 'loop' ? ' — loop (repeat for each task)' : '';
	return `## Step ${first.order}: ${first.title ?? first.id}${repeat}`;
};

const nextOf = (name: string, group: readonly WorkflowStep[], next: readonly WorkflowStep[]) => {
	const looped = group[0]?.loopGroup !== undefined;
	const when = looped ? 'When every page is done: ' : '';
	const [first] = next;
	if (first === undefined)
		return `---\n${when}**Workflow complete.** No step comes after ${looped ? 'these' : 'this one'}.`;
	const context = contextOfGroup(next);
	const before =
		context === undefined ? '' : `The user runs \`/${context}\` (ask for it, end your turn); then `;
	const call = `get_workflow_step({ workflow: "${name}", step: ${first.order} })`;
	return `---\n${when}**REQUIRED next action:** ${before}Call ${call} — do NOT proceed without it.`;
};

/** Returns the steps of a group, with headings when there are several. */
export const groupParts = (definition: WorkflowDefinition, group: readonly WorkflowStep[]) => {
	const looped = group[0]?.loopGroup !== undefined;
	const parts = looped
		? [
				'Do all of these steps for one page of results, then again for the next, until none is left.',
			]
		: [];
	for (const each of group) {
		if (looped) parts.push(`### Step ${each.order}: ${each.title ?? each.id}`);
		parts.push(...bodyOf(definition, each));
	}
	return parts;
};

/** Returns the text of a step, Markdown, given its number (`order`) or id; with the hints of its group, where there are any. */
export const stepText = (definition: WorkflowDefinition, step: number | string) => {
	const { name, steps } = definition;
	const named = steps.findIndex(({ order, id }) => order === step || id === step);
	// Models often write numbers as strings.
	const at = named < 0 ? steps.findIndex(({ order }) => String(order) === step) : named;
	const unknown = `Step ${typeof step === 'number' ? step : quoted(step)} not found in workflow '${name}'. Available: ${listed(steps.map(({ order }) => String(order)))}.`;
	if (at < 0) return fault(unknown, 'unknown_step');
	const group = groupOf(steps, at);
	const last = group.at(-1);
	const next = last === undefined ? [] : groupOf(steps, steps.indexOf(last) + 1);
	const parts = [headingOf(group)];
	const context = contextOfGroup(group);
	// Addressed to a model, which cannot run commands itself.
	if (context !== undefined)
		parts.push(
			`**Context:** before this the user runs \`/${context}\`. Ask for it and end your turn, unless it was just done.`,
		);
	parts.push(...groupParts(definition, group), nextOf(name, group, next));
	const contextHints = hintsOf(group);
	return ok({ text: parts.join('\n\n'), ...(contextHints.length > 0 && { contextHints }) });
};
