// The replay payload of a live session: the rules it loaded, the steps of its workflow, and where to go
// when one fails (docs/replay.md, "Live sessions"). Pure; equal facts give equal bytes.
import type { BindingRule } from '../memory';
import { composePayload, type Edge, type ReplayPayload } from '../replay';
import type { WorkflowDefinition } from '../workflow';
import { liveConstraints } from './live-constraints';
import { mergedOrder } from './merged-order';

/** What a payload is made of; without `run` it has rules and required orders alone. */
export interface LiveFacts {
	readonly task: string;
	readonly objective?: string | undefined;
	readonly rules: readonly BindingRule[];
	readonly run?: { readonly id: string; readonly definition: WorkflowDefinition } | undefined;
	/** Orders that results of the session asked for. */
	readonly requiredOrders?: readonly (readonly string[])[];
}

/** What must survive a change of the session's context. */
export function livePayload({
	task,
	objective,
	rules,
	run,
	requiredOrders = [],
}: LiveFacts): ReplayPayload {
	const steps = run ? actionsOf(run.definition) : [];
	const orders = [
		steps.map(({ name }) => name),
		...requiredOrders.map((order) => [...new Set(order)]),
	];
	return composePayload({
		task,
		...(objective === undefined ? {} : { objective }),
		constraints: [
			...liveConstraints(rules).map(({ line }) => line),
			...steps.flatMap(({ bound }) => bound),
		],
		requiredOrder: mergedOrder(orders),
		blockers: [],
		dependencies: orders.flatMap(pairs),
		recovery: [
			...steps.flatMap(({ recovery }) => recovery),
			...(run ? [[`run ${run.id}`, 'workflow_status'] as const] : []),
		],
	});
}

interface Action {
	readonly name: string;
	/** What the definition binds it to. */
	readonly bound: readonly string[];
	readonly recovery: readonly Edge[];
}

/** Steps in order; the sub-steps of a loop follow it as `loop/sub-step`. */
const actionsOf = ({ steps, loops }: WorkflowDefinition): Action[] =>
	steps.flatMap((step) => {
		const inside = step.type === 'loop' && Object.hasOwn(loops, step.id) ? loops[step.id] : [];
		return [
			{ name: step.id, bound: agentOf(step.id, step.agent), recovery: [] },
			...(inside ?? []).map(({ id, agent, on_fail }): Action => {
				const name = `${step.id}/${id}`;
				const recovery = on_fail === undefined ? [] : [[name, `on_fail:${on_fail}`] as const];
				return { name, bound: agentOf(name, agent), recovery };
			}),
		];
	});

const agentOf = (name: string, agent: string | undefined): string[] =>
	agent === undefined ? [] : [`${name}:agent=${agent}`];

const pairs = (names: readonly string[]): Edge[] =>
	names.slice(1).map((name, at) => [names[at] ?? '', name] as const);
