// Countries of the world: lists and maps within items, names in other scripts, a join with another table.
import { byCodePoints, count } from '../answers';
import { exactSum } from '../decimals';
import type { Row, Special } from './question';

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

export const countries: readonly Special[] = [
	{
		kind: 'nested count',
		select: 'length([?length(borders) > `5`])',
		answer: (all: { borders: string[] }[]) => count(all, ({ borders }) => borders.length > 5),
	},
	{
		kind: 'nested names',
		select: "[?contains(borders, 'DEU')].name.common",
		answer: (all: { borders: string[]; name: { common: string } }[]) =>
			all.filter(({ borders }) => borders.includes('DEU')).map(({ name }) => name.common),
	},
	{
		kind: 'map by key',
		select: "[?cca2=='CH'].languages | [0]",
		answer: (all: { cca2: string; languages: object }[]) =>
			all.find(({ cca2 }) => cca2 === 'CH')?.languages,
	},
	{
		kind: 'members of a map',
		select: "[?cca2=='ZA'] | [0] | length(keys(languages))",
		answer: (all: { cca2: string; languages: object }[]) =>
			Object.keys(all.find(({ cca2 }) => cca2 === 'ZA')?.languages ?? {}).length,
	},
	{
		kind: 'flattened distinct',
		select: 'length(distinct([].tld[]))',
		answer: (all: { tld: string[] }[]) => new Set(all.flatMap(({ tld }) => tld)).size,
	},
	{
		kind: 'group then aggregate',
		select: 'sum_by(@, &region, &area)',
		answer: (all: { region: string; area: number }[]) =>
			Object.fromEntries(
				[...Map.groupBy(all, ({ region }) => region)].map(([region, of]) => [
					region,
					exactSum(of.map(({ area }) => area)),
				]),
			),
	},
	{
		kind: 'sorted project',
		select: "sort_by([?region=='Oceania'], &area)[-1].{name: name.common, area: area}",
		answer: (all: { region: string; area: number; name: { common: string } }[]) =>
			all
				.filter(({ region }) => region === 'Oceania')
				.sort((a, b) => b.area - a.area)
				.slice(0, 1)
				.map(({ name, area }) => ({ name: name.common, area }))[0],
	},
	{
		kind: 'not',
		select: 'length([?!independent])',
		answer: (all: { independent: boolean }[]) => count(all, ({ independent }) => !independent),
	},
	{
		kind: 'join across',
		others: { b: 'gapminder' },
		select:
			"inner_join(a[?region=='Oceania'], b[?year==`2005`], &name.common, &country)[].{name: right.country, pop: right.pop, area: left.area}",
		answer: (
			own: { region: string; area: number; name: { common: string } }[],
			{ b }: { b: Row[] },
		) =>
			own
				.filter(({ region }) => region === 'Oceania')
				.flatMap(({ name, area }) =>
					b
						.filter(({ country, year }) => country === name.common && year === 2005)
						.map(({ country, pop }) => ({ name: country, pop, area })),
				),
	},
	{
		kind: 'join across',
		others: { b: 'gapminder' },
		select: 'length(inner_join(b[?year==`2000`], a, &country, &name.common))',
		answer: (own: { name: { common: string } }[], { b }: { b: Row[] }) => {
			const names = new Set(own.map(({ name }) => name.common));
			return count(b, ({ country, year }) => year === 2000 && names.has(String(country)));
		},
	},
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
				.sort((a, b) => byCodePoints(a.country, b.country)),
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
				.sort(byCodePoints),
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
