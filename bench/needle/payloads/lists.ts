// Lists and maps of objects in installed packages: flat, nested, GeoJSON, maps from id to object; and
// those of APIs.
import { readFileSync } from 'node:fs';
import { packageJson, packageModule } from '../../payloads/found';
import { rows } from '../../payloads/rows';
import type { NeedlePayload } from '../payload';
import { apiPayloads, octokitPayloads } from './apis';
import { type Given, payload } from './given';

const vega = (file: string): Record<string, unknown>[] =>
	packageJson('vega-datasets', `data/${file}.json`);
const first = (value: object, count: number) =>
	Object.fromEntries(Object.entries(value).slice(0, count));

const tables = (): Given[] => [
	{
		name: 'airports',
		kind: 'flat list',
		isReal: true,
		value: rows('airports').slice(0, 420),
		list: '',
		by: 'iata',
		tell: ['latitude', 'longitude', 'name'],
		words: 'name',
		count: ['state', 'city'],
	},
	{
		name: 'movies',
		kind: 'flat list',
		isReal: true,
		value: { movies: vega('movies').slice(800, 1150) },
		list: 'movies',
		by: 'Title',
		tell: ['US Gross', 'Production Budget', 'Release Date'],
		count: ['Distributor', 'Major Genre'],
		most: 'IMDB Votes',
		indent: 2,
	},
	{
		name: 'contributions',
		kind: 'flat list',
		isReal: true,
		value: { candidates: vega('political-contributions') },
		list: 'candidates',
		by: 'Candidate_Name',
		tell: ['Candidate_Identification', 'Total_Receipts', 'Cash_on_Hand_Close_of_Period'],
		count: ['Candidate_State', 'Party_Affiliation'],
		most: 'Total_Receipts',
		carrier: 'structured',
	},
	{
		name: 'zip-codes',
		kind: 'flat list',
		isReal: true,
		value: { total: 900, results: rows('zipcodes').slice(2000, 2900) },
		list: 'results',
		by: 'zip_code',
		tell: ['latitude', 'longitude', 'city'],
		count: ['county', 'state'],
	},
	{
		name: 'carbon-dioxide',
		kind: 'time series',
		isReal: true,
		value: { unit: 'ppm', observations: rows('co2-concentration') },
		list: 'observations',
		by: 'Date',
		tell: ['CO2', 'adjusted CO2'],
		most: 'CO2',
	},
	{
		name: 'apple',
		kind: 'time series',
		isReal: true,
		value: { symbol: 'AAPL', prices: visx() },
		list: 'prices',
		by: 'date',
		tell: ['close'],
		most: 'close',
	},
	{
		name: 'earthquakes',
		kind: 'GeoJSON',
		isReal: true,
		value: {
			type: 'FeatureCollection',
			features: packageJson<{ features: unknown[] }>(
				'vega-datasets',
				'data/earthquakes.json',
			).features.slice(0, 150),
		},
		list: 'features',
		by: 'id',
		tell: ['properties/time', 'properties/detail', 'properties/code'],
		words: 'properties/title',
		count: ['properties/magType', 'properties/net'],
		most: 'properties/mag',
	},
];

/** Closing prices of a share, by day. */
const visx = (): unknown =>
	packageModule<{ appleStock: unknown[] }>('@visx/mock-data').appleStock.slice(0, 900);

const nested = (): Given[] => {
	const countries = packageJson<Record<string, unknown>[]>('world-countries', 'countries.json');
	const flat = countries.map(({ translations: _, ...country }) => country);
	return [
		{
			name: 'countries',
			kind: 'nested list',
			isReal: true,
			value: flat.slice(0, 120),
			list: '',
			by: 'cca3',
			tell: ['name/official', 'capital/0', 'area'],
			count: ['subregion', 'landlocked'],
			most: 'area',
			indent: 2,
		},
		{
			name: 'countries-cjk',
			kind: 'CJK list',
			isReal: true,
			value: {
				countries: countries
					.slice(60, 130)
					.map(({ cca3, translations, region }) => ({ cca3, region, translations })),
			},
			list: 'countries',
			by: 'cca3',
			tell: ['translations/jpn/official', 'translations/kor/official', 'translations/zho/official'],
			count: ['region'],
		},
	];
};

const maps = (): Given[] => {
	const emoji = packageJson<Record<string, { group: string }>>(
		'unicode-emoji-json',
		'data-by-emoji.json',
	);
	const features = packageJson<{ features: object }>('web-features', 'data.json').features;
	const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as object;
	return [
		{
			name: 'emoji',
			kind: 'map',
			isReal: true,
			value: first(emoji, 700),
			list: '',
			by: 'slug',
			tell: ['name'],
			words: 'name',
			count: ['group', 'emoji_version'],
		},
		{
			name: 'web-features',
			kind: 'map',
			isReal: true,
			value: { features: first(features, 90) },
			list: 'features',
			by: '@key',
			tell: ['name', 'description', 'status/baseline_low_date'],
			words: 'description',
			count: ['kind'],
		},
		{
			name: 'mime-types',
			kind: 'map',
			isReal: true,
			value: first(packageJson('mime-db', 'db.json'), 1200),
			list: '',
			by: '@key',
			tell: ['extensions/0', 'charset'],
			count: ['source'],
			indent: 2,
		},
		{
			name: 'package-lock',
			kind: 'lockfile',
			isReal: true,
			value: lock,
			list: 'packages',
			by: '@key',
			tell: ['integrity', 'version', 'engines/node'],
			count: ['license', 'peer'],
			indent: 1,
			carrier: 'file',
		},
	];
};

export const listPayloads = (): NeedlePayload[] => [
	...[...tables(), ...nested(), ...maps()].map(payload),
	...apiPayloads(),
	...octokitPayloads(),
];
