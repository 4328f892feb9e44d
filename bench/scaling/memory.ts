// Memory: a workspace of many rules.
import { createMemoryStore } from '../../src/memory/storage/memory-store';
import { openSql } from '../../test/adapters/sqlite/open';
import { openWorkspace } from '../../test/memory/workspace';
import { rulePath, ruleText, TOPICS } from '../rule-text';
import type { Subject } from '../scaling';

const SIZES = [100, 1_000, 10_000];
const LOADED = 20;

/** Filled once for all that is asked of it. */
const workspaces = new Map<number, ReturnType<typeof workspaceOf>>();

async function workspaceOf(size: number) {
	const workspace = openWorkspace('ws-bench', createMemoryStore(openSql()));
	const ids: string[] = [];
	for (let from = 0; from < size; from += 100) {
		const files = Object.fromEntries(
			Array.from({ length: 100 }, (_, at) => [rulePath(from + at), ruleText(from + at)]),
		);
		ids.push(...Object.values(await workspace.push(files)));
	}
	return { workspace, ids, agent: await workspace.agent() };
}

type Made = Awaited<ReturnType<typeof workspaceOf>>;

const asked = (name: string, goal: 0 | 1, ask: (made: Made, run: number) => unknown): Subject => ({
	name,
	unit: 'rules',
	sizes: SIZES,
	goal,
	make: async (size) => {
		const filled = workspaces.get(size) ?? workspaceOf(size);
		workspaces.set(size, filled);
		const made = await filled;
		return (run) => ask(made, run);
	},
});

export const memory: readonly Subject[] = [
	asked('publish one more rule', 0, ({ workspace }, run) =>
		workspace.push({ [`rules/more/rule_${run}.md`]: ruleText(run) }),
	),
	asked(`memload of ${LOADED}`, 0, ({ agent, ids }, run) => {
		const chosen = Array.from({ length: LOADED }, (_, at) => ids[(run * LOADED + at) % ids.length]);
		return agent('memload', {
			shape: 'slim',
			ids: chosen,
			knownHashes: Object.fromEntries(chosen.map((id) => [id, ''])),
		});
	}),
	asked('memdisc by query', 1, ({ agent }, run) =>
		agent('memdisc', { shape: 'slim', query: `${TOPICS[run % 8]} of module ${run}` }),
	),
	asked('memactivate', 1, ({ agent }, run) =>
		agent('memactivate', { shape: 'slim', query: `write ${TOPICS[run % 8]} for module ${run}` }),
	),
];
