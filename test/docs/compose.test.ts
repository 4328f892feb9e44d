// The compose files and what Grafana is given: that they fit each other, the image and the dashboard. What the
// queries tell, `npm run nightly -- dashboards` shows.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const examples = resolve(import.meta.dirname, '../../examples');
const read = (path: string): string => readFileSync(join(examples, path), 'utf8');

interface Service {
	readonly environment?: Readonly<Record<string, string>>;
	readonly volumes?: readonly string[];
	readonly depends_on?: readonly string[];
}
interface Compose {
	readonly services: Readonly<Record<string, Service>>;
	readonly volumes: Readonly<Record<string, null>>;
}
const [plain, dashboards] = ['compose.yaml', 'dashboards.yaml'].map(
	(file) => parse(read(`docker/${file}`)) as Compose,
) as [Compose, Compose];
const { services } = dashboards;
const source = parse(read('grafana/provisioning/datasources/loadline.yaml')).datasources[0];
const board = JSON.parse(read('grafana/loadline.json'));

describe('the compose files', () => {
	it('mount what is there, and name what they have', () => {
		const volumes = { ...plain.volumes, ...dashboards.volumes };
		for (const { volumes: mounts = [], depends_on = [] } of Object.values(services)) {
			for (const [from = ''] of mounts.map((mount) => mount.split(':')))
				expect(from in volumes || existsSync(join(examples, 'docker', from))).toBe(true);
			for (const name of depends_on) expect(services).toHaveProperty(name);
		}
		expect(plain.services).toHaveProperty('loadline');
	});

	it('give Loadline and Grafana the same ClickHouse, by variables that are documented', () => {
		const { environment = {} } = services.loadline ?? {};
		const config = read('../docs/config.md');
		for (const name of Object.keys(environment)) expect(config).toContain(`\`${name}\``);
		const url = String(environment.LOADLINE_CLICKHOUSE_URL).replace(/\$\{[^}]*\}/, 'pw');
		const { hostname, port, username, searchParams } = new URL(url);
		expect([source.url, source.basicAuthUser]).toEqual([`http://${hostname}:${port}`, username]);
		expect(services).toHaveProperty(hostname);
		expect(services[hostname]?.environment).toMatchObject({
			CLICKHOUSE_USER: username,
			CLICKHOUSE_DB: searchParams.get('database'),
		});
		expect(source.jsonData.defaultDatabase).toBe(searchParams.get('database'));
		expect(services.grafana?.environment).toHaveProperty(
			source.secureJsonData.basicAuthPassword.slice(1),
		);
	});

	it('have Grafana load the plugin and the dashboard', () => {
		const types = board.panels.map(
			(panel: { datasource: { type: string } }) => panel.datasource.type,
		);
		expect([...new Set(types)]).toEqual([source.type]);
		expect(services.grafana?.environment?.GF_PLUGINS_PREINSTALL).toBe(source.type);
		const [provider] = parse(read('grafana/provisioning/dashboards/loadline.yaml')).providers;
		expect(services.grafana?.volumes).toContain(
			`../grafana/loadline.json:${provider.options.path}/loadline.json:ro`,
		);
		expect(board.templating.list[0]).toMatchObject({ type: 'datasource', query: source.type });
	});
});
