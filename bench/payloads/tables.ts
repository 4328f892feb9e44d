// Lists and maps of real data from installed packages: countries, films, cars, earthquakes, emoji,
// features of the web, jobs, the packages of this repository's own lock file.
import { readFileSync } from 'node:fs';
import type { ApiList } from './api-list';
import { packageJson } from './found';

const vega = (file: string): unknown => packageJson('vega-datasets', `data/${file}.json`);

/** The first `count` items of a list that is too long for a tool result. */
const some = (value: unknown, count: number): unknown[] => (value as unknown[]).slice(0, count);

export const tableLists = (): ApiList[] => [
	{
		name: 'world_countries',
		path: [],
		need: ['name/common', 'region', 'capital/0', 'cca2'],
		value: packageJson('world-countries', 'countries.json'),
	},
	{
		name: 'vega_movies',
		path: [],
		need: ['Title', 'Release Date', 'Director', 'IMDB Rating'],
		value: some(vega('movies'), 400),
	},
	{
		name: 'vega_cars',
		path: [],
		need: ['Name', 'Miles_per_Gallon', 'Year', 'Origin'],
		value: vega('cars'),
	},
	{
		name: 'usgs_earthquakes',
		path: ['features'],
		need: ['properties/mag', 'properties/place', 'properties/time'],
		value: {
			...(vega('earthquakes') as object),
			features: some((vega('earthquakes') as { features: unknown }).features, 200),
		},
	},
	{
		name: 'vega_political_contributions',
		path: [],
		need: ['Candidate_Identification', 'Candidate_Name', 'Total_Receipts'],
		value: vega('political-contributions'),
	},
	{
		name: 'vega_football',
		path: [],
		need: ['home_team', 'away_team', 'home_score', 'away_score'],
		value: some(vega('football'), 300),
	},
	{
		name: 'unicode_emoji',
		path: [],
		need: ['name', 'group'],
		value: packageJson('unicode-emoji-json', 'data-by-emoji.json'),
	},
	{
		name: 'web_features',
		path: ['features'],
		need: ['name', 'description', 'status/baseline'],
		value: {
			features: Object.fromEntries(
				Object.entries(
					packageJson<{ features: object }>('web-features', 'data.json').features,
				).slice(0, 150),
			),
		},
	},
	{
		name: 'package_lock',
		path: ['packages'],
		need: ['version'],
		value: JSON.parse(readFileSync('package-lock.json', 'utf8')),
	},
];
