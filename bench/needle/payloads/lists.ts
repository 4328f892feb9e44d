// Lists and maps of objects: flat, nested, in envelopes, GraphQL, JSON:API, maps from id to object.
import { readFileSync } from 'node:fs';
import type { ApiList } from '../../payloads/api-list';
import { commerceLists } from '../../payloads/apis/commerce';
import { documentLists } from '../../payloads/apis/documents';
import { readingLists } from '../../payloads/apis/reading';
import { trackingLists } from '../../payloads/apis/tracking';
import { packageJson, packageModule } from '../../payloads/found';
import { octokitLists } from '../../payloads/octokit';
import { rows } from '../../payloads/rows';
import type { NeedlePayload } from '../payload';
import { type ListSpec, listQuestions } from '../questions/of-list';

interface Given extends ListSpec {
	readonly name: string;
	readonly kind: string;
	readonly isReal: boolean;
	readonly value: unknown;
	/** Spaces of indentation, where a server sends its JSON so. */
	readonly indent?: number;
	readonly carrier?: NeedlePayload['carrier'];
}

const payload = ({
	name,
	kind,
	isReal,
	value,
	indent,
	carrier = 'text',
	...spec
}: Given): NeedlePayload => {
	const text = JSON.stringify(value, undefined, indent);
	return { name, kind, isReal, carrier, text, questions: listQuestions(name, text, spec) };
};

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

/** How to ask about the lists of the other benchmarks, by their name. */
const asked: Readonly<
	Record<string, Omit<ListSpec, 'list'> & { readonly kind: string; readonly isReal?: true }>
> = {
	github_pulls: {
		kind: 'nested list',
		isReal: true,
		by: 'number',
		tell: ['title', 'created_at', 'user/id'],
		words: 'title',
		count: ['state'],
	},
	github_repositories: {
		kind: 'nested list',
		isReal: true,
		by: 'full_name',
		tell: ['node_id', 'pushed_at', 'html_url'],
		count: ['language', 'private'],
		words: 'description',
	},
	github_releases: {
		kind: 'nested list',
		isReal: true,
		by: 'tag_name',
		tell: ['name', 'published_at'],
		words: 'name',
	},
	github_workflow_runs: {
		kind: 'enveloped list',
		isReal: true,
		by: 'id',
		tell: ['created_at', 'head_branch'],
		count: ['conclusion', 'name'],
	},
	github_discussions: {
		kind: 'GraphQL',
		isReal: true,
		by: 'node/title',
		tell: ['node/created_at', 'node/user/id'],
		words: 'node/title',
	},
	linear_issues: {
		kind: 'GraphQL',
		by: 'identifier',
		tell: ['title', 'branchName', 'updatedAt'],
		words: 'title',
		count: ['priorityLabel', 'state/name'],
	},
	jsonapi_articles: {
		kind: 'JSON:API',
		by: 'id',
		tell: ['attributes/published-at', 'attributes/title'],
		words: 'attributes/title',
		count: ['attributes/status'],
		most: 'attributes/word-count',
	},
	asana_tasks: {
		kind: 'enveloped list',
		by: 'gid',
		tell: ['created_at', 'permalink_url', 'name'],
		words: 'name',
		count: ['completed'],
	},
	pagerduty_incidents: {
		kind: 'enveloped list',
		by: 'incident_number',
		tell: ['incident_key', 'created_at'],
		words: 'title',
		count: ['urgency', 'status'],
	},
	sentry_issues: {
		kind: 'nested list',
		by: 'shortId',
		tell: ['lastSeen', 'firstSeen', 'id'],
		words: 'title',
		count: ['level', 'platform'],
		most: 'userCount',
	},
	stripe_charges: {
		kind: 'enveloped list',
		by: 'id',
		tell: ['created', 'amount', 'payment_intent'],
		count: ['currency', 'status'],
		most: 'amount',
	},
	notion_pages: {
		kind: 'nested list',
		by: 'id',
		tell: ['created_time', 'last_edited_time', 'url'],
		words: 'properties/Name/title/0/plain_text',
	},
	wordpress_posts: {
		kind: 'HTML in JSON',
		by: 'id',
		tell: ['date', 'link', 'title/rendered'],
		words: 'title/rendered',
		count: ['author'],
	},
	discord_messages: {
		kind: 'chat',
		by: 'id',
		tell: ['timestamp', 'author/id'],
		words: 'content',
		count: ['author/username'],
	},
	reddit_listing: {
		kind: 'nested list',
		by: 'data/name',
		tell: ['data/author_fullname', 'data/permalink', 'data/created'],
		words: 'data/title',
		count: ['data/subreddit'],
		most: 'data/num_comments',
	},
	hubspot_contacts: {
		kind: 'enveloped list',
		by: 'properties/hs_object_id',
		tell: ['createdAt', 'updatedAt'],
		count: ['properties/lifecyclestage'],
	},
};

const questioned = (lists: readonly ApiList[]): Given[] =>
	lists.flatMap((list): Given[] => {
		const spec = asked[list.name];
		if (!spec) return [];
		return [
			{ isReal: false, ...spec, name: list.name, value: list.value, list: list.path.join('/') },
		];
	});

const apis = (): ApiList[] => [
	...trackingLists(),
	...commerceLists(),
	...readingLists(),
	...documentLists(),
];

/** Those that need no package. */
export const apiPayloads = (): NeedlePayload[] => questioned(apis()).map(payload);

export const listPayloads = (): NeedlePayload[] =>
	[...tables(), ...nested(), ...maps(), ...questioned([...apis(), ...octokitLists()])].map(payload);
