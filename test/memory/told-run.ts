// One document of a workspace, told to the sessions of a run: sections are told as an activation does, the document is
// edited, and a status proves what was told.
import { expect } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { type ReplaySources, resume } from '../../src/session/verified-action';
import { ok } from '../../src/shared/result';
import { callerOf, openWorkspace } from './workspace';

const RULE = 'rules/GADGET.md';
/** Sources of proofs in a run whose context was cleared; baselines are kept in a map, where one is given. */
export function runSources(
	hub: ReplaySources['hub'],
	sessions: readonly string[],
	saved?: Map<string, string>,
): ReplaySources {
	const at = { run_id: 'r', sessions: [...sessions], position: 1, outputs: 0 };
	const inForce = { ...at, delivered: 'clear' as const, definition, contextHints: [] };
	return {
		hub,
		workflow: { inForce: async () => ok(inForce) },
		baselines: {
			get: async (task) => saved?.get(task) ?? null,
			put: async (task, text) => void saved?.set(task, text),
		},
		session: () => ({ requiredOrders: async () => [] }),
	};
}

const definition = { name: 'w', description: '', agents: {}, loops: {}, steps: [] };

/** @param first the text that is published first @param sessions of the run, the first of which is asked unless another is named */
export async function openRun(first: string, sessions: string[] = ['ada-1']) {
	const { hub, store, push, agent, tell } = openWorkspace();
	let text = first;
	const [id = ''] = Object.values(await push({ [RULE]: text }));
	const agents = new Map<string, Awaited<ReturnType<typeof agent>>>();
	for (const session of sessions) agents.set(session, await agent('ada', session));
	const sources = runSources(hub, sessions);
	const [main = ''] = sessions;
	return {
		store,
		/** Tells all lines of a section. */
		tell(section: string, session = main) {
			const hash = contentHash(text);
			const lines = store.versionByHash(id, hash)?.constraints ?? [];
			const keys = lines.filter(({ heading }) => heading === section).map(({ key }) => key);
			if (keys.length > 0) tell(callerOf('ada', session), id, { hash, keys });
		},
		load: (session = main) =>
			agents.get(session)?.('memload', { ids: [id], knownHashes: { [id]: '' } }),
		act: (session = main) => hub.taken({ caller: callerOf('ada', session) }),
		async edit(content: string) {
			const files = [{ file: RULE, content, base: contentHash(text), id }];
			if (content !== text)
				expect(await hub.applySync({ by: 'admin', files })).toMatchObject({ ok: true });
			text = content;
		},
		/** Withdraws it, lets it go by a load, and publishes it again. */
		async release(session = main) {
			const withdraw = [{ id, hash: contentHash(text) }];
			await hub.applySync({ by: 'admin', files: [], withdraw });
			await this.load(session);
			const { version = 0 } = store.object(id) ?? {};
			const again = await hub.rollback({ id, version: version - 1, by: 'admin' });
			expect(again).toMatchObject({ ok: true });
		},
		async status(session = main, tokenBudget = 10_000) {
			const limits = { tokenBudget, estimate: (said: string) => said.length };
			const who = { caller: callerOf('ada', session), session };
			const { section, bound } = await resume(sources, who, limits);
			const { admissible, issues, warnings = [] } = section.verification;
			const lost = issues.flatMap(({ evidence = [] }) => evidence).toSorted();
			return { admissible, bound, lost, warnings, prompt: section.prompt_context };
		},
	};
}
