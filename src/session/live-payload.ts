// The replay payload of a live session: loaded rules, steps of its workflow and recovery paths
// (docs/replay.md, "Live sessions"). Pure and deterministic.
import type { BindingRule } from '../memory';
import { composePayload, type ReplayPayload } from '../replay';
import type { WorkflowDefinition } from '../workflow';
import { liveConstraints } from './live-constraints';

interface LiveFacts {
	readonly task: string;
	readonly objective?: string | undefined;
	readonly rules: readonly BindingRule[];
	readonly run?: { readonly id: string; readonly definition: WorkflowDefinition } | undefined;
	/** Orders required by results of the session. */
	readonly requiredOrders?: readonly (readonly string[])[];
}

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
			...new Set(liveConstraints(rules).map(({ line }) => line)),
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

type Edge = ReplayPayload['blockers'][number];

interface Action {
	readonly name: string;
	/** Constraints from the definition. */
	readonly bound: readonly string[];
	readonly recovery: readonly Edge[];
}

/** Returns steps in order, sub-steps as `loop/sub-step`. */
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

/**
 * Merges orders topologically: steps come in the order first named, after all that any order puts before
 * them; a contradiction is resolved in favour of the step named first.
 */
export function mergedOrder(orders: readonly (readonly string[])[]): string[] {
	const names = [...new Set(orders.flat())];
	const place = new Map(names.map((name, at) => [name, at]));
	const at = (name: string): number => place.get(name) ?? 0;
	const followers: number[][] = names.map(() => []);
	const waitsFor = names.map(() => 0);
	for (const order of orders) {
		for (const [index, name] of order.entries()) {
			const before = order[index - 1];
			if (before === undefined) continue;
			followers[at(before)]?.push(at(name));
			waitsFor[at(name)] = (waitsFor[at(name)] ?? 0) + 1;
		}
	}
	/** Steps that wait for none, the lowest last. */
	const ready: number[] = [];
	const add = (index: number) => {
		let [low, high] = [0, ready.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((ready[middle] ?? 0) > index) low = middle + 1;
			else high = middle;
		}
		ready.splice(low, 0, index);
	};
	for (const [index, count] of waitsFor.entries()) if (count === 0) ready.push(index);
	ready.reverse();
	const merged = new Set<number>();
	let first = 0;
	while (merged.size < names.length) {
		while (merged.has(first)) first++;
		const next = ready.pop() ?? first;
		if (merged.has(next)) continue;
		merged.add(next);
		for (const follower of followers[next] ?? []) {
			const left = (waitsFor[follower] ?? 0) - 1;
			waitsFor[follower] = left;
			if (left === 0) add(follower);
		}
	}
	return [...merged].map((index) => names[index] ?? '');
}
