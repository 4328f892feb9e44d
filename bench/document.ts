// `npm run bench -- document`: writes the tables of documents that come from bench/results.json, each between its
// two marks.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { askTable, type Half } from './ask/sums';
import { type FieldsHalf, fieldsTable } from './fields/table';
import type { RuledShape } from './leaving/ruled';
import { type HostReplays, leavingTable, ruledTable } from './leaving/table';
import { type Lines, linesTable } from './lines/table';
import { type ListRow, listsTable } from './lists/table';
import { type MutationRow, mutationTable } from './mutation/table';
import { type NeedleResults, needleTable } from './needle/table';
import { type NeighbourRow, neighbourTable } from './neighbour/table';
import { type OperationsResults, operationsTable } from './operations/table';
import { type Overhead, overheadTable } from './overhead/table';
import { type PeersResults, peersInShort, peersTable } from './peers/table';
import { type CpuRow, cpuTable } from './protect-cpu/table';
import { type Measured, readResults } from './results';
import { type RulesResults, rulesTable } from './rules/table';
import { type ScalingRow, scalingTable } from './scaling/table';
import { type SoakRow, soakTable } from './soak/table';
import { summaryTable } from './summary/table';
import { type Walk, walkTable } from './walk/table';

/** The tables of a document, by the part of the results that each shows. */
type Tables = Readonly<Record<string, (value: never) => string>>;

const inFull: Tables = {
	fields: ({ halves }: { halves: readonly FieldsHalf[] }) => fieldsTable(halves),
	needle: (value: NeedleResults) => needleTable(value),
	peers: (value: PeersResults) => peersTable(value),
	ask: ({ halves }: { halves: readonly Half[] }) => askTable(halves),
	rules: (value: RulesResults) => rulesTable(value),
	operations: (value: OperationsResults) => operationsTable(value),
	walk: (value: Walk) => walkTable(value),
	overhead: (value: Overhead) => overheadTable(value),
	protectCpu: ({ rows, first }: { rows: readonly CpuRow[]; first?: number }) =>
		cpuTable(rows, first),
	scaling: (rows: readonly ScalingRow[]) => scalingTable(rows),
	neighbour: (rows: readonly NeighbourRow[]) => neighbourTable(rows),
	soak: (rows: readonly SoakRow[]) => soakTable(rows),
	mutation: (rows: readonly MutationRow[]) => mutationTable(rows),
	lines: (value: Lines) => linesTable(value),
	lists: (rows: readonly ListRow[]) => listsTable(rows),
	ruled: (shapes: readonly RuledShape[]) => ruledTable(shapes),
	leaving: ({ hosts }: { hosts: readonly HostReplays[] }) => leavingTable(hosts),
};

/** The document that has one row of every small bench. */
const SUMMARIZED = 'docs/benchmarks.md';

export const DOCUMENTS: Readonly<Record<string, Tables>> = {
	'README.md': { peers: (value: PeersResults) => peersInShort(value) },
	'docs/benchmarks.md': inFull,
};

/** Returns the text of a document with every table as it was last measured. */
export function documented(path: string, text: string): string {
	const results = readResults();
	const tables: (readonly [part: string, said: string])[] = Object.entries(
		DOCUMENTS[path] ?? {},
	).flatMap(([part, table]) => {
		const measured = results[part];
		if (!measured) return [];
		return [[part, `${table(measured.value as never)}\n\n${origin(measured)}`]];
	});
	if (path === SUMMARIZED) tables.unshift(['summary', summaryTable(results)]);
	return tables.reduce((all, [part, said]) => {
		const [start, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
		const [from, to] = [all.indexOf(start), all.indexOf(end)];
		if (from < 0 || to < from) throw new Error(`${path} has no ${start} … ${end}`);
		return `${all.slice(0, from + start.length)}\n${said}\n${all.slice(to)}`;
	}, text);
}

const origin = ({ date, machine, node, commit }: Measured<unknown>): string =>
	`Measured on ${date}, ${machine}, Node ${node}${commit === undefined ? '' : `, at ${commit}`}.`;

if (basename(process.argv[1] ?? '') === 'document.ts')
	for (const path of Object.keys(DOCUMENTS))
		writeFileSync(path, documented(path, readFileSync(path, 'utf8')));
