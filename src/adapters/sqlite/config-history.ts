// ConfigHistory over SQLite: a row a version, its facts as JSON and its document as it was written.
import type { ConfigLedger } from '../../config';
import { insert } from '../../shared/rows';
import { counted, type Sql } from '../../shared/sql';

type ConfigHistory = ConstructorParameters<typeof ConfigLedger>[0];
type ConfigVersion = ReturnType<ConfigHistory['list']>[number];
type KeptVersion = Parameters<ConfigHistory['append']>[0];

interface Row {
	readonly version: number;
	readonly facts: string;
	readonly text: string;
}

const factsOf = ({ version, facts }: Omit<Row, 'text'>): ConfigVersion => ({
	...(JSON.parse(facts) as Omit<ConfigVersion, 'version'>),
	version,
});

const keptOf = (row: Row): KeptVersion => ({ ...factsOf(row), text: row.text });

/** @param sql the database of a workspace */
export const createSqliteConfigHistory = (sql: Sql): ConfigHistory => {
	sql.all(`CREATE TABLE IF NOT EXISTS config_versions (
		version INTEGER PRIMARY KEY, facts TEXT NOT NULL, text TEXT NOT NULL)`);
	return {
		newest: (count) =>
			sql
				.all<Row>('SELECT * FROM config_versions ORDER BY version DESC LIMIT ?', count)
				.map(keptOf),
		at: (version) =>
			sql.all<Row>`SELECT * FROM config_versions WHERE version = ${version}`.map(keptOf)[0],
		list: ({ limit, offset }) =>
			sql
				.all<Omit<Row, 'text'>>(
					'SELECT version, facts FROM config_versions ORDER BY version DESC LIMIT ? OFFSET ?',
					limit,
					offset,
				)
				.map(factsOf),
		count: () => counted(sql, 'config_versions'),
		append({ version, text, ...facts }, keep) {
			sql.transaction(() => {
				insert(sql, 'INSERT INTO config_versions', { version, facts: JSON.stringify(facts), text });
				sql.all`DELETE FROM config_versions WHERE version NOT IN
						(SELECT version FROM config_versions ORDER BY version DESC LIMIT ${keep})`;
			});
		},
	};
};
