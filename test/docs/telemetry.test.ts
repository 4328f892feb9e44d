import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLUMNS, DATASET } from '../../src/telemetry/columns';
import { groupOf } from '../../src/telemetry/group';
import { noSums } from '../../src/telemetry/tallies';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const text = read('docs/telemetry.md');
const documented = [...text.matchAll(/^### ([^\n]+)\n\n```sql\n(.*?)\n```/gms)].map(
	([, title = '', sql = '']) => ({ title, sql }),
);

interface Dashboard {
	readonly panels: readonly { title: string; targets: readonly { query: string }[] }[];
}
const dashboard = (JSON.parse(read('examples/grafana/loadline.json')) as Dashboard).panels.flatMap(
	({ title, targets }) => targets.map(({ query }) => ({ title, sql: query })),
);

/** Functions of the dialect that telemetry needs. */
const FUNCTIONS = ['sum', 'if', 'intDiv', 'toUInt32', 'toDateTime', 'now', 'quantileExactWeighted'];

describe.each([...documented, ...dashboard])('the SQL "$title"', ({ sql }) => {
	it('names only columns that are written, and weighs rows by their interval', () => {
		const written: readonly string[] = Object.values(COLUMNS);
		const named = sql.match(/\b(?:index|blob|double)\d+\b/g) ?? [];
		expect(named.filter((column) => !written.includes(column))).toEqual([]);
		expect(named.length).toBeGreaterThan(0);
		if (sql.includes('GROUP BY')) expect(sql).toContain('_sample_interval');
		expect(sql).toContain(`FROM ${DATASET}`);
	});

	it('calls only functions that Analytics Engine and ClickHouse both have', () => {
		const called = [...sql.matchAll(/\b([A-Za-z]\w*)\(/g)].map(([, name = '']) => name);
		const unknown = called.filter((name) => !FUNCTIONS.includes(name));
		expect(unknown).toEqual([]);
	});
});

describe('the Grafana dashboard', () => {
	it('has a panel for every query of the document, the same but for its range', () => {
		const asDocumented = dashboard.map(({ title, sql }) => ({
			title,
			sql: sql.replace(
				/WHERE timestamp >= toDateTime\(\$\{__from:date:seconds\}\)\n {2}AND timestamp <= toDateTime\(\$\{__to:date:seconds\}\)\n {2}AND index1 LIKE '\$\{workspace\}'/,
				"WHERE timestamp > now() - INTERVAL '1' DAY",
			),
		}));
		expect(asDocumented).toEqual(documented);
	});
});

describe('docs/telemetry.md', () => {
	it('says what each column of Analytics Engine is', () => {
		const rows = [...text.matchAll(/^\| `((?:index|blob|double)\d+)` \| `(\w+)`/gm)];
		expect(Object.fromEntries(rows.map(([, column, member]) => [member, column]))).toEqual(COLUMNS);
	});

	it('names every member of a record', () => {
		const records = text.slice(text.indexOf('## Records'), text.indexOf('## Where records go'));
		const missing = Object.keys(COLUMNS).filter((member) => !records.includes(`\`${member}\``));
		expect(missing).toEqual([]);
	});

	it('names every figure of a group', () => {
		const figures = text.slice(text.indexOf('### Figures'), text.indexOf('## Health'));
		const none = { p50: 0, p95: 0, p99: 0 };
		const group = groupOf('x', noSums(), { tokens: none, bytes: none, latencyMs: none });
		const { key: _, outcomes: __, ...rest } = group;
		const names = Object.entries(rest).flatMap(([name, value]) => [
			name,
			...(typeof value === 'object' && value !== null ? Object.keys(value) : []),
		]);
		const missing = names.filter((name) => !new RegExp(`[\`.]${name}[.\`]`).test(figures));
		expect(missing).toEqual([]);
	});

	it('names every event that is logged', () => {
		const files = globSync('src/{app,config,gateway,telemetry,adapters/{http,mcp}}/**/*.ts', {
			cwd: root,
		});
		const logged = files.flatMap((file) =>
			[...read(file).matchAll(/\bevent: '(\w+)'/g)].map(([, event = '']) => event),
		);
		const log = text.slice(text.indexOf('## Log'), text.indexOf('## Alerts'));
		expect([...new Set(logged)].filter((event) => !log.includes(`\`${event}\``))).toEqual([]);
		expect(logged.length).toBeGreaterThan(8);
	});
});
