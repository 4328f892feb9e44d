// DefinitionStore and RunStore in memory: for tests and for programs without a Worker.
import {
	type DefinitionStore,
	definitionSummaryOf,
	type NumberedEntry,
	type RunRecord,
	type RunStore,
	type StoredDefinition,
	summaryOf,
} from '../../workflow/store';

/** A store of workflows that ends with its process. */
export const createMemoryDefinitionStore = (): DefinitionStore => {
	/** Versions newest first; the name changed last stands last. */
	const kept = new Map<string, readonly StoredDefinition[]>();
	return {
		put: (stored, keep) => {
			const versions = [stored, ...(kept.get(stored.name) ?? [])].slice(0, keep);
			kept.delete(stored.name);
			kept.set(stored.name, versions);
		},
		latest: (name) => kept.get(name)?.[0] ?? null,
		list: () =>
			[...kept.values()]
				.reverse()
				.flatMap(([latest]) => (latest ? [definitionSummaryOf(latest)] : [])),
		versions: (name) => (kept.get(name) ?? []).map(definitionSummaryOf),
	};
};

/** A store of runs that ends with its process. */
export const createMemoryRunStore = (): RunStore => {
	/** In the order in which they were started. */
	const records = new Map<string, RunRecord>();
	const keys = new Map<string, string>();
	const adopted = new Map<string, string>();
	const histories = new Map<string, NumberedEntry[]>();
	const newest = (principal: string | null): RunRecord[] =>
		[...records.values()]
			.reverse()
			.filter((record) => principal === null || record.principal === principal);
	return {
		insert: (record, entry, key) => {
			if (records.has(record.id)) throw new Error(`run ${record.id} exists`);
			records.set(record.id, record);
			adopted.delete(keyOf(record.principal, record.session));
			if (key !== undefined) keys.set(keyOf(record.principal, key), record.id);
			histories.set(record.id, [{ ...entry, number: 1 }]);
		},
		update: (_before, after, entry) => {
			const history = histories.get(after.id);
			if (history === undefined) throw new Error(`run ${after.id} does not exist`);
			records.set(after.id, after);
			history.push({ ...entry, number: history.length + 1 });
		},
		get: (id) => records.get(id) ?? null,
		keyed: (principal, key) => records.get(keys.get(keyOf(principal, key)) ?? '') ?? null,
		adopt: (principal, session, id) => void adopted.set(keyOf(principal, session), id),
		latest: (principal, session) =>
			records.get(adopted.get(keyOf(principal, session)) ?? '') ??
			newest(principal).find((record) => record.session === session) ??
			null,
		running: (principal, limit) =>
			newest(principal)
				.filter((record) => record.run.state.status === 'running')
				.sort((a, b) => b.updatedAt - a.updatedAt)
				.slice(0, limit)
				.map(summaryOf),
		list: (principal, { limit, offset }) =>
			newest(principal)
				.slice(offset, offset + limit)
				.map(summaryOf),
		forgetBefore: (time) => {
			for (const { id, updatedAt } of [...records.values()]) {
				if (updatedAt >= time) continue;
				records.delete(id);
				histories.delete(id);
			}
		},
		history: (id, { limit, offset }) =>
			(histories.get(id) ?? []).toReversed().slice(offset, offset + limit),
	};
};

const keyOf = (principal: string, name: string): string => JSON.stringify([principal, name]);
