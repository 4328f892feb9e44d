// Verified context actions (docs/replay.md): the payload is saved before the context changes and compared
// afterwards. A host that clears its context goes on in a new session, which what earlier ones of its run were
// told binds too. Payloads are seen by principal: its own, a baseline, then a shared one. That of a live session is made of
// loaded rules, steps of its workflow and recovery paths.
import type { BindingRule, Caller, Hub } from '../memory';
import { composePayload, type PayloadStore, type ReplayPayload, readPayload } from '../replay';
import { canonicalJson } from '../shared/canonical-json';
import { defined, jsonIn } from '../shared/json-values';
import type { Remote } from '../shared/remote';
import type { WorkflowDefinition, WorkflowService } from '../workflow';
import { type LiveConstraint, liveConstraints } from './live-constraints';
import { type ReplaySection, type Resumption, replaySection } from './replay-section';
import type { SessionService } from './service';

/** Returns the keys of a line and of the heading that it is told under, where that states a rule. */
const keysToldWith = ({ rule, constraint }: LiveConstraint): string[] => [
	constraint.key,
	...(rule.untold ?? [])
		.filter(({ id, heading }) => heading === constraint.heading && /\/h\d+\b/.test(id))
		.map(({ key }) => key),
];

/** Sources of a session's payload. */
export interface ReplaySources {
	readonly hub: Pick<Remote<Hub>, 'bindingRules' | 'retold'>;
	readonly workflow: Pick<Remote<WorkflowService>, 'inForce'>;
	readonly baselines: PayloadStore;
	/** Returns a session of the caller by its resolved name. */
	session(name: string): Pick<Remote<SessionService>, 'requiredOrders'>;
}

interface SessionCaller {
	readonly caller: Caller;
	readonly session: string;
}

/** Returns the payload of a session with its latest run or the named one, including earlier sessions of the run. */
export async function currentPayload(sources: ReplaySources, who: SessionCaller, runId?: string) {
	const { caller, session } = who;
	const { principal } = caller;
	const run = await sources.workflow.inForce({ principal, session, ...defined({ run_id: runId }) });
	const found = run.ok ? run.value : undefined;
	const saved = found ? await sources.baselines.get(principalKey(principal, found.run_id)) : null;
	const earlier = found?.sessions.filter((name) => name !== session) ?? [];
	const [bound, ...orders] = await Promise.all([
		sources.hub.bindingRules({ caller, earlier }),
		...[...earlier, session].map((name) => sources.session(name).requiredOrders({})),
	]);
	const rules = bound.ok ? bound.value : [];
	const payload = livePayload({
		task: found?.run_id ?? `session-${session}`,
		objective: found?.summary,
		rules,
		run: found && { id: found.run_id, definition: found.definition },
		requiredOrders: orders.flat(),
	});
	return {
		payload,
		rules,
		saved,
		earlier,
		isAfterAction: found !== undefined && found.delivered !== null,
	};
}

/** Saves the baseline before a context change; without a run id (a result collapses) one not yet verified is kept. */
export async function saveBaseline(
	sources: ReplaySources,
	who: SessionCaller,
	runId?: string,
): Promise<ReplayPayload> {
	const { payload, saved, isAfterAction } = await currentPayload(sources, who, runId);
	if (runId === undefined && isAfterAction && saved !== null) return payload;
	const key = principalKey(who.caller.principal, payload.task);
	await sources.baselines.put(key, `${canonicalJson(payload, 2)}\n`);
	return payload;
}

/** Token budget of evidence. */
const MAX_EVIDENCE = 800;

/** Verifies what the caller holds, of the latest run unless one is named; what it is told again is added to its ledger. */
export async function resume(
	sources: ReplaySources,
	who: SessionCaller,
	{
		runId,
		held,
		...limits
	}: Pick<Resumption, 'held' | 'tokenBudget' | 'fits' | 'estimate'> & { readonly runId?: string },
): Promise<{ readonly section: ReplaySection; readonly bound: number }> {
	const { payload, rules, saved, earlier } = await currentPayload(sources, who, runId);
	const baseline = readPayload(jsonIn(saved));
	const { section, told, bound } = replaySection({
		...{ live: payload, rules, held, baseline: baseline.ok ? baseline.value : undefined },
		evidenceBudget: Math.min(limits.tokenBudget, MAX_EVIDENCE),
		...limits,
	});
	const byRule = Map.groupBy(told, ({ rule }) => rule);
	if (byRule.size > 0)
		await sources.hub.retold({
			...{ caller: who.caller, earlier },
			told: [...byRule].map(([{ ruleId, hash }, lines]) => ({
				...{ ruleId, hash },
				keys: lines.flatMap(keysToldWith),
			})),
		});
	return { section, bound };
}

/** A store with a quota per author. */
interface SharedPayloads extends PayloadStore {
	put(
		taskId: string,
		text: string,
		of?: { readonly author?: string; readonly most?: number },
	): Promise<void>;
}

/** Returns a principal's key; task ids contain no slash, so that keys never collide. */
export const principalKey = (principal: string, task: string): string => `${principal}/${task}`;

export const savedPayloads = (
	principal: string,
	/** `baselines`: payloads saved by sessions before a context action. */
	{ payloads, baselines }: Readonly<{ payloads: SharedPayloads; baselines: PayloadStore }>,
	{
		shared = false,
		most,
	}: {
		/** Also saves for the whole workspace. */
		readonly shared?: boolean | undefined;
		readonly most?: number;
	} = {},
): PayloadStore => ({
	async put(task, text) {
		const bound = most === undefined ? {} : { most };
		await payloads.put(principalKey(principal, task), text, bound);
		if (shared) await payloads.put(task, text, { author: principal, ...bound });
	},
	get: async (task) =>
		(await payloads.get(principalKey(principal, task))) ??
		(await baselines.get(principalKey(principal, task))) ??
		payloads.get(task),
});

export function livePayload({
	task,
	objective,
	rules,
	run,
	requiredOrders = [],
}: {
	readonly task: string;
	readonly objective?: string | undefined;
	readonly rules: readonly BindingRule[];
	readonly run?: { readonly id: string; readonly definition: WorkflowDefinition } | undefined;
	/** Orders required by results of the session. */
	readonly requiredOrders?: readonly (readonly string[])[];
}): ReplayPayload {
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
	for (const [before, name] of orders.flatMap(pairs)) {
		followers[at(before)]?.push(at(name));
		waitsFor[at(name)] = (waitsFor[at(name)] ?? 0) + 1;
	}
	/** Steps that wait for none, the lowest last. */
	const ready = waitsFor.flatMap((count, index) => (count === 0 ? [index] : [])).reverse();
	const add = (index: number) =>
		ready.splice(ready.findLastIndex((each) => each > index) + 1, 0, index);
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
