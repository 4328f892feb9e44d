// Real payloads that are asked: tables, records and maps of installed packages as JSON, and texts whose
// lines are rows; with the API-shaped results beside the repository, where they are there.
import { readFileSync } from 'node:fs';
import { logPayloads } from '../needle/payloads/logs';
import { spelledKey } from '../needle/readers/jmespath';
import type { ApiList } from '../payloads/api-list';
import { fixtureLists } from '../payloads/fixture-lists';
import { packageJson, packageModule, packageText } from '../payloads/found';
import { octokitLists } from '../payloads/octokit';
import { rows } from '../payloads/rows';
import { tableLists } from '../payloads/tables';
import type { AskPayload } from './payload';

const visx =
	packageModule<
		Record<'appleStock' | 'exoplanets' | 'browserUsage' | 'cityTemperature', unknown[]>
	>('@visx/mock-data');
const vega = (file: string): unknown[] => packageJson('vega-datasets', `data/${file}.json`);

const top = (name: string, items: readonly unknown[]): AskPayload => ({
	name,
	items,
	list: '@',
	text: JSON.stringify(items),
});

const within = (name: string, member: string, items: readonly unknown[]): AskPayload => ({
	name,
	items,
	list: member,
	text: JSON.stringify({ source: name, [member]: items }),
});

/** Pages of a longer list, by what they say themselves. */
const PARTIAL = new Set([
	'airtable_records', // an `offset` to go on from
	'cloudwatch_log_events', // a `nextToken`
	'outlook_messages', // an `@odata.nextLink`
	'slack_history', // `has_more`
	'usgs_earthquakes', // counts all of its catalogue, of which 200 are taken here
]);

/** A list of the first pages' benchmark, or the values of its map. */
function listed({ name, path, value }: ApiList): AskPayload {
	const list = path.reduce<unknown>(
		(inside, key) => (inside as Record<string, unknown>)[key],
		value,
	) as object;
	const spelled = path.map(spelledKey).join('.') || '@';
	const items = Object.values(list) as unknown[];
	return {
		name,
		items,
		isPartial: PARTIAL.has(name),
		text: JSON.stringify(value),
		list: Array.isArray(list) ? spelled : `values(${spelled})`,
	};
}

const tables = (): AskPayload[] => [
	top('airports', rows('airports').slice(0, 1500)),
	within('zip-codes', 'results', rows('zipcodes').slice(4000, 7000)),
	top('carbon-dioxide', rows('co2-concentration')),
	within('penguins', 'penguins', vega('penguins')),
	top('gapminder', vega('gapminder')),
	top('jobs', vega('jobs').slice(0, 3000)),
	within('income', 'rows', vega('income')),
	top('unemployment', vega('unemployment-across-industries')),
	within('flights', 'flights', vega('flights-2k')),
	top('population', vega('population')),
	top('barley', vega('barley')),
	within('fertility', 'countries', vega('countries')),
	top('driving-budgets', vega('budgets')),
	within('share-index', 'days', rows('sp500-2000')),
	top('wind', rows('windvectors').slice(0, 2000)),
	within('apple', 'prices', visx.appleStock),
	top('exoplanets', visx.exoplanets),
	within('browsers', 'usage', visx.browserUsage),
	top('temperatures', visx.cityTemperature),
	within('weather-days', 'days', rows('seattle-weather')),
];

const nested = (): AskPayload[] => {
	const groups = packageJson<{ emojis: unknown[] }[]>('unicode-emoji-json', 'data-by-group.json');
	const graph = packageJson<{ nodes: unknown[] }>('vega-datasets', 'data/miserables.json');
	return [
		{
			name: 'emoji-groups',
			text: JSON.stringify(groups),
			list: '[].emojis[]',
			items: groups.flatMap(({ emojis }) => emojis),
		},
		{ name: 'miserables', text: JSON.stringify(graph), list: 'nodes', items: graph.nodes },
		{
			name: 'mime-types',
			text: packageText('mime-db', 'db.json'),
			list: 'values(@)',
			items: Object.values(packageJson<object>('mime-db', 'db.json')),
		},
		{
			name: 'installed-packages',
			text: readFileSync('package-lock.json', 'utf8'),
			list: 'values(packages)',
			items: Object.values(
				(JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: object }).packages,
			),
		},
	];
};

/** Texts: what the rows are is worked out here by hand, for these files. */
const texts = (): AskPayload[] => {
	const csv = (name: string, file: string, count: number): AskPayload => {
		const text = packageText('vega-datasets', `data/${file}.csv`)
			.split('\n')
			.slice(0, count + 1)
			.join('\n');
		return { name, text, list: '@', items: rows(file).slice(0, count) };
	};
	const movies = vega('movies').slice(0, 1200);
	const earthquakes = packageJson<{ features: { properties: object }[] }>(
		'vega-datasets',
		'data/earthquakes.json',
	);
	const shaken = earthquakes.features.slice(0, 600).map(({ properties }) => properties);
	return [
		csv('weather-csv', 'seattle-weather', 1461),
		csv('stocks-csv', 'stocks', 559),
		csv('employment-csv', 'us-employment', 120),
		csv('index-csv', 'sp500-2000', 700),
		csv('carbon-csv', 'co2-concentration', 700),
		{
			name: 'movies-ndjson',
			text: movies.map((movie) => JSON.stringify(movie)).join('\n'),
			list: '@',
			items: movies,
		},
		{
			name: 'earthquakes-ndjson',
			text: shaken.map((row) => JSON.stringify(row)).join('\n'),
			list: '@',
			items: shaken,
		},
	];
};

/** Logs are made up; their entries are read here by a pattern for these alone. */
const logs = (): AskPayload[] =>
	logPayloads().flatMap(({ name, text }) => {
		if (name === 'json-log')
			return [{ name, text, list: '@', items: text.split('\n').map((line) => JSON.parse(line)) }];
		if (!name.startsWith('application-log')) return [];
		const items = text.split('\n').map((line, at) => {
			const [, time, level] = /^(\S+) (\w+)/.exec(line) ?? [];
			return { line: at + 1, time, level, text: line };
		});
		return [{ name, text, list: '@', items }];
	});

/** Of JSON with made-up values, only what lies beside the repository is asked. */
export const ownPayloads = (): AskPayload[] => [
	...logs(),
	...tables(),
	...nested(),
	...texts(),
	...tableLists()
		.filter(({ name }) => name !== 'package_lock')
		.map(listed),
	...octokitLists().map(listed),
];

export const besidePayloads = (): AskPayload[] => fixtureLists().map(listed);
