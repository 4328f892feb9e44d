// The rows of a database, as exports show them and erasures take them away (holdings.ts says whose they are).

import { counted, hasTable, type Sql, type SqlValue } from '../../shared/sql';

/** Of one table; `{}` where nothing in it is anybody's. */
interface Holding {
	/** SQL over `?1`, a principal's id: the rows that are theirs. */
	readonly whose?: string;
	/** SQL that takes the principal out of such a row where the row is the workspace's; else it goes. */
	readonly becomes?: string;
	/** A column that names who made a row; the row is the workspace's. */
	readonly maker?: string;
	/** Of a row that is many principals': what of a column is theirs, as SQL. */
	readonly shows?: Readonly<Record<string, string>>;
	/** Columns that no export shows. */
	readonly secret?: readonly string[];
}

/** Stands where a principal stood. */
const ERASED = 'erased';

const OWN_RUNS = 'SELECT n FROM workflow_runs WHERE principal = ?1';
const OWN_TASKS = "substr(task, 1, length(?1) + 1) = ?1 || '/'";
const SAVED = `SELECT 'replay_saved/' || n FROM replay_saved WHERE ${OWN_TASKS}`;
/** Shared payloads of a task: by author, of an earlier version where it is what the principal saved last. */
const SHARED_SAVED = `SELECT n FROM replay_saved WHERE author = ?1 UNION SELECT s.n FROM replay_saved s JOIN replay_saved own ON own.task = ?1 || '/' || s.task
	WHERE (SELECT group_concat(text, '') FROM replay_parts WHERE owner = 'replay_saved/' || s.n)
		= (SELECT group_concat(text, '') FROM replay_parts WHERE owner = 'replay_saved/' || own.n)`;
const RECORDED = "value ->> '$.principal' = ?1";
const WITHOUT_PARTS =
	"NOT EXISTS (SELECT 1 FROM replay_parts WHERE owner = 'replay_saved/' || replay_saved.n)";
const OWN: Holding = { whose: 'principal = ?1' };

/** Tables with nothing that is anybody's: of a workspace, or of an object that ends whole. */
const NOBODYS = [
	'memory_objects memory_files memory_scopes memory_index memory_parts memory_marks memory_tallies',
	'record_rows record_texts record_fields record_touched record_imports record_searches',
	'tool_sights tool_words tool_overflows config_moves registrations erasures object_name',
	'telemetry_learnt telemetry_periods telemetry_marks telemetry_episodes',
	// The log stays as it was written, or it would prove nothing (docs/storage.md).
	'audit_log audit_head',
	'session_chunks session_parts kept_results kept_texts kept_parts shown_texts prompt_states',
];

/** In the order in which they are erased: what leads to other rows goes after them. */
export const HOLDINGS: Readonly<Record<string, Holding>> = {
	// Workspace
	memory_drafts: { whose: "draft ->> '$.author' = ?1" },
	memory_versions: { maker: 'author' },
	// Numbers go on and counts stay; what was done, by whom and why, is gone.
	memory_evidence: {
		whose: 'principal = ?1',
		becomes: "principal = '', session = '', events = '[]'",
	},
	// Of before there was evidence, while it waits to be taken over; so are `sessions`.
	memory_attestations: OWN,
	sessions: OWN,
	memory_bindings: OWN,
	memory_told: OWN,
	record_finding_words: { whose: 'rowid IN (SELECT id FROM record_findings WHERE principal = ?1)' },
	record_findings_shared: { whose: 'id IN (SELECT id FROM record_findings WHERE principal = ?1)' },
	record_findings: OWN,
	workflow_definitions: { maker: 'principal' },
	workflow_tasks: { whose: `run IN (${OWN_RUNS})` },
	workflow_outputs: { whose: `run IN (${OWN_RUNS})` },
	workflow_artefacts: { whose: `run IN (${OWN_RUNS})` },
	workflow_history: { whose: `run IN (${OWN_RUNS})` },
	workflow_parts: { whose: 'owner IN (SELECT id FROM workflow_runs WHERE principal = ?1)' },
	workflow_keys: OWN,
	workflow_joined: OWN,
	workflow_runs: OWN,
	replay_parts: {
		whose: `owner IN (${SAVED}) OR owner IN (SELECT 'replay_saved/' || n FROM (${SHARED_SAVED}))
			OR owner IN (SELECT 'replay_baselines/' || n FROM replay_baselines WHERE ${OWN_TASKS})`,
	},
	replay_saved: { whose: `${OWN_TASKS} OR ${WITHOUT_PARTS}` },
	replay_baselines: { whose: OWN_TASKS },
	config_versions: {
		whose: "facts ->> '$.by' = ?1",
		becomes: `facts = json_set(facts, '$.by', '${ERASED}')`,
		// References to secrets, but who knows.
		secret: ['text'],
	},
	// Telemetry
	listed_sessions: OWN,
	known_principals: OWN,
	// Its counts stay.
	telemetry_batches: {
		whose: `EXISTS (SELECT 1 FROM json_each(records) WHERE ${RECORDED})`,
		becomes: `records = (SELECT json_group_array(CASE WHEN ${RECORDED}
			THEN json_set(value, '$.principal', '${ERASED}') ELSE json(value) END) FROM json_each(records))`,
		shows: {
			records: `(SELECT json_group_array(json(value)) FROM json_each(records) WHERE ${RECORDED})`,
		},
	},
	telemetry_begun: OWN,
	// Directory
	members: { whose: 'id = ?1', maker: 'added_by' },
	api_tokens: { whose: 'principal = ?1', maker: 'created_by', secret: ['digest'] },
	workspaces: { maker: 'created_by' },
	memberships: OWN,
	owner: { secret: ['passphrase'] },
	// Of a token's workspace, or of a person: `Visits.endOf` tells them apart.
	visits: { secret: ['digest', 'sealed'] },
	waiting_clients: { secret: ['record', 'source'] },
	refresh_tokens: { whose: 'principal = ?1', secret: ['digest', 'answer'] },
	// Vault: of a principal it ends whole.
	secrets: { maker: 'set_by', secret: ['sealed'] },
	grants: { secret: ['sealed'] },
	begun: { secret: ['state', 'sealed'] },
	clients: { secret: ['sealed'] },
	// Conversation: ends whole.
	sessions_at: { secret: ['id', 'initialized'] },
	...Object.fromEntries(NOBODYS.flatMap((names) => names.split(' ')).map((name) => [name, {}])),
};

