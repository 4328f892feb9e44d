// Questions as models write them: pipes, wildcards, multiselects, nested functions, bare numbers and
// double quotes, items without a value, texts taken apart. Over three real payloads.
import { exactSum } from './decimals';
import type { Special } from './special';

interface Movie {
	readonly Title: string | null;
	readonly 'IMDB Rating': number | null;
	readonly 'IMDB Votes': number | null;
	readonly 'Production Budget': number | null;
	readonly 'Major Genre': string | null;
	readonly Distributor: string | null;
	readonly Director: string | null;
}
interface Country {
	readonly name: { readonly common: string; readonly official: string };
	readonly cca2: string;
	readonly region: string;
	readonly subregion: string;
	readonly capital: readonly string[];
	readonly borders: readonly string[];
	readonly area: number;
	readonly landlocked: boolean;
	readonly latlng: readonly number[];
	readonly languages: Readonly<Record<string, string>>;
	readonly currencies: Readonly<Record<string, { readonly name: string; readonly symbol: string }>>;
	readonly translations: Readonly<Record<string, { readonly common: string }>>;
}
interface Quake {
	readonly id: string;
	readonly properties: {
		readonly mag: number;
		readonly place: string;
		readonly time: number;
		readonly type: string;
		readonly felt: number | null;
	};
	readonly geometry: { readonly coordinates: readonly number[] };
}

const rated = (all: readonly Movie[]) => all.filter((movie) => movie['IMDB Rating'] !== null);
const rating = (movie: Movie) => movie['IMDB Rating'] as number;
const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const movies: Special[] = [
	{
		kind: 'pipe',
		select: '[?"IMDB Rating" > `8`] | length(@)',
		answer: (all: Movie[]) => rated(all).filter((movie) => rating(movie) > 8).length,
	},
	{
		kind: 'bare number',
		select: 'length([?"IMDB Rating" >= 8.5])',
		answer: (all: Movie[]) => rated(all).filter((movie) => rating(movie) >= 8.5).length,
	},
	{
		kind: 'double quotes',
		select: 'length([?Distributor == "Warner Bros."])',
		answer: (all: Movie[]) =>
			all.filter(({ Distributor }) => Distributor === 'Warner Bros.').length,
	},
	{
		kind: 'not null',
		select: 'length([?Director != null])',
		answer: (all: Movie[]) => all.filter(({ Director }) => Director !== null).length,
	},
	{
		kind: 'wildcard',
		select: 'max([*]."IMDB Votes")',
		answer: (all: Movie[]) => Math.max(...all.map((movie) => movie['IMDB Votes'] ?? 0)),
	},
	{
		kind: 'multiselect list',
		select: 'sort_by([?"IMDB Votes" > `400000`], &"IMDB Votes")[].[Title, "IMDB Votes"]',
		answer: (all: Movie[]) =>
			all
				.filter((movie) => (movie['IMDB Votes'] ?? 0) > 400_000)
				.sort((a, b) => (a['IMDB Votes'] ?? 0) - (b['IMDB Votes'] ?? 0))
				.map((movie) => [movie.Title, movie['IMDB Votes']]),
	},
	{
		kind: 'or',
		select: 'length([?"Major Genre"==\'Drama\' || "Major Genre"==\'Comedy\'])',
		answer: (all: Movie[]) =>
			all.filter((movie) => movie['Major Genre'] === 'Drama' || movie['Major Genre'] === 'Comedy')
				.length,
	},
	{
		kind: 'nested function',
		select: 'sum([?contains([\'Drama\', \'Action\'], "Major Genre")]."Production Budget")',
		answer: (all: Movie[]) =>
			exactSum(
				all
					.filter((movie) => ['Drama', 'Action'].includes(movie['Major Genre'] ?? ''))
					.flatMap((movie) => movie['Production Budget'] ?? []),
			),
	},
	{
		kind: 'object of answers',
		select:
			'{rated: length([?"IMDB Rating" != `null`]), all: length(@), best: max([]."IMDB Rating")}',
		answer: (all: Movie[]) => ({
			rated: rated(all).length,
			all: all.length,
			best: Math.max(...rated(all).map(rating)),
		}),
	},
	{
		kind: 'group then count',
		select: 'group_by([?"IMDB Rating" > `8`], &"Major Genre") | length(keys(@))',
		answer: (all: Movie[]) =>
			new Set(
				rated(all)
					.filter((movie) => rating(movie) > 8)
					.map((movie) => String(movie['Major Genre'])),
			).size,
	},
	{
		kind: 'joined text',
		select: 'join(\', \', sort([?"IMDB Rating" > `8.6`].Title))',
		answer: (all: Movie[]) =>
			rated(all)
				.filter((movie) => rating(movie) > 8.6)
				.map(({ Title }) => String(Title))
				.sort(byName)
				.join(', '),
	},
	{
		kind: 'top of groups',
		select: 'count_by(@, &Distributor) | items(@)[:1]',
		answer: (all: Movie[]) =>
			[...Map.groupBy(all, ({ Distributor }) => String(Distributor))]
				.map(([key, of]) => [key, of.length] as const)
				.sort((a, b) => b[1] - a[1])
				.slice(0, 1),
	},
	{
		kind: 'lower case',
		select: "length([?contains(lower(to_string(Title)), 'star')])",
		answer: (all: Movie[]) =>
			all.filter(({ Title }) => String(Title).toLowerCase().includes('star')).length,
	},
	{
		kind: 'arithmetic',
		select: 'sum([]."Production Budget") / `1000000`',
		answer: (all: Movie[]) =>
			exactSum(all.flatMap((movie) => movie['Production Budget'] ?? [])) / 1e6,
	},
];

