// A step of a definition as an agent reads it, without a run: the step, or its whole loop group, and
// the call that comes next (docs/workflow.md, "Steps by number").
import { err, ok, type Result } from '../shared/result';
import { fault, listed, quoted, type WorkflowFault } from './fault';
import type { WorkflowDefinition, WorkflowStep } from './types';

export interface ContextHint {
	/** Number of the step. */
	readonly step: number;
	readonly tool: string;
	readonly lifecycle: 'transient';
	readonly consumedBy: string;
}

export interface StepText {
	/** Markdown. */
	readonly text: string;
	/** One for each step of the group that has a hint; absent when none has. */
	readonly contextHints?: readonly ContextHint[];
}

/** The neighbours that are repeated together with a step; the step alone when it is in no group. */
const groupOf = (steps: readonly WorkflowStep[], at: number): readonly WorkflowStep[] => {
	const group = steps[at]?.loopGroup;
	if (group === undefined) return steps.slice(at, at + 1);
	let from = at;
	let to = at + 1;
	while (steps[from - 1]?.loopGroup === group) from--;
	while (steps[to]?.loopGroup === group) to++;
	return steps.slice(from, to);
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

const nextOf = (name: string, group: readonly WorkflowStep[], next: WorkflowStep | undefined) => {
	const looped = group[0]?.loopGroup !== undefined;
	const when = looped ? 'When every page is done: ' : '';
	return next === undefined
		? `---\n${when}**Workflow complete.** No step comes after ${looped ? 'these' : 'this one'}.`
		: `---\n${when}**REQUIRED next action:** Call get_workflow_step({ workflow: "${name}", step: ${next.order} }) — do NOT proceed without it.`;
};

/**
 * The text of one step.
 * @param step the step's number (`order`), or its id
 */
export const stepText = (
	definition: WorkflowDefinition,
	step: number | string,
): Result<StepText, WorkflowFault> => {
	const { name, steps } = definition;
	const named = steps.findIndex(({ order, id }) => order === step || id === step);
	// Many a model writes a number as a text.
	const at = named < 0 ? steps.findIndex(({ order }) => String(order) === step) : named;
	if (at < 0)
		return err(
			fault(
				'unknown_step',
				`Step ${typeof step === 'number' ? step : quoted(step)} not found in workflow '${name}'. Available: ${listed(steps.map(({ order }) => String(order)))}.`,
			),
		);
	const group = groupOf(steps, at);
	const last = group.at(-1);
	const next = last === undefined ? undefined : steps[steps.indexOf(last) + 1];
	const looped = group[0]?.loopGroup !== undefined;
	const parts = [headingOf(group)];
	if (looped)
		parts.push(
			'Do all of these steps for one page of results, then again for the next, until none is left.',
		);
	for (const each of group) {
		if (looped) parts.push(`### Step ${each.order}: ${each.title ?? each.id}`);
		parts.push(...bodyOf(definition, each));
	}
	parts.push(nextOf(name, group, next));
	const contextHints = group.flatMap(({ order, tool, contextHint }): ContextHint[] =>
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
	return ok({ text: parts.join('\n\n'), ...(contextHints.length > 0 && { contextHints }) });
};
