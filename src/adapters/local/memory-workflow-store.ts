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

export const createMemoryRunStore = (): RunStore => {
	/** In the order in which they were started. */
	const records = new Map<string, RunRecord>();
	const histories = new Map<string, NumberedEntry[]>();
	const newest = (principal: string | null): RunRecord[] =>
		[...records.values()]
			.reverse()
			.filter((record) => principal === null || record.principal === principal);
	return {
		insert: (record, entry) => {
			if (records.has(record.id)) throw new Error(`run ${record.id} exists`);
			records.set(record.id, record);
			histories.set(record.id, [{ ...entry, number: 1 }]);
		},
		update: (_before, after, entry) => {
			const history = histories.get(after.id);
			if (history === undefined) throw new Error(`run ${after.id} does not exist`);
			records.set(after.id, after);
			history.push({ ...entry, number: history.length + 1 });
		},
		get: (id) => records.get(id) ?? null,
		latest: (principal, session) =>
			newest(principal).find((record) => record.session === session) ?? null,
		list: (principal, { limit, offset }) =>
			newest(principal)
				.slice(offset, offset + limit)
				.map(summaryOf),
		history: (id, { limit, offset }) =>
			(histories.get(id) ?? []).toReversed().slice(offset, offset + limit),
	};
};