const countries: Special[] = [
	{
		kind: 'boolean filter',
		select: '[?landlocked && area > `1000000`].name.common',
		answer: (all: Country[]) =>
			all.filter(({ landlocked, area }) => landlocked && area > 1e6).map(({ name }) => name.common),
	},
	{
		kind: 'nested projection',
		select:
			"[?subregion=='Northern Europe'].{country: name.common, capital: capital[0]} | sort_by(@, &country)",
		answer: (all: Country[]) =>
			all
				.filter(({ subregion }) => subregion === 'Northern Europe')
				.map(({ name, capital }) => ({ country: name.common, capital: capital[0] ?? null }))
				.sort((a, b) => byName(a.country, b.country)),
	},
	{
		kind: 'values of a map',
		select: "length([?contains(values(languages), 'French')])",
		answer: (all: Country[]) =>
			all.filter(({ languages }) => Object.values(languages).includes('French')).length,
	},
	{
		kind: 'keys of a map',
		select: "[?contains(keys(currencies), 'EUR')] | length(@)",
		answer: (all: Country[]) =>
			all.filter(({ currencies }) => Object.keys(currencies).includes('EUR')).length,
	},
	{
		kind: 'flattened',
		select: "length([?region=='Africa'].borders[])",
		answer: (all: Country[]) =>
			all.filter(({ region }) => region === 'Africa').flatMap(({ borders }) => borders).length,
	},
	{
		kind: 'longest list',
		select: 'max_by(@, &length(borders)).name.common',
		answer: (all: Country[]) =>
			all.toSorted((a, b) => b.borders.length - a.borders.length)[0]?.name.common,
	},
	{
		kind: 'index',
		select: "[?cca2=='JP'].latlng[0] | [0]",
		answer: (all: Country[]) => all.find(({ cca2 }) => cca2 === 'JP')?.latlng[0],
	},
	{
		kind: 'other scripts',
		select: "[?translations.jpn.common=='ドイツ'].cca2 | [0]",
		answer: (all: Country[]) =>
			all.find(({ translations }) => translations.jpn?.common === 'ドイツ')?.cca2,
	},
	{
		kind: 'ends',
		select: "length([?ends_with(name.common, 'land')])",
		answer: (all: Country[]) => all.filter(({ name }) => name.common.endsWith('land')).length,
	},
	{
		kind: 'map function',
		select: "sort(map(&name.common, [?region=='Antarctic']))",
		answer: (all: Country[]) =>
			all
				.filter(({ region }) => region === 'Antarctic')
				.map(({ name }) => name.common)
				.sort(byName),
	},
	{
		kind: 'average of groups',
		select: "round(avg([?region=='Europe'].area))",
		answer: (all: Country[]) => {
			const areas = all.filter(({ region }) => region === 'Europe').map(({ area }) => area);
			return Math.round(exactSum(areas) / areas.length);
		},
	},
	{
		kind: 'count of groups',
		select: "count_by([?region=='Asia'], &subregion)",
		answer: (all: Country[]) =>
			Object.fromEntries(
				[
					...Map.groupBy(
						all.filter(({ region }) => region === 'Asia'),
						({ subregion }) => subregion,
					),
				].map(([key, of]) => [key, of.length]),
			),
	},
	{
		kind: 'let',
		select: 'let $big = avg([].area) in length([?area > $big])',
		answer: (all: Country[]) => {
			const mean = exactSum(all.map(({ area }) => area)) / all.length;
			return all.filter(({ area }) => area > mean).length;
		},
	},
	{
		kind: 'join within',
		select: "let $all = @ in [?cca2=='AT'].borders[] | length(@)",
		answer: (all: Country[]) => all.find(({ cca2 }) => cca2 === 'AT')?.borders.length,
	},
];

const quakes: Special[] = [
	{
		kind: 'dotted',
		select: 'length(features[?properties.mag >= `4.5`])',
		answer: ({ features }: { features: Quake[] }) =>
			features.filter(({ properties }) => properties.mag >= 4.5).length,
	},
	{
		kind: 'index',
		select: 'max(features[].geometry.coordinates[2])',
		answer: ({ features }: { features: Quake[] }) =>
			Math.max(...features.map(({ geometry }) => geometry.coordinates[2] ?? 0)),
	},
	{
		kind: 'sorted project',
		select: 'sort_by(features, &properties.time)[0].properties.place',
		answer: ({ features }: { features: Quake[] }) =>
			features.toSorted((a, b) => a.properties.time - b.properties.time)[0]?.properties.place,
	},
	{
		kind: 'split text',
		select: "features[?ends_with(properties.place, ', Alaska')] | length(@)",
		answer: ({ features }: { features: Quake[] }) =>
			features.filter(({ properties }) => properties.place.endsWith(', Alaska')).length,
	},
	{
		kind: 'sums of many',
		select:
			'{count: metadata.count, shown: length(features), felt: sum(features[].properties.felt)}',
		answer: ({ metadata, features }: { metadata: { count: number }; features: Quake[] }) => ({
			count: metadata.count,
			shown: features.length,
			felt: features.reduce((sum, { properties }) => sum + (properties.felt ?? 0), 0),
		}),
	},
	{
		kind: 'slice',
		select: 'features[-2:].id',
		answer: ({ features }: { features: Quake[] }) => features.slice(-2).map(({ id }) => id),
	},
	{
		kind: 'types',
		select: 'distinct(features[].properties.type)',
		answer: ({ features }: { features: Quake[] }) => [
			...new Set(features.map(({ properties }) => properties.type)),
		],
	},
];

export const spellings: Readonly<Record<string, readonly Special[]>> = {
	vega_movies: movies,
	world_countries: countries,
	usgs_earthquakes: quakes,
};