/** One row as it is exported: its table, and its columns by name, without those that must not be shown. */
export interface OwnedRow {
	readonly table: string;
	readonly row: Readonly<Record<string, SqlValue>>;
}

export interface RowsQuery {
	/** Owner of the rows; any unless given. */
	readonly principal?: string;
	/** Of these tables alone. */
	readonly tables?: readonly string[];
	/** `next` of the page before. */
	readonly after?: RowsPlace;
}

/** So many rows of a table have been shown. */
export interface RowsPlace {
	readonly table: string;
	readonly shown: number;
}

/** Rows of one or several tables; a page ends soon after a million characters of JSON. */
export interface RowsPage {
	readonly rows: readonly OwnedRow[];
	/** Absent on the last page. */
	readonly next?: RowsPlace;
}

/** Characters after which a page ends, and rows that are read at once. */
const LONGEST_PAGE = 1_000_000;
const READ_AT_ONCE = 20;

/** The tables of a database that are its own: an index of words is none, nor are its parts. */
export function tablesOf(sql: Sql): readonly string[] {
	const made = sql.all<{ name: string; made: string }>(
		"SELECT name, coalesce(sql, '') AS made FROM sqlite_master WHERE type = 'table' ORDER BY name",
	);
	const words = made.filter(({ made: text }) => text.startsWith('CREATE VIRTUAL'));
	return made
		.map(({ name }) => name)
		.filter((name) => !/^(?:sqlite_|_cf_)/.test(name))
		.filter(
			(name) => !words.some((index) => name === index.name || name.startsWith(`${index.name}_`)),
		);
}

/** A page of rows, table by table; secrets are left out. */
export function rowsOf(sql: Sql, { principal, tables, after }: RowsQuery): RowsPage {
	const rows: OwnedRow[] = [];
	let size = 0;
	for (const table of tablesOf(sql)) {
		if ((after && table < after.table) || tables?.includes(table) === false) continue;
		const holding = HOLDINGS[table] ?? {};
		const where = principal === undefined ? '1' : conditionOf(holding);
		if (where === undefined) continue;
		const bindings = principal === undefined ? [] : [principal];
		const columns = principal === undefined ? '*' : shownOf(holding);
		for (let shown = table === after?.table ? after.shown : 0; ; ) {
			if (size > LONGEST_PAGE) return { rows, next: { table, shown } };
			const some = sql.all<Record<string, SqlValue>>(
				`SELECT ${columns} FROM ${table} WHERE ${where} LIMIT ${READ_AT_ONCE} OFFSET ?`,
				...bindings,
				shown,
			);
			for (const row of some) {
				const told = withoutSecrets(row, holding);
				rows.push({ table, row: told });
				size += JSON.stringify(told).length;
			}
			shown += some.length;
			if (some.length < READ_AT_ONCE) break;
		}
	}
	return { rows };
}

/** Takes away what is a principal's, whole or not at all. @returns rows that it concerned */
export function eraseOf(sql: Sql, principal: string): number {
	return sql.transaction(() => {
		let rows = 0;
		for (const [table, { whose, becomes, maker }] of Object.entries(HOLDINGS)) {
			if (!hasTable(sql, table)) continue;
			const change = becomes ? `UPDATE ${table} SET ${becomes}` : `DELETE FROM ${table}`;
			const unnamed = `UPDATE ${table} SET ${maker} = '${ERASED}'`;
			for (const [where, statement] of [
				[whose, change],
				[maker && `${maker} = ?1`, unnamed],
			]) {
				if (where === undefined) continue;
				const concerned = counted(sql, `${table} WHERE ${where}`, principal);
				if (concerned === 0) continue;
				rows += concerned;
				sql.all(`${statement} WHERE ${where}`, principal);
			}
		}
		return rows;
	});
}

const conditionOf = ({ whose, maker }: Holding): string | undefined => {
	const parts = [whose, maker && `${maker} = ?1`].filter((part) => part !== undefined);
	return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' OR ');
};

/** Lists the shown columns; a later one of the same name replaces an earlier. */
const shownOf = ({ shows = {} }: Holding): string =>
	['*', ...Object.entries(shows).map(([column, theirs]) => `${theirs} AS ${column}`)].join(', ');

const withoutSecrets = (row: Readonly<Record<string, SqlValue>>, { secret = [] }: Holding) =>
	Object.fromEntries(Object.entries(row).filter(([name]) => !secret.includes(name)));

/** Exports and erases the rows of an object, by whom they belong to. */
export const ownedRows = { rowsOf, eraseOf, isEmpty: (sql: Sql) => tablesOf(sql).length === 0 };
